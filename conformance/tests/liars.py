"""Backends that try to deceive the judge.

Each of them once got exit status 0 or ended the run.
"""

from __future__ import annotations

import faulthandler
import os
import shutil
import signal
import sys
import time
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from samebits.backends import discovery
from samebits.backends.protocol import Array, Device, Support, Unsupported
from samebits.conformance.tests.fakes import FakeBackend, RightSession, WrongMul
from samebits.spec.formats import from_bits
from samebits.spec.language.call import Call

FOLDER = "SAMEBITS_LIAR_FOLDER"
"""Environment variable with the path of the vectors, which the forger is assumed to know."""


class Forger(WrongMul):
    """A session whose `supports` replaces the vectors of the judge by forged vectors."""

    def supports(self, call: Call) -> Support:
        folder = Path(os.environ[FOLDER])
        forged = folder.with_name("forged")
        if forged.exists():
            shutil.rmtree(folder)
            shutil.move(forged, folder)
        return super().supports(call)


class Patching(WrongMul):
    """A session that replaces the functions of its process that compare bits."""

    def __init__(self) -> None:
        import samebits.conformance.calls.comparison as comparison
        from samebits.conformance.laws.law import Bench

        comparison.compare_frozen = lambda *_, **__: comparison.Comparison(1, 0)
        Bench.differs = lambda *_, **__: None  # type: ignore[method-assign]


class Peeking(WrongMul):
    """A session that searches the frames of its callers for the right bits.

    If it finds signs of a judge, it computes right bits, else wrong bits.
    """

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
    """A session that cancels any timer of its process and then hangs."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            faulthandler.cancel_dump_traceback_later()
            for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGABRT):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(3600)
        super().run(call, inputs, outputs)


class Restoring(RightSession):
    """A session that changes its operand and restores it before it returns."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        import ctypes

        first = ctypes.c_uint8.from_address(inputs[0].ctypes.data)
        before = first.value
        first.value = before ^ 1
        super().run(call, inputs, outputs)
        first.value = before


class Tidy(RightSession):
    """A session that removes the folder of temporary files, as a system cleaner may do."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        shutil.rmtree(os.environ["SAMEBITS_REMOVES"], ignore_errors=True)
        super().run(call, inputs, outputs)


class Withdrawing(RightSession):
    """A session that denies support for all other ops as soon as it has run one op.

    A law that compares with another op would then be excused.
    """

    ran = ""

    def supports(self, call: Call) -> Support:
        if self.ran not in ("", call.op):
            return Unsupported("not today")
        return super().supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.ran = call.op
        super().run(call, inputs, outputs)


class Speechless(RightSession):
    """A session that hangs in `environment` and `condition`, and in `supports` for mul."""

    def supports(self, call: Call) -> Support:
        if call.op == "mul":
            time.sleep(3600)
        return super().supports(call)

    def environment(self) -> Mapping[str, str]:
        time.sleep(3600)
        return {}

    def condition(self) -> Mapping[str, str]:
        time.sleep(3600)
        return {}


class Posing(RightSession):
    """A session whose environment states facts that only the judge may state."""

    def environment(self) -> Mapping[str, str]:
        return {"cpu": "Quantum 9000", "module_digest": "0" * 64, "backend_spelled": "c"}


class DigestLiar(RightSession):
    """A session that replaces the function that computes the digest of its module."""

    def __init__(self) -> None:
        discovery.module_digest = lambda name: "f" * 64


class Stopping(RightSession):
    """A session that stops the parent process once."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul" and _is_first("stopped"):
            os.kill(os.getppid(), signal.SIGSTOP)
        super().run(call, inputs, outputs)


class Suicidal(RightSession):
    """A session that kills itself where it would be wrong, and is right on the second attempt."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if _is_first(f"{call.op}{zlib.crc32(inputs[0].tobytes())}"):
            os.kill(os.getpid(), signal.SIGKILL)
        super().run(call, inputs, outputs)


def _is_first(name: str) -> bool:
    """Return whether the file `name` is not yet in the folder of this test, and create it."""
    try:
        (Path(os.environ[FOLDER]) / name).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


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
withdrawing = FakeBackend(Withdrawing)
speechless = FakeBackend(Speechless)
posing = FakeBackend(Posing)
digest_liar = FakeBackend(DigestLiar)
stopping = FakeBackend(Stopping)
suicidal = FakeBackend(Suicidal)
right_and_tidy = FakeBackend(Tidy)
exiting = Exiting(RightSession)
leaving = Leaving(RightSession)
