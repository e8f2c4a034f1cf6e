"""Launches that several families share: walks, reductions, products, tables, index checks."""
