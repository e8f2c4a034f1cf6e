"""Compare the C backend of another machine, run by an emulator, with the certificates.

    python backends/c/tests/isa/agree.py [--target aarch64] [--op OP ...] [--format F ...]
        [--blocks 64] [--threads T] [--again]

The library is cross-compiled and linked with digests.c, and qemu's user mode runs it. The program
tests every call whose inputs can all be enumerated. If the inputs have 8 or 16 bits, all of them
are tested. Calls with one operand of 32 bits are tested on BLOCKS of the 4096 blocks of 2^20
inputs, and calls with more operands on a sixteenth of that number of blocks. Every digest must
equal the digest in the call's certificate. For a call without a certificate, it must equal the
digest from the library for this machine.

Calls that agree are stored in build/isa until the machine code of the emulated library or their
reference changes. So a run that was stopped can continue. A whole run (no --op, no --format, 64
blocks or more) writes a record for docs/results/long-runs.md. The exit status is 1 if any digest
differs, and 2 if the machine lacks a tool.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console

from samebits.backends.c import backend
from samebits.backends.c.library import source_digest, widest_device
from samebits.backends.c.session import CSession
from samebits.backends.c.tests.isa.target import (
    ROOT,
    TARGETS,
    Target,
    build,
    command,
    first_line,
)
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.progress import Watch
from samebits.conformance.trials import long_runs
from samebits.spec.catalog import all_ops
from samebits.spec.formats import FORMATS, bits_of
from samebits.spec.language.call import Call
from samebits.vectors.certificate import name_of
from samebits.vectors.certificates import find_certificate
from samebits.vectors.digests import bits_digest
from samebits.vectors.domain import BLOCK, Domain, domain_of, exhaustible_calls
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import ROOM

HERE = Path(__file__).resolve().parent
CODES = {name: code for code, name in enumerate(FORMATS)}
EVERY = 4096
"""Number of blocks of 2^20 inputs among 2^32 inputs."""

USUAL = 64
"""Default number of blocks to test."""


def order() -> list[int]:
    """Return the numbers of all blocks of binary32, the interesting ones first.

    Blocks of positive and negative numbers alternate. The interesting blocks contain numbers around
    1 and where many functions saturate; zero and subnormals; infinity and NaN; exponents from -4 to
    7, and some others up to the limits of the format. The other blocks follow in the order of their
    bit-reversed numbers, so that any prefix of the list is spread evenly.
    """
    exponents = (0, -1, 2, 6, 1, 3, 4, 5, 7, -2, -3, -4, 10, 24, 64, 127, -8, -13, -25, -64, -126)
    biased = [8 * (127 + e) + 3 * i % 8 for i, e in enumerate(exponents)]
    biased[3:3] = [0, 8 * 255]
    spread = [int(f"{i:011b}"[::-1], 2) for i in range(EVERY // 2)]
    halves = dict.fromkeys([*biased, *spread])
    return [block for half in halves for block in (half, half + EVERY // 2)]


def blocks_of(domain: Domain, count: int) -> list[int]:
    """Return the blocks to test for a call, in ascending order.

    If the domain's blocks have more than 2^20 inputs, correspondingly fewer blocks are tested.
    """
    if domain.inputs < EVERY * BLOCK:
        return list(range(domain.blocks))
    each = domain.block // BLOCK
    wanted = count if len(domain.widths) == 1 else count // 16
    found = dict.fromkeys(block // each for block in order())
    return sorted(list(found)[: max(1, wanted // each)])


def calls(ops: Sequence[str], labels: Sequence[str]) -> Iterator[Call]:
    """Yield every call whose inputs can all be enumerated.

    `ops` and `labels` select ops and formats; if they are empty, everything is selected.
    """
    for op in ops or all_ops():
        for label, call in exhaustible_calls(op):
            if not labels or label in labels:
                yield call


class Machine:
    """The emulated library of a target. The constructor builds it."""

    def __init__(self, target: Target, folder: Path) -> None:
        self.sources = source_digest() or ""
        self.target = target
        self._program = folder / "digests"
        library = build(target, folder / "library", "samebits_baseline")
        library /= "libsamebits_baseline.so"
        link_driver(target.compiler, library, self._program)
        self.code = code_of(library, self.sources)
        """The digest of the library's machine code."""

    def digests(self, call: Call, spans: Sequence[tuple[int, int]]) -> list[str]:
        """Return the digests of the call's results on spans of inputs, given as (first, count)."""
        return driver_digests([*self.target.emulator, str(self._program)], call, spans)


