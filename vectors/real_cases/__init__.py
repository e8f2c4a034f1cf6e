"""Cases of the set `real`: a module with a table of ops for each family."""
