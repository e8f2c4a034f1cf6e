"""Mutants of every declared graph, each with one change, and the golden cases that detect them."""