def code_of(library: Path, sources: str) -> str:
    """Return the digest of a library file without the digest of its sources that it contains.

    A change of the sources may leave the machine code of one instruction set unchanged.
    """
    content = library.read_bytes()
    if sources and sources.encode() not in content:
        raise VectorError(f"{library} was built from other sources; remove {library.parents[1]}")
    return hashlib.sha256(content.replace(sources.encode(), b"")).hexdigest()


def link_driver(compiler: str, library: Path, program: Path) -> None:
    """Compile digests.c and link it with a library."""
    command([
        compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror",
        f"-I{ROOT / 'backends' / 'c' / 'include'}", "-o", str(program), str(HERE / "digests.c"),
        str(library), f"-Wl,-rpath,{library.parent}",
    ])  # fmt: skip


def driver_digests(command: list[str], call: Call, spans: Sequence[tuple[int, int]]) -> list[str]:
    """Run the driver on one call, and return the digests.

    Raise VectorError with the driver's error output if it fails.
    """
    operands = ",".join(str(CODES[name]) for name in call.inputs)
    saturate = call.attributes.get("saturate")
    chosen = "-" if saturate is None else str(int(bool(saturate)))
    head = f"{call.op} {operands} {CODES[call.outputs[0]]}"
    lines = "".join(f"{head} {first} {count} {chosen}\n" for first, count in spans)
    ended = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise VectorError(f"{call}: {ended.stderr.strip() or f'exit status {ended.returncode}'}")
    return ended.stdout.split()


