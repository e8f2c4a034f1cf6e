"""Benchmarks of speed, as ratios to peers that are measured in the same run."""
