"""The list of `samebits ops NAME --files`: every file that declares, computes or tests an op."""
