"""A case on a device: make the arrays, run the call and compare.

The result is a row of the table.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.resident import Resident, empty
from samebits.backends.cuda.lab.large.case import POISON, Case, Operand
from samebits.backends.cuda.lab.large.compare import compare
from samebits.backends.cuda.lab.large.reference import Reference
from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.cuda.session import CudaSession
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op

RIGHT, WRONG, NOT_RUN = "right", "WRONG", "not run"

_GIB = 1 << 30
_WORD = np.dtype(np.int64)


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a case. `seconds` is the time of the call only, and `wall` the total time.

    `compared` is the number of compared elements, and `of` the number of elements of the result.
    """

    name: str
    call: str
    elements: int
    state: str
    note: str = ""
    seconds: float = 0.0
    wall: float = 0.0
    compared: int = 0
    of: int = 0

    def __str__(self) -> str:
        text = f"{self.name:<24}{self.elements:>12} elements  "
        if self.seconds:
            text += f"{self.seconds:9.4f} s  compared {self.compared} of {self.of}  "
        return f"{text}{self.state}" + (f": {self.note}" if self.note else "")

    def as_json(self) -> dict[str, Any]:
        """Return the fields by name."""
        return asdict(self)


def run_case(
    session: CudaSession, reference: Reference, name: str, case: Case, seconds: float, seed: int
) -> Row:
    """Run a case and compare its result. The row reports a case that failed or could not run."""
    started = time.perf_counter()
    state, note, took, compared, of = NOT_RUN, "", 0.0, 0, 0
    try:
        note = missing_memory(session, case)
        if not note:
            took, output = _call(session, reference, case)
            wanted = case.expect(reference)
            found = compare(reference, output, wanted, seconds, seed)
            compared, of = found.compared, found.elements
            state = WRONG if found.wrong else RIGHT
            note = "; ".join(str(wrong) for wrong in found.wrong[:1])
            if len(found.wrong) > 1:
                note += f"; {len(found.wrong)} pieces are wrong"
    except DeviceMemoryError as error:
        note = str(error)
    except BackendError as error:
        state, note = WRONG, str(error)
    except Exception as error:  # an error in one case must not stop the others
        state, note = WRONG, f"the case itself failed: {type(error).__name__}: {error}"
    wall = time.perf_counter() - started
    return Row(name, str(case.call), case.elements, state, note, took, wall, compared, of)


def missing_memory(session: CudaSession, case: Case) -> str:
    """Return the reason why a case does not fit the device, or "".

    This loads the case's kernels.
    """
    scratch = session.scratch(case.call, [x.layout for x in case.arrays])
    needed = sum(x.size for x in case.arrays) + scratch
    free = session.machine.free_memory()
    if needed <= free:
        return ""
    return (
        f"does not fit: needs {needed / _GIB:.1f} GiB ({scratch / _GIB:.1f} of them besides its "
        f"arrays), {free / _GIB:.1f} are free"
    )


def _call(session: CudaSession, reference: Reference, case: Case) -> tuple[float, Resident]:
    """Make the arrays and run the call.

    Return its time in seconds, and the result's flat memory.
    """
    inputs = [_filled(session, reference, x) for x in case.inputs]
    output = _memory(session, case.output)
    _poison(session, output)
    seen = [_seen(held, x) for held, x in zip(inputs, case.inputs, strict=True)]
    machine = session.machine
    with machine.selected():
        machine.synchronize()
    started = time.perf_counter()
    session.run(case.call, seen, [_seen(output, case.output)])
    with machine.selected():
        machine.synchronize()
    return time.perf_counter() - started, output.view((case.output.held,), None, 0)


def _memory(session: CudaSession, x: Operand) -> Resident:
    """Return new flat memory for an operand."""
    item = x.dtype.itemsize
    return empty(session.machine, (x.size // item,), x.dtype)


def _filled(session: CudaSession, reference: Reference, x: Operand) -> Resident:
    held = _memory(session, x)
    for start, stop in reference.pieces(x.held):
        held.write(start, x.elements(start, stop))
    return held


def _seen(held: Resident, x: Operand) -> Any:
    """Return the array that the call sees, as a view of its memory."""
    return held.view(x.shape, x.steps, 0)


def _poison(session: CudaSession, held: Resident) -> None:
    """Fill memory with POISON: a copy on the device, and an upload for the last word."""
    count = held.size * held.dtype.itemsize // _WORD.itemsize
    words: Any = held.view((count,), None, 0, _WORD)
    word = np.full(_WORD.itemsize, POISON, np.uint8).view(_WORD)
    one = empty(session.machine, (1,), _WORD)
    one.write(0, word)
    copy = get_op("cast").call(("i64",), ("i64",))
    repeated: Any = one.view((count,), (0,), 0)
    session.run(copy, [repeated], [words])
    words.write(words.size - 1, word)


def exit_status(rows: Sequence[Row]) -> int:
    """Return 0 if all results are right, 1 if one is wrong, 3 if a case did not run."""
    states = {row.state for row in rows}
    return 1 if WRONG in states else 3 if NOT_RUN in states else 0
