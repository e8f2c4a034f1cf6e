"""The base class of all errors that are shown to users.

A message is one line that says clearly what to do.
"""


class SamebitsError(Exception):
    """The base class of errors that the command line prints as a single line."""
