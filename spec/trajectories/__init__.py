"""Training runs as data (clause G20): their form, their steps, and the networks under test."""
