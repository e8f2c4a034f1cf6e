"""How exact aligned products (T11) are, beside T4 and PyTorch: docs/accuracy-aligned.md."""
