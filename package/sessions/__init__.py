"""The sessions of nox that take hours, and what all sessions share; noxfile.py brings them in."""
