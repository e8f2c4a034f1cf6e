"""Damage files by program, and let every reader of the judge read them."""
