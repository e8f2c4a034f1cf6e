"""The oracles of the ops: one module for each op, with the file name that it has in `spec/ops/`."""
