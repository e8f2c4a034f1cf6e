"""Shared code of ops that move elements: walks over words, index checks, stable sorts."""
