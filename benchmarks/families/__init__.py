"""Tables of what is measured of each op: one module for each family of ops."""
