"""Laws about networks, one per module; new modules are found automatically."""
