"""Libraries judged as they are installed: not made by samebits, with no knowledge of its spec."""
