"""Judging whole training runs: each step by its root, and the first difference by its op (G20)."""
