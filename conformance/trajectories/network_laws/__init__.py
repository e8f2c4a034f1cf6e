"""One module a law about networks: no list to edit."""
