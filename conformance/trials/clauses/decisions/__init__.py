"""The results that each rule decides. Each module has the clauses of one kind."""
