"""Malformed calls (clause C2), which a backend must refuse: how they are made, and their cases."""
