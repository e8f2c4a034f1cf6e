"""Promises of a session: its `supports` answers at planning time, which it may not withdraw.

A law that needs another op is not applicable if the session does not support that op, and a
sequence of calls skips an unsupported op. Both rules make judging easier for the session, so its
answers must not change after planning. An op with its formats is promised if all of its planned
calls were supported. If one of its calls is refused later, that is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from samebits.backends import executor
from samebits.backends.protocol import BackendError, Session, Unsupported
from samebits.spec.language.call import Call

Promises = frozenset[str]
"""A set of names of an op with its formats, such as `add/f32`."""


def name_of(call: Call) -> str:
    """Return the name of a call's op and formats, such as `add/f32`."""
    return f"{call.op}/{call.label}"


def promised(is_supported: Mapping[Call, bool]) -> Promises:
    """Return the ops and formats for which all calls are supported."""
    broken = {name_of(call) for call, supported in is_supported.items() if not supported}
    return frozenset(map(name_of, is_supported)) - broken


def refusal(session: Session, call: Call, promises: Iterable[str]) -> str | None:
    """Return the reason why the session does not support a call, or None if it does.

    Raises BackendError if the session withdraws a promise.
    """
    support = executor.supports(session, call)
    if not isinstance(support, Unsupported):
        return None
    if name_of(call) in promises:
        raise BackendError(
            f"supports({call}) refuses a call that it supported when the run was planned: "
            f"{support.reason}"
        )
    return support.reason
