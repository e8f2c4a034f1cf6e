"""softmax uses a buffer that other ops write to, so it is wrong while another op runs."""

import threading
import time
from dataclasses import dataclass

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, SpoiltSession, right_session


class Sharing(SpoiltSession):
    """A session that records which ops are running."""

    def run(self, call, inputs, outputs):
        running = self.memory.setdefault("running", [])
        running.append(call.op)
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.001)  # about the time of a call of usual size
        super().run(call, inputs, outputs)
        running.remove(call.op)


@dataclass(frozen=True)
class SharingBackend(Saboteur):
    """A backend whose sessions record which ops are running."""

    def open(self, device):
        return Sharing(right_session(), self)


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if set(session.memory["running"]) - {"softmax"}:
        output.reshape(-1)[:1] += np.ones(1, output.dtype)


backend = SharingBackend(
    "scratch_shared_by_ops",
    ("softmax",),
    "law/concurrent/softmax/f32",
    spoil,
    rules=("C1.3", "S5.1"),
)
