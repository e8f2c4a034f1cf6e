"""The search for the operands that are hardest to round, and what it found: inputs only."""
