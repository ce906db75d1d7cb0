"""Compile a corpus into a sealed artifact."""
