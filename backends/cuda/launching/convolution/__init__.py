"""Preparation of convolutions for kernels: geometry, division into items, and launch arguments."""
