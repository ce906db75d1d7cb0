"""Open a sealed artifact read-only and answer from it."""

__version__ = "0.1.0"
