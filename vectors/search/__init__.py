"""Searches for operands that are hard to round, and the operands that they found."""
