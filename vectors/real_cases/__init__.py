"""Cases of the set `real`: one module, with a table of ops, for each family of ops."""
