"""Add ops by program, as CONTRIBUTING.md describes, first completely and then with gaps."""
