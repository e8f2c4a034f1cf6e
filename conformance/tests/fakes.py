"""Backends for tests of the runner: right ones, wrong ones, and ones that crash.

Their names are py:module:object.
"""

from __future__ import annotations

import ctypes
import math
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import numpy as np

from samebits.backends.checks import check_call
from samebits.backends.hosting import fenv
from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    BackendError,
    Device,
    Session,
    Support,
    Supported,
    Unsupported,
)
from samebits.common.errors import SamebitsError
from samebits.conformance.tests.small_backend import tree_sum
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits
from samebits.spec.language.call import Call

OPS = ("add", "mul", "sum")
"""Ops of the fake backends and of examples/exec_backend.cpp; see test_no_tables_of_ops.py."""


class RightSession:
    """A session with add, mul and sum in binary32, which is right for ordinary numbers."""

    def supports(self, call: Call) -> Support:
        if call.op in OPS and call.label == "f32":
            return Supported()
        return Unsupported("not made for it")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        check_call(call, inputs, outputs)
        with np.errstate(all="ignore"), fenv.hostile(fenv.Environment()):
            outputs[0][...] = canonical(self.value(call, inputs))

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        if call.op == "add":
            return np.asarray(inputs[0] + inputs[1])
        if call.op == "mul":
            return np.asarray(inputs[0] * inputs[1])
        (x,) = inputs
        axes = call.attributes["axes"]
        listed: Sequence[int] = range(x.ndim) if axes is None else axes  # type: ignore[assignment]
        reduced = tuple(sorted(axis % x.ndim for axis in listed))  # row-major order (T2)
        kept = tuple(i for i in range(x.ndim) if i not in reduced)
        shape = tuple(x.shape[i] for i in kept)
        count = math.prod(x.shape[i] for i in reduced)
        moved = x.transpose(*kept, *reduced).reshape(-1 if x.size else math.prod(shape), count)
        sums = np.array([tree_sum(row) for row in moved], np.float32).reshape(shape)
        return np.expand_dims(sums, reduced) if call.attributes["keepdims"] else sums

    def environment(self) -> Mapping[str, str]:
        return {"kind": "fake"}

    def __enter__(self) -> Session:
        return self  # type: ignore[return-value]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


def canonical(x: Array) -> Array:
    return from_bits(canonicalize_nan(bits_of(np.asarray(x, np.float32)), "f32"), "f32")


class WrongMul(RightSession):
    """A session that clears the last bit of every product."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        right = super().value(call, inputs)
        return (
            from_bits(bits_of(right) & np.uint32(~1 & 0xFFFFFFFF), "f32")
            if call.op == "mul"
            else right
        )


class WrongAddAt(RightSession):
    """A session that makes element 130 wrong by 1 ulp if add has 300 elements."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        right = super().value(call, inputs)
        if call.op == "add" and right.size == 300:
            bits = bits_of(right).copy()
            bits[130] += 1
            return from_bits(bits, "f32")
        return right


class Raising(RightSession):
    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            raise RuntimeError("no product\ntoday")
        super().run(call, inputs, outputs)


class Crashing(RightSession):
    """A session that dies by a segmentation fault when it computes a product."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            ctypes.string_at(0)
        super().run(call, inputs, outputs)


class Leaving(RightSession):
    """A session that ends its process without output when it computes a product."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            os._exit(0)
        super().run(call, inputs, outputs)


class Killing(RightSession):
    """A session that kills the parent process when it computes a product."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            os.kill(os.getppid(), 9)
        super().run(call, inputs, outputs)


class Losing(RightSession):
    """A session that loses its device in a product: every later call in its process fails."""

    is_lost = False

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.is_lost |= call.op == "mul"
        if self.is_lost:
            raise BackendError("an illegal address was met")
        super().run(call, inputs, outputs)


class Hanging(RightSession):
    """A session that hangs in products and holds the interpreter lock, as native code may."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            ctypes.PyDLL(None).sleep(3600)
        super().run(call, inputs, outputs)


