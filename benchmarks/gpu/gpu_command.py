"""The run of the suite `cuda`: ceilings, all rows with progress, ceilings again, and the page."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, cast

from samebits.backends import discovery
from samebits.backends.cuda.compiling.presence import one_line
from samebits.backends.cuda.session import CudaSession
from samebits.benchmarks.gpu import ceilings, facts, gpu_record as record
from samebits.benchmarks.gpu.figures import Ceilings, rate
from samebits.benchmarks.gpu.gpu_measuring import OURS, measured
from samebits.benchmarks.gpu.gpu_page import page
from samebits.benchmarks.gpu.places import Gpu, Place, StandIn
from samebits.benchmarks.gpu.rows import FULL, Row, all_rows
from samebits.benchmarks.gpu.tables import shown_time
from samebits.benchmarks.peers import BenchmarkError
from samebits.common.files import write_atomically

SECONDS = 0.5
"""Default time for a row in seconds; `--seconds` changes it."""

CEILING_SECONDS = 2.0
"""Time for measuring the ceilings in seconds, at the start and at the end of a run."""

STAND_IN_ELEMENTS = 4096
FAILED, INTERRUPTED = 1, 130
"""Exit statuses: for failed rows, and for an interruption by SIGINT or SIGTERM."""

TWICE = 1.0
"""A second signal within this number of seconds counts as a copy of the first."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """The settings of a run.

    `seconds` is the time for a row, for all sides together; None means SECONDS. `elements` None
    means 2^28 on a GPU and 4096 on the emulated device.
    """

    device: str
    seconds: float | None = None
    elements: int | None = None
    ops: Sequence[str] = ()
    rows: Path | None = None
    resume: bool = False
    markdown: Path | None = None

    @property
    def each(self) -> float:
        """Return the time for a row in seconds."""
        return SECONDS if self.seconds is None else self.seconds

    @property
    def size(self) -> int:
        """Return the number of elements of the large arrays."""
        stand_in = self.device.removeprefix("cuda:").startswith("emulated")
        return self.elements or (STAND_IN_ELEMENTS if stand_in else FULL)


@dataclass(slots=True)
class _Signals:
    """The signal that requested the end of the run, and its time.

    `received` is "" if there was none.
    """

    received: str = ""
    at: float = 0.0


def listed(wish: Wish) -> str:
    """Return the names of the rows, one per line. Raises BenchmarkError."""
    return "\n".join(row.name for row in all_rows(wish.size, wish.ops))


def run(wish: Wish, say: Say) -> int:
    """Measure the rows, and write their file and the page. `say` prints one line.

    Returns the exit status: 0, FAILED if a row failed, or INTERRUPTED if a signal ended the run
    after the current row. Raises SamebitsError if the run cannot continue. Rows that were measured
    stay stored.
    """
    if wish.resume and wish.rows is None:
        raise BenchmarkError("--resume needs a file to continue; name it with --rows FILE")
    rows = all_rows(wish.size, wish.ops)
    with discovery.load("cuda").open(wish.device) as session:
        place = _place(cast(CudaSession, session))
        environment = facts.environment(place, wish.size)
        kept, said = record.begin(wish.rows, environment, resume=wish.resume)
        for text in (said, environment["stand_in"], *_peers(environment)):
            if text:
                say(text)
        left = [row for row in rows if row.name not in kept.settled]
        with _listening() as signals:
            try:
                _measure(place, left, kept, wish, say, signals)
            except KeyboardInterrupt:
                say("ended at once, within a row")
            finally:
                if wish.markdown is not None:
                    write_atomically(wish.markdown, page(kept.lines).encode())
        if signals.received:
            say(f"ended by {signals.received}: {_rest(rows, kept, wish)}")
            return INTERRUPTED
        tried = {x["name"] for x in kept.lines if x["kind"] == "row"}
        failed = len(tried - kept.held)
        say(f"{len(kept.held)} rows measured" + (f", {failed} failed" if failed else ""))
    return FAILED if failed else 0


def _measure(
    place: Place, rows: Sequence[Row], kept: record.Record, wish: Wish, say: Say, signals: _Signals
) -> None:
    """Measure the remaining rows, and the ceilings before and after them.

    Raises BenchmarkError if the device is lost.
    """
    if rows:
        _ceilings(place, "beginning", kept, wish, say)
    begun = time.perf_counter()
    for number, row in enumerate(rows, 1):
        if signals.received:
            return
        line = measured(place, row, wish.each)
        reason = _lost(place)
        if reason:  # Do not retry this row: it would lose the device again, before all later rows.
            line = {**line, "error": line.get("error", reason), "lost": True}
        kept.append(line)
        left = (time.perf_counter() - begun) / number * (len(rows) - number)
        say(f"{number}/{len(rows)} {_progress(line, kept)}; {left:.0f} s left")
        if reason:
            where = "" if kept.path is None else "; go on by the same command with --resume"
            raise BenchmarkError(f"the device can compute nothing more ({reason}){where}")
        place.release(everything="error" in line)
    if rows or not any(x.get("when") == "end" for x in kept.lines):
        _ceilings(place, "end", kept, wish, say)


def _ceilings(place: Place, when: str, kept: record.Record, wish: Wish, say: Say) -> None:
    found = ceilings.measured(place, min(CEILING_SECONDS, 2 * wish.each), wish.size)
    clocks = facts.told(place, facts.CHANGING)
    kept.append({"kind": "ceilings", "when": when, "clocks": clocks, **found})
    shown = [f"{name} {value / 1e9:.5g} G{u}" for name, value, u in _units(found)]
    say(f"ceilings at the {when}: " + (", ".join(shown) or found.get("reason", "")))


def _units(found: dict[str, Any]) -> Iterator[tuple[str, float, str]]:
    for name, value in found.get("rates", {}).items():
        yield name, value, ceilings.UNITS[name]


def _progress(line: dict[str, Any], kept: record.Record) -> str:
    """Return a line about a measured row: our time, rate and share, and the ratio to each peer."""
    if "error" in line:
        return f"{line['name']}: FAILED: {line['error']}"
    heights = [x for x in kept.lines if x["kind"] == "ceilings"]
    share = Ceilings(*ceilings.bounding(heights)).share(line)
    sides = line["sides"]
    parts = [f"{shown_time(sides[OURS]['seconds'])}", rate(line)]
    parts += [] if share is None else [f"{share:.2f} of the ceiling"]
    parts += [f"{name} {side['ratio']:.2f}" for name, side in sides.items() if name != OURS]
    parts.append(f"host {1e6 * sides[OURS]['host_seconds']:.1f} us")
    return f"{line['name']}: " + ", ".join(parts)


def _lost(place: Place) -> str:
    """Return the reason why the device cannot compute any more, or "" if it can."""
    try:
        place.synchronize()
    except Exception as error:
        return one_line(error)
    return ""


def _place(session: CudaSession) -> Place:
    name = session.device
    if name.startswith("gpu"):
        return Gpu(session, int(name.removeprefix("gpu")))
    return StandIn(session)


def _peers(environment: dict[str, Any]) -> list[str]:
    """Return lines about the settings of the peers, to be printed before the first row."""
    shown = [f"{k}: {v}" for k, v in environment["facts"].items() if k.startswith(("PyT", "CuPy"))]
    return ["; ".join(shown)]


def _rest(rows: Sequence[Row], kept: record.Record, wish: Wish) -> str:
    done = sum(row.name in kept.held for row in rows)
    where = f" are in {wish.rows}; --resume continues" if wish.rows else " were measured"
    return f"{done} of {len(rows)} rows{where}"


@contextmanager
def _listening() -> Iterator[_Signals]:
    """Note SIGINT and SIGTERM, so that the run ends after the current row.

    A later signal ends the run immediately. A signal directly after the first one counts as its
    copy, because `timeout` of coreutils signals the process and then its group.
    """
    signals = _Signals()
    before: dict[signal.Signals, Any] = {}

    def note(number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if signals.received and now - signals.at > TWICE:
            raise KeyboardInterrupt
        if not signals.received:
            signals.received, signals.at = signal.Signals(number).name, now

    for watched in (signal.SIGINT, signal.SIGTERM):
        before[watched] = signal.getsignal(watched)
        signal.signal(watched, note)
    try:
        yield signals
    finally:
        for watched, handler in before.items():
            signal.signal(watched, handler)
