"""mul is wrong in a forked child, as if a table belonged to the process that made it."""

import os

from samebits.conformance.trials.saboteurs.base import Saboteur, SpoiltSession, right_session


class Forking(SpoiltSession):
    """A session that declares that it can compute in forked children."""

    forks = True


class ForkingSaboteur(Saboteur):
    """A saboteur whose sessions record the process that opened them."""

    def open(self, device):
        """Open a session on top of a right session."""
        session = Forking(right_session(), self)
        session.memory["process"] = os.getpid()
        return session


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if os.getpid() != session.memory["process"] and output.size:
        output.reshape(-1)[0] = 3


backend = ForkingSaboteur(
    "forked_child", ("mul",), "law/machine/mul/f32", spoil, rules=("C1.3", "S5.1")
)
