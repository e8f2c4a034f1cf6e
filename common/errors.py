"""The base class of all errors for users: one clear line that says what to do."""


class SamebitsError(Exception):
    """Base of every error that the command line prints as a single line."""
