"""The error of the specification."""

from samebits.common.errors import SamebitsError


class SpecError(SamebitsError):
    """A call that the spec does not define: unknown op, wrong format, shape, axis or attribute."""
