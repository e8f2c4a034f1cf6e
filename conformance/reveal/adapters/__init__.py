"""Adapters that compute sums of chosen terms by an op. Each module has the table of one family."""
