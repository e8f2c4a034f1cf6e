"""One exact function an op; the file is named after it (with a trailing _ as in `spec/ops/`)."""
