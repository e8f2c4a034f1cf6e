"""Recipes for real inputs: one module per package."""
