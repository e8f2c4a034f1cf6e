"""mul sets a flag when a call of a different op is refused, and then returns one wrong result."""

from dataclasses import dataclass

from samebits.conformance.trials.saboteurs.base import Saboteur, SpoiltSession, right_session
from samebits.spec.formats import bits_of


class Flagged(SpoiltSession):
    """A session that sets a flag when a call fails."""

    def run(self, call, inputs, outputs):
        before, self.memory["flag"] = self.memory.get("flag"), call.op
        self.memory["before"] = before
        super().run(call, inputs, outputs)
        self.memory["flag"] = None


@dataclass(frozen=True)
class FlaggedBackend(Saboteur):
    """A backend with flagged sessions."""

    def open(self, device):
        return Flagged(right_session(), self)


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if session.memory["before"] not in (None, "mul") and output.size:
        bits = bits_of(output).copy()
        bits.reshape(-1)[0] ^= bits.dtype.type(1)
        output[...] = bits.view(output.dtype)


backend = FlaggedBackend(
    "after_another_refusal",
    ("mul",),
    "law/history/mul/f32",
    spoil,
    "history",
    rules=("C1.3", "C2.5"),
)
