"""The output of `samebits ops NAME --files`: every file that declares, computes or tests an op."""
