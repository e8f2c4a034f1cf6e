"""How ops are asked for sums of chosen terms: one module, with a table of ops, for each family."""
