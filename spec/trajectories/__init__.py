"""Training runs as data (clause G20): their format, their steps, and the tested networks."""
