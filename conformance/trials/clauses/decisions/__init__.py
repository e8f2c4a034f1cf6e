"""What each rule decides, one module for clauses of a kind."""
