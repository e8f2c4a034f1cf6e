"""Convolutions on their way to kernels: geometry, the cut into items, the arguments of launches."""
