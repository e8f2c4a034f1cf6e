"""Tables of the measurements of each op: one module for each family of ops."""
