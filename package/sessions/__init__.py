"""The sessions of nox: what they share, and the table of long runs; noxfile.py imports them."""
