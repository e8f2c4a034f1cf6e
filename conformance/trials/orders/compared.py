"""Compare the results of all devices with the NumPy route for one call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from samebits.backends import discovery
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError, Session, Unsupported
from samebits.conformance.questions.route import evaluate
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of

Bits = np.ndarray[Any, Any]

DEVICES = ("c:baseline", "c:avx2", "c:avx512", "cuda:emulated")


@dataclass
class Found:
    """The counts for an op (calls, compared results, refused calls), and its differences.

    A call counts as refused if it is an error for its operands, such as a probability of NaN.
    """

    calls: int = 0
    results: int = 0
    refused: int = 0
    differ: list[str] = field(default_factory=list)


@contextmanager
def opened(names: Sequence[str] = DEVICES) -> Iterator[Mapping[str, Session]]:
    """Open the named devices that this machine has, and yield their sessions by name."""
    with ExitStack() as stack:
        found: dict[str, Session] = {}
        for name in names:
            backend, _, device = name.partition(":")
            loaded = discovery.load(backend)
            if any(d.name == device and d.available for d in loaded.devices()):
                found[name] = stack.enter_context(loaded.open(device))
        yield found


def compare(sessions: Mapping[str, Session], specimen: Specimen, found: Found) -> None:
    """Run a call on every device that has a kernel for it, and add the counts to `found`."""
    operands = specimen.operands()
    try:
        wanted = evaluate(specimen.call, operands)
    except SpecError:
        found.refused += 1
        return
    found.calls += 1
    for name, session in sessions.items():
        if name.startswith("cuda") and isinstance(session.supports(specimen.call), Unsupported):
            continue  # the op has no kernel there; the ops of its nodes are tested separately
        try:
            got = [bits_of(np.asarray(x)) for x in execute(session, specimen.call, operands)]
        except BackendError as error:
            found.differ.append(f"{name}: {specimen}: {error}")
            continue
        for output, (a, b) in enumerate(zip(got, wanted, strict=True)):
            found.results += b.size
            wrong = np.flatnonzero((a != b).reshape(-1))
            if wrong.size:
                at = np.unravel_index(wrong[0], b.shape)
                found.differ.append(
                    f"{name}: {specimen}: result {output} differs in {wrong.size} of {b.size} "
                    f"elements, first at {tuple(map(int, at))}: {a[at]:x}, not {b[at]:x}"
                )
