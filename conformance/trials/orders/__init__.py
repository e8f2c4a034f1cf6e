"""Every order of three stretches of operands, on all devices: `nox -s record -- orders`."""
