"""What `samebits explain` says about one case: the facts, and how they are shown."""
