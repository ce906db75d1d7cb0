"""The contract of an artifact, for the one who writes it and the one who reads it."""

FORMAT_VERSION = 1
"""Raised on any change that an older runtime would misread; before 1.0 the format is free to change."""
