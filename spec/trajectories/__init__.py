"""One module a network: the training runs that are judged (clause G20)."""
