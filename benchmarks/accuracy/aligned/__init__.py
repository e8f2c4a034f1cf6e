"""The errors of aligned products (T11), T4 and PyTorch, for docs/results/accuracy-aligned.md."""
