"""Ops that are added by a program, as CONTRIBUTING.md says, and then with gaps."""
