"""Exact functions: one module for each op, named after it (with a trailing _ as in `spec/ops/`)."""
