"""The nox sessions: their common code and the table of long runs; noxfile.py imports them."""
