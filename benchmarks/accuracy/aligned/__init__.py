"""How exact aligned products (T11) are, beside T4 and PyTorch: docs/results/accuracy-aligned.md."""
