"""Judging of whole training runs: each step by its root, the first difference by its op (G20)."""
