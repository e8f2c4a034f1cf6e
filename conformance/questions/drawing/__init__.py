"""Modules for families of shape rules; their `DRAWS` draw shapes and attributes."""
