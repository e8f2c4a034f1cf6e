"""Calls that tell declared graphs from themselves with one thing changed: a file for each op."""
