"""mul is wrong if another session was closed, as if both had shared a buffer."""

from samebits.conformance.trials.saboteurs.base import Saboteur, SpoiltSession, right_session

_closed: list[object] = []


class Closing(SpoiltSession):
    """A session that makes the other sessions wrong when it is closed."""

    def __exit__(self, kind, value, trace):
        _closed.append(self)
        super().__exit__(kind, value, trace)


class ClosingSaboteur(Saboteur):
    """A saboteur whose sessions affect each other."""

    def open(self, device):
        """Open a session on top of a right session."""
        return Closing(right_session(), self)


def spoil(session, call, inputs, output):
    before = session.memory.setdefault("closed", len(_closed))
    output[...] = session.right(call, inputs, output)
    if len(_closed) > before and output.size:
        output.reshape(-1)[0] = 3


backend = ClosingSaboteur(
    "closed_session", ("mul",), "law/prepared/mul/f32", spoil, rules=("C1.3",)
)
