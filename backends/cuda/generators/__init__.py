"""Generators of kernels: they write C++ from the declared graph of an op."""
