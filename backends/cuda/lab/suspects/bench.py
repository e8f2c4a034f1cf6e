"""The environment of every check: the session, and functions that run or expect to be refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from samebits.backends.cuda.lab.suspects import Found, NotHere
from samebits.backends.cuda.lab.suspects.libraries import Library, library_of
from samebits.backends.cuda.session import CudaSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, BackendError
from samebits.spec.language.call import Call


@dataclass(frozen=True, slots=True)
class Bench:
    """A session under test. `libraries` are the libraries that checks have used."""

    session: CudaSession
    libraries: dict[str, Library] = field(default_factory=dict)

    @property
    def is_gpu(self) -> bool:
        """Return whether the device is a GPU."""
        return self.session.machine.number >= 0

    def require_gpu(self) -> None:
        """Raise NotHere on the emulated device."""
        if not self.is_gpu:
            raise NotHere("needs a GPU")

    def library(self, name: str) -> Library:
        """Return the library with this name, which is made once; raise NotHere if it is missing."""
        if name not in self.libraries:
            self.libraries[name] = library_of(name, self.session.machine)
        return self.libraries[name]

    def from_host(self, call: Call, *operands: Array) -> Array:
        """Return the only result of a call on NumPy arrays."""
        (result,) = execute(self.session, call, operands)
        return result

    @contextmanager
    def stream(self, library: Library, stream: Any) -> Iterator[None]:
        """Make the session use a stream in this thread in the block, then the default stream."""
        self.session.configure(stream=library.handle(stream))
        try:
            yield
        finally:
            self.session.configure(stream=0)

    def expect_refusal(
        self, call: Call, inputs: Sequence[Any], outputs: Sequence[Any], text: str
    ) -> str:
        """Return the error line with which a call is refused.

        Raises Found if the call is not refused, or if the error is not one line with `text`.
        """
        try:
            self.session.run(call, inputs, outputs)
        except BackendError as error:
            said = str(error)
            if text not in said or "\n" in said:
                raise Found(f"the refusal is {said!r}, but it must contain {text!r}") from error
            return said
        raise Found(f"the call was not refused, but a refusal with {text!r} was expected")


def require_same(got: Array, wanted: Array, what: str) -> None:
    """Raise Found if bytes differ. The error names the first differing element."""
    if got.tobytes() == wanted.tobytes():
        return
    if got.shape != wanted.shape or got.dtype != wanted.dtype:
        raise Found(f"{what}: {got.dtype}{got.shape} is not {wanted.dtype}{wanted.shape}")
    raw = np.dtype(f"V{wanted.dtype.itemsize}")
    ours, right = (np.ascontiguousarray(x).reshape(-1).view(raw) for x in (got, wanted))
    wrong = np.flatnonzero(np.array([a != b for a, b in zip(ours, right, strict=True)]))
    first = int(wrong[0])
    raise Found(
        f"{what}: {wrong.size} of {wanted.size} elements are wrong; number {first} is "
        f"{got.reshape(-1)[first]}, not {wanted.reshape(-1)[first]}"
    )
