"""Backends for tests of the runner: right, wrong and dying ones. Named as py:module:object."""

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
"""What the fake backends compute, and examples/exec_backend.cpp; test_no_tables_of_ops knows it."""


class RightSession:
    """add, mul and sum in binary32, right on plain numbers."""

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
        reduced = tuple(sorted(axis % x.ndim for axis in listed))  # row-major (clause T2)
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
    """Products lose their last bit."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        right = super().value(call, inputs)
        return (
            from_bits(bits_of(right) & np.uint32(~1 & 0xFFFFFFFF), "f32")
            if call.op == "mul"
            else right
        )


class WrongAddAt(RightSession):
    """One element of a sum of 300 is off by one unit in the last place."""

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
    """Dies of a segmentation fault in products."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            ctypes.string_at(0)
        super().run(call, inputs, outputs)


class Leaving(RightSession):
    """End the process in products, without output."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            os._exit(0)
        super().run(call, inputs, outputs)


class Killing(RightSession):
    """Kills the process that asks it for products."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            os.kill(os.getppid(), 9)
        super().run(call, inputs, outputs)


class Losing(RightSession):
    """Its device is lost in products: nothing works any more in this process."""

    is_lost = False

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.is_lost |= call.op == "mul"
        if self.is_lost:
            raise BackendError("an illegal address was met")
        super().run(call, inputs, outputs)


class Hanging(RightSession):
    """Never comes back from products, holding the interpreter's lock as native code may."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if call.op == "mul":
            ctypes.PyDLL(None).sleep(3600)
        super().run(call, inputs, outputs)


class Slow(RightSession):
    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        time.sleep(1.0)
        super().run(call, inputs, outputs)


class Unwriting(RightSession):
    """Leaves the last element of every result as it was."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        with np.errstate(all="ignore"):
            right = canonical(self.value(call, inputs))
        if outputs[0].size > 1:
            outputs[0].reshape(-1)[:-1] = right.reshape(-1)[:-1]
        else:
            outputs[0][...] = right


class Meddling(RightSession):
    """Changes its first operand through the back door."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        super().run(call, inputs, outputs)
        ctypes.memset(inputs[0].ctypes.data, 0x11, 1)


class Overrunning(RightSession):
    """Writes one byte behind its result."""

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
    """After the first refused call two sums of two operands are wrong, in whatever process.

    A file stands for the state of a driver or a daemon, which outlives a host.
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
    """Every sum of two operands is wrong, refusals or not."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        right = super().value(call, inputs)
        return from_bits(bits_of(right) ^ np.uint32(1), "f32") if call.op == "add" else right


class Remembering(RightSession):
    """Adds a little more at every call."""

    def __init__(self) -> None:
        self.calls = 0

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        self.calls += 1
        return super().value(call, inputs) + np.float32(self.calls)


class Warming(RightSession):
    """A device whose clock is another one each time that it is asked, in any process."""

    def condition(self) -> Mapping[str, str]:
        return {"clock": f"{time.time_ns()} Hz"}


class Unasked(RightSession):
    """A device that cannot be asked how it is."""

    def condition(self) -> Mapping[str, str]:
        raise OSError("no\nsensor")


class FakeBackend:
    """A backend of one available device and one that is not there."""

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
