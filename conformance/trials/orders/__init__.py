"""Run all devices on operands with stretches in every order: `nox -s record -- orders`."""
