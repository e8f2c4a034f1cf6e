"""Output of `samebits explain` about one case: the facts, and their display."""
