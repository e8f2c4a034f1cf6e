"""Calls, by op, whose results distinguish a declared graph from the graph with one change."""
