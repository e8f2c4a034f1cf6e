"""What a session promised when the run was planned, and may not take back while it is judged.

A law that needs another op of the session is not applicable where the session does not support
that, and a sequence of calls leaves such an op out. Both are excuses, so the answers of `supports`
have to be those by which the run was planned: ops and formats whose planned calls were all
supported are promised, and a call of one of them that is refused afterwards is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from samebits.backends import executor
from samebits.backends.protocol import BackendError, Session, Unsupported
from samebits.spec.language.call import Call

Promises = frozenset[str]
"""Ops and formats, as `add/f32`."""


def name_of(call: Call) -> str:
    """Op and format of a call, as promises name them."""
    return f"{call.op}/{call.label}"


def promised(is_supported: Mapping[Call, bool]) -> Promises:
    """The ops and formats all of whose calls are supported."""
    broken = {name_of(call) for call, supported in is_supported.items() if not supported}
    return frozenset(map(name_of, is_supported)) - broken


def refusal(session: Session, call: Call, promises: Iterable[str]) -> str | None:
    """Why the session does not support a call, or None where it does.

    Raises BackendError where it takes a promise back.
    """
    support = executor.supports(session, call)
    if not isinstance(support, Unsupported):
        return None
    if name_of(call) in promises:
        raise BackendError(
            f"supports({call}) refuses what was supported when the run was planned: "
            f"{support.reason}"
        )
    return support.reason
