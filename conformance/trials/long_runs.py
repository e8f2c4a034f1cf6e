"""Records of long runs of the backends and of the judge, and their page.

`python -m samebits.conformance.trials.long_runs [--check]`

A complete run of one of these commands stores a record here and writes docs/results/long-runs.md
from all records: `nox -s record --` with `emulated`, `machine_code`, `isa`, `isa_judged`, `fuzz`,
`fuzz_f64`, `killing`, `mutations` or `one_op`, and published_f64.py of the C backend. With --check
nothing is written, and the exit status is 1 if the page does not match the records.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from samebits.common.files import write_atomically

FOLDER = Path(__file__).resolve().with_name("records")
PAGE = FOLDER.parents[2] / "docs" / "results" / "long-runs.md"

Rows = Iterator[Sequence[object]]

_HEAD = """# Long runs

Made from `conformance/trials/records/` by `python -m samebits.conformance.trials.long_runs`. A
record is kept when a whole run has ended, whatever it found; *sources* are the first digits of the
digest of the sources that ran: of a backend, as every report names it, of the modules of the judge,
or of the whole checkout.
"""

_EMULATED = """## The CUDA backend without a GPU

`nox -s record -- emulated`: every case, law and drawn question of level standard on the emulated
device. CI judges one part in eight of them, another with each commit.

| device | word | cases | pass | seed | vectors | compiler | sources | day |
|---|---|---:|---:|---|---|---|---|---|
"""

_MACHINE_CODE = """## Machine code of GPUs

