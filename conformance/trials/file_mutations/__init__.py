"""Files damaged by program, and held before every reader of the judge."""
