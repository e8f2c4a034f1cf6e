"""The time and memory of every op of the specification, over the size of its operands."""
