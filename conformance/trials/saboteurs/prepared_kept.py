"""A prepared mul returns the result of its first call for all operands of the same shape.

A plain call is right, so golden cases do not detect the mistake. Front ends make only prepared
calls.
"""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, SpoiltSession, right_session


class Preparing(SpoiltSession):
    """A session that prepares calls. A prepared mul is wrong."""

    def prepare(self, call, otherwise, *, broadcast=False):
        """Return `otherwise`, or a multiplication that caches its first result."""
        if call.op != "mul":
            return otherwise
        kept = {}

        def run(*operands):
            result = operands[-1]
            if result.shape not in kept:
                otherwise(*operands)
                kept[result.shape] = np.array(result)
            result[...] = kept[result.shape]

        return run


class PreparingSaboteur(Saboteur):
    """A saboteur whose session prepares calls."""

    def open(self, device):
        """Open a session on top of a right session."""
        return Preparing(right_session(), self)


backend = PreparingSaboteur(
    "prepared_kept", (), "law/prepared/mul/f32", lambda *arguments: None, rules=("C1.3",)
)
