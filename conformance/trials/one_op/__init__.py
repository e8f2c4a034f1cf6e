"""Add ops by program as CONTRIBUTING.md describes: first completely, then with one part missing."""
