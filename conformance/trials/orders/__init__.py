"""Operands with stretches in every order, on all devices: `nox -s record -- orders`."""
