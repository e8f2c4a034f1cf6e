"""What is measured of each op beyond what its declaration says: one module an op, found by name."""
