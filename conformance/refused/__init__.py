"""Malformed calls (clause C2), which a backend must refuse: their generation and their cases."""