def native_digests(
    session: CSession, call: Call, spans: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """Yield the digests of the call's results from the library for this machine."""
    domain, form = domain_of(call), FORMATS[call.outputs[0]]
    for first, count in spans:
        result = np.empty(count, form.dtype)
        session.run(call, domain.operands(first, count), [result])
        yield bits_digest(bits_of(result))


@dataclass(frozen=True)
class Outcome:
    """The result of comparing one call: its number of inputs, reference and differences."""

    call: Call
    inputs: int
    reference: str
    differs: tuple[str, ...] = ()


def compare(machine: Machine, session: CSession, call: Call, count: int) -> Outcome:
    """Compare one call on its blocks with its reference."""
    certificate = find_certificate(ROOM, call)
    domain = domain_of(call) if certificate is None else certificate.domain
    blocks = blocks_of(domain, count)
    spans = [domain.span(block) for block in blocks]
    got = list(machine.digests(call, spans))
    if certificate is not None:
        agrees = [certificate.holds(block, a) for block, a in zip(blocks, got, strict=True)]
        reference = "certificates"
    else:
        native = native_digests(session, call, spans)
        agrees = [a == b for a, b in zip(got, native, strict=True)]
        reference = f"c:{session.device}"
    wrong = [span for span, right in zip(spans, agrees, strict=True) if not right]
    differs = tuple(narrow(machine, session, call, *span) for span in wrong[:3])
    more = (f"and {len(wrong) - 3} blocks more",) if len(wrong) > 3 else ()
    return Outcome(call, sum(n for _, n in spans), reference, differs + more)


def narrow(machine: Machine, session: CSession, call: Call, first: int, count: int) -> str:
    """Return a text that names the first input whose result differs, found by bisection."""
    domain, whole = domain_of(call), first

    def differs(first: int, count: int) -> bool:
        span = [(first, count)]
        return machine.digests(call, span) != list(native_digests(session, call, span))

    if not differs(first, count):
        return f"block {whole >> 20:#x}: c:{session.device} is as wrong; see `samebits prove`"
    while count > 1:
        half = count // 2
        if differs(first, half):
            count = half
        else:
            first, count = first + half, count - half
    return f"block {whole >> 20:#x}: first at input {domain.element(first)}"


class Agreed:
    """A file of earlier agreements, valid for one version of the library's machine code.

    Each call is stored with its reference: the root of its certificate, or the digest of the
    sources of this machine's library.
    """

    def __init__(self, path: Path, code: str, *, again: bool) -> None:
        self._path, self._code = path, code
        self._calls: dict[str, list[object]] = {}
        if path.exists() and not again:
            held = json.loads(path.read_text())
            if held.get("code") == code:
                self._calls = held["calls"]

    def find(self, call: Call, count: int) -> Outcome | None:
        """Return the outcome of an earlier run if the call still has the same reference."""
        held = self._calls.get(f"{call.op}/{name_of(call)}")
        if held is None or held[0] != count or held[3] != _against(call):
            return None
        return Outcome(call, int(str(held[1])), str(held[2]))

    def add(self, outcome: Outcome, count: int) -> None:
        """Store an outcome without differences."""
        name = f"{outcome.call.op}/{name_of(outcome.call)}"
        self._calls[name] = [count, outcome.inputs, outcome.reference, _against(outcome.call)]
        data = {"code": self._code, "calls": self._calls}
        write_atomically(self._path, json.dumps(data, indent=0).encode())


def _against(call: Call) -> str | None:
    certificate = find_certificate(ROOM, call)
    return source_digest() if certificate is None else certificate.root


def run(options: argparse.Namespace, console: Console) -> int:
    """Build the library, compare the calls and print a report. Return the exit status."""
    target = TARGETS[options.target]
    if lacking := target.lacking():
        console.print(lacking)
        return 2
    folder = ROOT / "build" / "isa" / target.name
    folder.mkdir(parents=True, exist_ok=True)
    session = backend.open(widest_device())
    session.configure(threads=1)
    chosen = [c for c in calls(options.op, options.format) if session.supports(c)]
    if not chosen:
        console.print("nothing to compare: no call of that name and format can be exhausted")
        return 2
    with console.status(f"building the library for {target.name}"):
        machine = Machine(target, folder)
    agreed = Agreed(folder / "agreed.json", machine.code, again=options.again)
    found = {c: agreed.find(c, options.blocks) for c in chosen}
    outcomes = [o for o in found.values() if o is not None]
    left = [c for c, o in found.items() if o is None]
    if outcomes:
        console.print(f"{len(outcomes)} calls have agreed before (--again tries them anew)")
    with (
        Watch(target.name, len(chosen), console, len(outcomes)) as watch,
        ThreadPoolExecutor(options.threads) as pool,
    ):
        jobs = [pool.submit(compare, machine, session, c, options.blocks) for c in left]
        try:
            for job in as_completed(jobs):
                outcome = job.result()
                outcomes.append(outcome)
                watch.count()
                for line in outcome.differs:
                    console.print(f"{outcome.call}: {line}", markup=False)
                if not outcome.differs:
                    agreed.add(outcome, options.blocks)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    if not (options.op or options.format) and options.blocks >= USUAL:
        console.print(f"record: {long_runs.keep('isa', target.name, summary(machine, outcomes))}")
    return report(target, outcomes, console)


def summary(machine: Machine, outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Return the record of a whole run: versions of the tools, and each call with its reference."""
    ordered = sorted(outcomes, key=lambda o: (o.call.op, name_of(o.call)))
    return {
        "day": long_runs.today(),
        "sources": machine.sources,
        "compiler": first_line([machine.target.compiler, "--version"]),
        "emulator": first_line([machine.target.emulator[0], "--version"]),
        "calls": {f"{o.call.op}/{name_of(o.call)}": [o.inputs, o.reference] for o in ordered},
        "differ": {f"{o.call.op}/{name_of(o.call)}": o.differs for o in ordered if o.differs},
    }


def report(target: Target, outcomes: Sequence[Outcome], console: Console) -> int:
    """Print the totals and the differences. Return the exit status."""
    for reference in sorted({o.reference for o in outcomes}):
        same = [o for o in outcomes if o.reference == reference and not o.differs]
        inputs = sum(o.inputs for o in same)
        console.print(
            f"{target.name} agrees with {reference}: {len(same)} calls, {inputs:,} inputs"
        )
    wrong = [o for o in outcomes if o.differs]
    if wrong:
        console.print(f"{target.name} differs in {', '.join(str(o.call) for o in wrong)}")
    return 1 if wrong else 0


def positive(text: str) -> int:
    """Return a number of blocks or threads that is at least 1.

    0 is refused, because a test of no blocks would always agree.
    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


def main() -> int:
    """Compare the calls that the command line selects."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--target", choices=TARGETS, default="aarch64")
    parser.add_argument("--op", action="append", default=[], help="default: all; repeatable")
    parser.add_argument("--format", action="append", default=[], help="a label, as in f32")
    parser.add_argument(
        "--blocks", type=positive, default=USUAL, help=f"of {EVERY}, for 2^32 inputs"
    )
    parser.add_argument("--threads", type=positive, default=os.cpu_count() or 1)
    parser.add_argument("--again", action="store_true", help="also what has agreed before")
    console = Console(highlight=False, soft_wrap=True)
    try:
        return run(parser.parse_args(), console)
    except SamebitsError as error:
        console.print(f"error: {error}", markup=False)
        return 2


if __name__ == "__main__":
    sys.exit(main())
