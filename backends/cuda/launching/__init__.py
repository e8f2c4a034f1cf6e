"""Launch code that several families share: walks, reductions, products, tables, index checks."""
