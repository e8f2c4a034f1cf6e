"""Every order of three stretches of operands, put to all devices at once: `nox -s orders`."""
