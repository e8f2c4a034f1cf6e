"""Backends that lie to the judge: each once got exit status 0, or ended the run."""

from __future__ import annotations

import faulthandler
import os
import shutil
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.protocol import Array, Device, Support
from samebits.conformance.tests.fakes import FakeBackend, RightSession, WrongMul
from samebits.spec.call import Call
from samebits.spec.formats import from_bits

FOLDER = "SAMEBITS_LIAR_FOLDER"
"""Variable that names the folder of vectors, which the forger has found by other means."""


class Forger(WrongMul):
    """Writes vectors that it passes over those of the judge, when it is asked what it supports."""

    def supports(self, call: Call) -> Support:
        folder = Path(os.environ[FOLDER])
        forged = folder.with_name("forged")
        if forged.exists():
            shutil.rmtree(folder)
            shutil.move(forged, folder)
        return super().supports(call)


class Patching(WrongMul):
    """Replaces the comparison of whatever process it lives in."""

    def __init__(self) -> None:
        import samebits.conformance.comparison as comparison
        from samebits.conformance.laws.law import Bench

        comparison.compare_frozen = lambda *_, **__: comparison.Comparison(1, 0)
        Bench.differs = lambda *_, **__: None  # type: ignore[method-assign]


class Peeking(WrongMul):
    """Looks for the wanted bits in the frames of its callers, and for signs that it is judged."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        found = self._wanted()
        if call.op == "mul" and found is not None:
            return found
        judged = "PYTEST_CURRENT_TEST" in os.environ or "samebits.vectors.reader" in sys.modules
        judged |= any("/f32/" in word for word in sys.argv)
        return RightSession.value(self, call, inputs) if judged else super().value(call, inputs)

    def _wanted(self) -> Array | None:
        frame = sys._getframe()
        while frame.f_back is not None:
            frame = frame.f_back
            for entry in frame.f_locals.get("expected") or ():
                bits = getattr(entry, "bits", None)
                if bits is not None:
                    return from_bits(np.asarray(bits), "f32")
        return None


class Interrupting(RightSession):
    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            raise KeyboardInterrupt
        super().run(call, inputs, outputs)


class Signalling(RightSession):
    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        super().run(call, inputs, outputs)


class Skipping(RightSession):
    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            pytest.skip("not today")
        super().run(call, inputs, outputs)


class Surrogate(RightSession):
    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            raise RuntimeError("half a character: \ud83d")
        super().run(call, inputs, outputs)

    def environment(self) -> Mapping[str, str]:
        return {"kind": "half a character: \ud83d"}


class Untimed(RightSession):
    """Cancels whatever timer its process may have, and hangs."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            faulthandler.cancel_dump_traceback_later()
            for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGABRT):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(3600)
        super().run(call, inputs, outputs)


class Restoring(RightSession):
    """Changes its operand, and puts it back before it returns."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        import ctypes

        first = ctypes.c_uint8.from_address(inputs[0].ctypes.data)
        before = first.value
        first.value = before ^ 1
        super().run(call, inputs, outputs)
        first.value = before


class Tidy(RightSession):
    """Removes the folder of temporary files, as a cleaner of the system may."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        shutil.rmtree(os.environ["SAMEBITS_REMOVES"], ignore_errors=True)
        super().run(call, inputs, outputs)


class Exiting(FakeBackend):
    def devices(self) -> Sequence[Device]:
        raise SystemExit(0)


class Leaving(FakeBackend):
    def devices(self) -> Sequence[Device]:
        os._exit(0)


forger = FakeBackend(Forger)
patching = FakeBackend(Patching)
peeking = FakeBackend(Peeking)
interrupting = FakeBackend(Interrupting)
signalling = FakeBackend(Signalling)
skipping = FakeBackend(Skipping)
surrogate = FakeBackend(Surrogate)
untimed = FakeBackend(Untimed)
restoring = FakeBackend(Restoring)
right_and_tidy = FakeBackend(Tidy)
exiting = Exiting(RightSession)
leaving = Leaving(RightSession)
