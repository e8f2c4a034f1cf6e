"""The benchmarks: speed, as ratios against peers that are measured in the same run."""
