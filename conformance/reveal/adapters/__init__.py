"""Adapters that compute sums of chosen terms by an op: one module with a table per family."""
