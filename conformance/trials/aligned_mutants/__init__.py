"""Change each constant and step of clause T11, and check that a golden case detects the change."""
