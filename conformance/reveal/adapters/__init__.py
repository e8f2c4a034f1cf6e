"""Adapters that ask ops for sums of chosen terms: one module, with a table, per family."""
