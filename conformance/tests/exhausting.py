"""A simple backend for tests of `prove` and of level exhaustive: neg and abs, with mistakes."""

from __future__ import annotations

import queue
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    Device,
    Session,
    Support,
    Supported,
    Unsupported,
)
from samebits.common.files import write_atomically
from samebits.conformance.calls.subject import Subject
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call
from samebits.vectors.answers import ArithmeticRoute
from samebits.vectors.certificate import Certificate, frozen
from samebits.vectors.certificates import FLAG
from samebits.vectors.digests import bits_digest
from samebits.vectors.domain import BLOCK, domain_of
from samebits.vectors.flags import seal_flags
from samebits.vectors.writer import write_certificate

HERE = "py:samebits.conformance.tests.exhausting:"
NEG16 = Call("neg", 1, ("f16",), ("f16",))
NEG32 = Call("neg", 1, ("f32",), ("f32",))
ABS16 = Call("abs", 1, ("bf16",), ("bf16",))


RAISED = {
    "raises": RuntimeError("no such kernel"),
    "exits": SystemExit(0),
    "empties": queue.Empty(),
}
"""Exceptions that a backend raises by mistake.

The prover itself uses the last two types.
"""


class PlainSession:
    """A session that computes neg and abs on bits, with the mistake of its backend."""

    def __init__(self, backend: Plain) -> None:
        self.backend = backend

    def supports(self, call: Call) -> Support:
        return Supported() if call.op in ("neg", "abs") else Unsupported("not made for it")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        form = get_format(call.inputs[0])
        sign = form.bits_dtype.type(form.sign_mask)
        x, y = bits_of(inputs[0]), outputs[0].view(form.bits_dtype)
        mistake = self.backend.mistake
        if mistake in RAISED:
            raise RAISED[mistake]
        right = x ^ sign if call.op == "neg" else x & ~sign
        if mistake == "unwritten":
            y[: y.size // 2] = right[: y.size // 2]
            return
        y[...] = right
        if mistake == "wrong" and call.op == "neg":
            y[np.isin(x, np.array(self.backend.wrong, x.dtype))] ^= 1

    def environment(self) -> Mapping[str, str]:
        return {"source_digest": self.backend.digest} if self.backend.digest else {}

    def __enter__(self) -> PlainSession:
        return self

    def __exit__(self, *what: object) -> None:
        return None


class Plain:
    """A backend of `PlainSession`, with a mistake to make and inputs to compute wrongly."""

    def __init__(
        self,
        mistake: str = "",
        wrong: Sequence[int] = (),
        digest: str = "1",
        names: Sequence[str] = ("cpu",),
        by_name: Sequence[str] = (),
    ) -> None:
        self.name, self.version, self.protocol = "plain", "1", PROTOCOL_VERSION
        self.mistake, self.wrong, self.digest = mistake, wrong, digest
        self.names, self.by_name = names, by_name

    def devices(self) -> Sequence[Device]:
        return [Device(name, "plain", by_name=name in self.by_name) for name in self.names]

    def open(self, device: str) -> Session:
        return PlainSession(self)


right = Plain()
wrong = Plain("wrong", (0x3C00, 0x3C01, 0xFC00))
raises = Plain("raises")
exits = Plain("exits")
unwritten = Plain("unwritten")
several = Plain(names=("small", "large", "odd"), by_name=("odd",))


def subject(backend: Plain) -> Subject:
    """Return the subject that the judge would make of the backend."""
    return Subject(f"{HERE}right", backend, backend.devices()[0], backend.open("cpu"))


def certificate(call: Call) -> Certificate:
    """Return a certificate without a proof, computed by the NumPy route."""
    domain = domain_of(call)
    answers = (ArithmeticRoute().answer(call, *domain.span(b)) for b in range(domain.blocks))
    digests = [bits_digest(answer.bits) for answer in answers]
    judged = {"backend": "plain", "device": "cpu"}
    return Certificate(call, "0.1", BLOCK, *frozen(digests), 0, 0, (), "m", {}, judged, 0.0)


def empty_room(folder: Path) -> Path:
    """Create a folder of vectors that has no case."""
    text = f'{{"{FLAG}": {{"description": "d", "failure": "f", "clause": "R2"}}}}\n'
    write_atomically(folder / "flags.json", text.encode())
    seal_flags(folder)
    return folder


def room(folder: Path, *calls: Call) -> Path:
    """Create a folder of vectors that contains only certificates of the given calls."""
    empty_room(folder)
    for call in calls:
        write_certificate(folder, certificate(call))
    return folder
