"""The errors of the specification.

`SpecError` is a ValueError, so code that catches NumPy's errors catches it too. Where the fault is
a type or an index, the subclass is a TypeError or an IndexError as well.
"""

from samebits.common.errors import SamebitsError


class SpecError(SamebitsError, ValueError):
    """A call or declaration that the specification does not allow.

    The op is unknown, for example, or a format, shape, axis or attribute is wrong.
    """


class SpecTypeError(SpecError, TypeError):
    """An argument of the wrong type, or an operand of a format that the op does not take."""


class SpecIndexError(SpecError, IndexError):
    """An axis that the operand does not have, or an index out of bounds."""
