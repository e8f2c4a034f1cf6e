"""Generators of kernel text: C++ from the declared graph of an op."""
