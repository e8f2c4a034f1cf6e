"""The search for the operands that are hardest to round, and its results. Writes no golden value."""
