"""Recipes for real inputs: one module for each package."""
