"""sum has four buffers for concurrent callers. With more callers its result is wrong."""

import threading
import time

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur

BUFFERS = 4


def spoil(session, call, inputs, output):
    lock = session.memory.setdefault("lock", threading.Lock())
    with lock:
        session.memory["inside"] = inside = session.memory.get("inside", 0) + 1
    if threading.current_thread() is not threading.main_thread():
        time.sleep(0.001)  # about the time of a call of usual size
    output[...] = session.right(call, inputs, output)
    if inside > BUFFERS:
        output.reshape(-1)[:1] += np.ones(1, output.dtype)
    with lock:
        session.memory["inside"] -= 1


backend = Saboteur(
    "many_callers",
    ("sum",),
    "law/concurrent/sum/f32",
    spoil,
    rules=("C1.3", "S5.1"),
)
