"""Adapters: how an op is asked for sums of chosen terms. One module a family, with `ADAPTERS`."""
