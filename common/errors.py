"""The one family of errors that a person is meant to read: one clear line that says what to do."""


class SamebitsError(Exception):
    """Base of every error that the command line prints as a single line."""
