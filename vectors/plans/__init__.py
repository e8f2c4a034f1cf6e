"""One module a family of ops: which inputs are worth asking, at which level, and why (flags)."""