class Slow(RightSession):
    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        time.sleep(1.0)
        super().run(call, inputs, outputs)


class Unwriting(RightSession):
    """A session that never writes the last element of a result."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        with np.errstate(all="ignore"):
            right = canonical(self.value(call, inputs))
        if outputs[0].size > 1:
            outputs[0].reshape(-1)[:-1] = right.reshape(-1)[:-1]
        else:
            outputs[0][...] = right


class Meddling(RightSession):
    """A session that changes its first operand in memory that it must not write."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        super().run(call, inputs, outputs)
        ctypes.memset(inputs[0].ctypes.data, 0x11, 1)


class Overrunning(RightSession):
    """A session that writes one byte past the end of its result."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        super().run(call, inputs, outputs)
        if outputs[0].flags.c_contiguous:
            ctypes.memset(outputs[0].ctypes.data + outputs[0].nbytes, 0x11, 1)


class Silent(RightSession):
    def supports(self, call: Call) -> Support:
        return Unsupported("nothing at all")


class Rude(RightSession):
    def supports(self, call: Call) -> Support:
        return True  # type: ignore[return-value]


class Lingering(RightSession):
    """A session whose next two results of add are wrong after the first refused call.

    They are wrong in any process: a file represents the state of a driver or a daemon, which
    outlives a host.
    """

    left = Path(os.environ.get("SAMEBITS_KEEP", "kept")).with_suffix(".left")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        try:
            super().run(call, inputs, outputs)
        except SamebitsError:
            if not self.left.exists():
                self.left.write_text("2")
            raise
        wrong = int(self.left.read_text()) if self.left.exists() else 0
        if call.op == "add" and wrong:
            self.left.write_text(str(wrong - 1))
            outputs[0].view(np.uint32).reshape(-1)[0] ^= 1


class WrongAdd(RightSession):
    """A session in which every result of add is wrong, with or without refused calls."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        right = super().value(call, inputs)
        return from_bits(bits_of(right) ^ np.uint32(1), "f32") if call.op == "add" else right


class Remembering(RightSession):
    """A session that adds to its results a number that grows with each call."""

    def __init__(self) -> None:
        self.calls = 0

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        self.calls += 1
        return super().value(call, inputs) + np.float32(self.calls)


class Warming(RightSession):
    """A session that reports a different clock frequency for each request."""

    def condition(self) -> Mapping[str, str]:
        return {"clock": f"{time.time_ns()} Hz"}


class Unasked(RightSession):
    """A session whose device condition cannot be read."""

    def condition(self) -> Mapping[str, str]:
        raise OSError("no\nsensor")


class FakeBackend:
    """A backend with one available and one unavailable device."""

    version = "1"
    protocol = PROTOCOL_VERSION

    def __init__(self, session: type[RightSession]) -> None:
        self.name = session.__name__.lower()
        self._session = session

    def devices(self) -> Sequence[Device]:
        return [Device("cpu", "a fake"), Device("gone", "not there", False, "it was sold")]

    def open(self, device: str) -> Session:
        return self._session()  # type: ignore[return-value]


class Closed(FakeBackend):
    def open(self, device: str) -> Session:
        raise BackendError("the door is closed; open it")


right = FakeBackend(RightSession)
wrong_mul = FakeBackend(WrongMul)
wrong_add = FakeBackend(WrongAddAt)
raising = FakeBackend(Raising)
losing = FakeBackend(Losing)
killing = FakeBackend(Killing)
crashing = FakeBackend(Crashing)
leaving = FakeBackend(Leaving)
hanging = FakeBackend(Hanging)
slow = FakeBackend(Slow)
unwriting = FakeBackend(Unwriting)
meddling = FakeBackend(Meddling)
overrunning = FakeBackend(Overrunning)
silent = FakeBackend(Silent)
rude = FakeBackend(Rude)
lingering = FakeBackend(Lingering)
wrong_sums = FakeBackend(WrongAdd)
remembering = FakeBackend(Remembering)
warming = FakeBackend(Warming)
unasked = FakeBackend(Unasked)
closed = Closed(RightSession)
