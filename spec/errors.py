"""The errors of the specification.

`SpecError` is a ValueError, so code that catches NumPy's errors also catches it. If the mistake is
a wrong type or index, the subclass is also a TypeError or an IndexError.
"""

from samebits.common.errors import SamebitsError


class SpecError(SamebitsError, ValueError):
    """A call or declaration that the specification does not allow.

    For example, the op is unknown, or a format, shape, axis or attribute is wrong.
    """


class SpecTypeError(SpecError, TypeError):
    """An argument of the wrong type, or an operand of a format that the op does not accept."""


class SpecIndexError(SpecError, IndexError):
    """An axis that the operand does not have, or an index out of bounds."""
