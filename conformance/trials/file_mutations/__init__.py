"""Damage files by program, and check how every reader of the judge handles them."""
