"""How an op is asked for sums of chosen terms: one module an op, with `ADAPTER`; no list."""
