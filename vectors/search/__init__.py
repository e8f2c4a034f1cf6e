"""Searches for operands that are hard to round, and their results: inputs only."""
