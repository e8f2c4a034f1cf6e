"""The results that each rule decides. Each module covers related clauses."""
