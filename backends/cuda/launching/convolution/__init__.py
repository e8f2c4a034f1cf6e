"""Preparation of convolutions for kernels: geometry, cutting into items, and launch arguments."""
