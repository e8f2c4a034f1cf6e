"""Modules for families of shape rules; the tables `DRAWS` draw shapes and attributes."""