`nox -s record -- machine_code`: cases of the CUDA backend whose kernels were compiled to the
machine code of an architecture, read by NVIDIA's disassembler and executed on a processor, one
instruction after the other ([cuda.md](../cuda.md#machine-code)).

| device | word | level | asked | cases | pass | seed | vectors | compiler | sources | day |
|---|---|---|---|---:|---:|---|---|---|---|---|
"""

_ISA = """## Other machines

`nox -s record -- isa --target NAME`: the C backend, cross-compiled and run by an emulator, held
against the SHA-256 of blocks in the certificates ([proofs.md](proofs.md)): every call of 8 and 16
bits on all inputs, every call of 32 bits on a sample of blocks, the interesting ones first. Where a
call has no certificate it is held against the library for the machine that ran it.

| machine | calls | inputs | by certificates | differ | compiler | emulator | sources | day |
|---|---:|---:|---:|---:|---|---|---|---|
"""

_JUDGED = """## Judged on another machine

`nox -s record -- isa_judged`: the C backend, cross-compiled, served by `samebits host NAME` in a
Python of that machine, all of it run by an emulator, and judged from this one.

| machine | word | level | asked | cases | pass | seed | compiler | emulator | sources | day |
|---|---|---|---|---:|---:|---|---|---|---|---|
"""

_FUZZ = """## Random pairs

`nox -s record -- fuzz`: operands of binary32 in pairs, drawn for each function from all bits, from
ordinary sizes and from its exact and midpoint cases or next to them (of atan2: quotients that are
midpoints of subnormal numbers); the right bits come from long double where that decides them, else
from the oracle. Every pair is judged among all others and, if its operands and its result are
normal numbers, once more among such pairs alone.

| function | device | pairs | wrong | decided by the oracle | sources | day |
|---|---|---:|---:|---:|---|---|
"""

_FUZZ_F64 = """## Random operands of functions of binary64

`nox -s record -- fuzz_f64`: the right bits are found once for all devices, by filters in
double-double and of 64 bits, by one of 113 (*wider*) and by the oracle (*oracle*) where those
before leave the rounding open; *MPFR* counts rows that MPFR alone, or exact arithmetic, was asked
for as well. *Second* and *last* are the rows that the first stage of the C backend left to the
second, and the second to the last, which is of balls of any precision; special values are not
counted.

| op | rows | wrong | second | last | wider | oracle | MPFR | sources | day |
|---|---:|---:|---:|---:|---:|---:|---:|---|---|
"""

_PUBLISHED_F64 = """## Operands that are published as hard to round

`python -m samebits.backends.c.tests.exhaustive.published_f64 CHECKOUT`: all finite operands in
binary64 of a checkout of CORE-MATH (`src/binary64/NAME/NAME.wc`, which begins with the tables of
Lefevre and Muller), with both signs of the first operand. The right bits are those of the filters
and of the oracle, and MPFR alone was asked for every row. *Second*, *last* and *oracle* as above;
*text*: the first digits of the SHA-256 of the text that was read.

| op | rows | wrong | second | last | oracle | text | sources | day |
|---|---:|---:|---:|---:|---:|---|---|---|
"""

_KILLING = """## Kills

`nox -s record -- killing`: certifications of the C backend of which one process after another is
ended by SIGKILL at a random moment: the command line, the judge, a worker of it, or a host. What is
left is resumed until it is whole. Every such report was held against that of an undisturbed run,
line by line but for times, and nothing may outlive a certification that was killed.

| kills | command line | judge | worker | host | reports | differ | cases each | sources | day |
|---:|---:|---:|---:|---:|---:|---:|---:|---|---|
"""

_MUTATIONS = """## Mutations

`nox -s record -- mutations`: files that the judge reads, damaged by drawn numbers: bytes turned,
cut, moved, repeated, members altered under a seal that is right. *Wrong* is anything but one line
of refusal or the meaning of the undamaged file: a traceback, more than 10 s, more than 500 MB, a
changed meaning that was accepted. *Accepted* are those that change nothing or cut off the end of a
partial report, and those that no seal can tell: forged ones, sealed anew, and waivers, which people
write.

| file | mutations | accepted | wrong | MB | sources | day |
|---|---:|---:|---:|---:|---|---|
"""


_ORDERS = """## Orders of stretches

`nox -s record -- orders`: operands filled stretch by stretch with NaN, some NaN, infinities of
either sign, absent and usual elements, in every order of three stretches, at sizes around the
blocks of kernels. The results of all devices are compared with the NumPy route of the oracles.
*Refused* calls are errors for such operands.

| devices | ops | calls | results | refused | differ | sources | day |
|---|---:|---:|---:|---:|---:|---|---|
"""


_ONE_OP = """## Ops that are added

`nox -s record -- one_op`: the ops of `conformance/trials/one_op/`, added to a copy of the checkout
by the steps of CONTRIBUTING.md and judged on each device: cases that passed, of how many. *Gaps*:
each field and each file left out once, and named by an error. *Bytes*: committed data that the op
would need. All unit tests that were asked passed in the copy, with the ops in it; *part* is what
was asked of long rows of tests, one function with 20 sets of parameters or more.

| op | cases by device | gaps | bytes | unit tests | part | sources | day |
|---|---|---:|---:|---:|---:|---|---|
"""


def today() -> str:
    """Return today's date in UTC."""
    return datetime.now(UTC).date().isoformat()


def keep(kind: str, name: str, found: Mapping[str, Any]) -> Path:
    """Store the record of a complete run, write the page, and return the path of the record.

    `found` has the `day` on which the run ended and the digest `sources` of the sources at its
    start, because a run takes hours in which a checkout may change.
    """
    record = {"kind": kind, "name": name, "day": found["day"], "sources": found["sources"], **found}
    device = f"-{found['device']}" if "device" in found else ""
    path = FOLDER / f"{kind}-{name}{device}.json"
    write_atomically(path, (json.dumps(record, indent=1) + "\n").encode())
    write_atomically(PAGE, page().encode())
    return path


def records(kind: str) -> list[dict[str, Any]]:
    """Return all records of a kind, sorted by name."""
    return [json.loads(path.read_text()) for path in sorted(FOLDER.glob(f"{kind}-*.json"))]


def record(kind: str, name: str) -> dict[str, Any] | None:
    """Return the record of a kind with this name and without a device, or None if there is none."""
    path = FOLDER / f"{kind}-{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def page() -> str:
    """Return the text of the page."""
    parts = [_HEAD]
    for head, kind, row in _TABLES:
        rows = [_cells(cells) for record in records(kind) for cells in row(record)]
        if rows:
            parts.append(head + "\n".join(rows) + "\n")
    return "\n".join(parts if parts[1:] else [_HEAD, "There are none yet.\n"])


def _emulated(r: Mapping[str, Any]) -> Rows:
    yield (
        r["name"], r["word"], f"{r['cases']:,}", f"{r['passed']:,}", f"`{r['seed']}`",
        f"`{r['vectors'][:12]}`", r["compiler"], f"`{r['sources'][:12]}`", r["day"],
    )  # fmt: skip


def _machine_code(r: Mapping[str, Any]) -> Rows:
    yield (
        r["name"], r["word"], r["level"], r["asked"], f"{r['cases']:,}", f"{r['passed']:,}",
        f"`{r['seed']}`", f"`{r['vectors'][:12]}`", r["compiler"], f"`{r['sources'][:12]}`",
        r["day"],
    )  # fmt: skip


def _isa(r: Mapping[str, Any]) -> Rows:
    calls = r["calls"].values()
    certified = sum(inputs for inputs, reference in calls if reference == "certificates")
    inputs = sum(inputs for inputs, _ in calls)
    yield (
        r["name"], len(calls), f"{inputs:,}", f"{certified:,}", len(r["differ"]), r["compiler"],
        r["emulator"], f"`{r['sources'][:12]}`", r["day"],
    )  # fmt: skip


def _judged(r: Mapping[str, Any]) -> Rows:
    asked = " ".join([", ".join(r["profiles"]) or "all", *(f"in {name}" for name in r["formats"])])
    yield (
        r["machine"], r["word"], r["level"], asked, f"{r['cases']:,}", f"{r['passed']:,}",
        f"`{r['seed']}`", r["compiler"], r["emulator"], f"`{r['sources'][:12]}`", r["day"],
    )  # fmt: skip


def _fuzz(r: Mapping[str, Any]) -> Rows:
    counts = (f"{r[member]:,}" for member in ("pairs", "wrong", "near"))
    yield r["name"], f"c:{r['device']}", *counts, f"`{r['sources'][:12]}`", r["day"]


def _fuzz_f64(r: Mapping[str, Any]) -> Rows:
    counts = (f"{r[name]:,}" for name in ("wider", "oracle", "alone"))
    sources = f"`{r['sources'][:12]}`"
    yield r["name"], f"{r['rows']:,}", _wrong(r), *_stages(r), *counts, sources, r["day"]


def _published_f64(r: Mapping[str, Any]) -> Rows:
    for op, found in r["functions"].items():
        counts = (*_stages(found), f"{found['oracle']:,}", f"`{found['text'][:12]}`")
        sources = f"`{r['sources'][:12]}`"
        yield op, f"{found['rows']:,}", _wrong(found), *counts, sources, r["day"]


def _wrong(found: Mapping[str, Any]) -> str:
    wrong = ", ".join(f"{count:,} on c:{device}" for device, count in found["wrong"].items())
    if not any(found["wrong"].values()):
        wrong = f"0 on {', '.join(found['wrong'])}"
    if found["apart"]:
        wrong += f"; MPFR and filter part on {found['apart']:,}"
    return wrong


def _stages(found: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple("" if found[name] is None else f"{found[name]:,}" for name in ("second", "last"))


def _orders(r: Mapping[str, Any]) -> Rows:
    counts = (f"{r[name]:,}" for name in ("ops", "calls", "results", "refused", "differ"))
    yield ", ".join(r["devices"]), *counts, f"`{r['sources'][:12]}`", r["day"]


def _killing(r: Mapping[str, Any]) -> Rows:
    kinds = (r["killed"].get(kind, 0) for kind in ("certify", "judge", "worker", "host"))
    counts = (r["reports"], len(r["differ"]), r["cases"])
    yield sum(r["killed"].values()), *kinds, *counts, f"`{r['sources'][:12]}`", r["day"]


def _mutations(r: Mapping[str, Any]) -> Rows:
    for name, found in r["targets"].items():
        counts = (f"{found[member]:,}" for member in ("mutated", "accepted", "wrong", "megabytes"))
        yield name.replace("_", " "), *counts, f"`{r['sources'][:12]}`", r["day"]


def _one_op(r: Mapping[str, Any]) -> Rows:
    for op, found in r["ops"].items():
        cases = ", ".join(
            f"{name} {some:,} of {all_:,}" for name, (some, all_) in found["cases"].items()
        )
        yield (
            op, cases, found["gaps"], f"{found['bytes']:,}", f"{r['tests']:,}",
            r["part"], f"`{r['sources'][:12]}`", r["day"],
        )  # fmt: skip


_TABLES = (
    (_EMULATED, "emulated", _emulated),
    (_MACHINE_CODE, "machine_code", _machine_code),
    (_ISA, "isa", _isa),
    (_JUDGED, "judged", _judged),
    (_FUZZ, "fuzz", _fuzz),
    (_FUZZ_F64, "fuzz_f64", _fuzz_f64),
    (_PUBLISHED_F64, "published_f64", _published_f64),
    (_KILLING, "killing", _killing),
    (_MUTATIONS, "mutations", _mutations),
    (_ONE_OP, "one_op", _one_op),
    (_ORDERS, "orders", _orders),
)
"""The text above a table, the kind of its records, and the function that makes its rows."""


def _cells(values: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, values))} |"


def main() -> None:
    """Write the page, or compare it."""
    if "--check" not in sys.argv[1:]:
        write_atomically(PAGE, page().encode())
    elif not PAGE.exists() or PAGE.read_text() != page():
        sys.exit(f"{PAGE} is not that of the records: run python -m {__spec__.name}")


if __name__ == "__main__":
    main()
