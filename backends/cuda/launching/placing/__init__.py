"""Shared code of ops that place elements: walks in words, checked indices, stable sorts."""
