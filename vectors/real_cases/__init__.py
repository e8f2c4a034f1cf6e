"""Cases of the set `real`: for each family, a module with a table of ops."""
