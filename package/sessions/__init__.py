"""The code of the nox sessions, and the table of long runs. noxfile.py imports both."""
