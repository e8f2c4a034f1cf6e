"""Convolutions prepared for kernels: geometry, the cut into items, the arguments of launches."""
