"""Calls that are errors (clause C2), which a backend has to refuse: planned, put, judged."""
