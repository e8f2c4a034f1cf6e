"""Errors of the room `oracles`. Each message is one line: what happened, and what to do."""

from __future__ import annotations

from samebits.common.errors import SamebitsError


class OracleError(SamebitsError):
    """An oracle cannot answer: the op has no oracle, or an input does not match the call."""


class OracleUnavailable(OracleError):  # noqa: N818 - a state, not a mistake
    """A package that the oracles need (mpmath, python-flint, gmpy2) is not installed."""


class OracleDisagreement(OracleError):  # noqa: N818 - named in the interface of the room
    """Two opinions on one element differ, so no value may be frozen.

    The message names the op, the input bits and the bits of every opinion.
    """
