"""Records of long runs of the backends and of the judge, and the page that shows them.

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

Made from `conformance/trials/records/` by `python -m samebits.conformance.trials.long_runs`.

Each section shows runs of one program, which take from half an hour to many hours. A record is
stored when a whole run has ended, also if it found mistakes. *sources* is the beginning of a digest
of the code that was tested: the digest of the backend that its reports name, of the judge, or of
the whole checkout. A record stays on this page when the code changes, so compare the digests and
days before you rely on a row.
"""

_EMULATED = """## The CUDA backend without a GPU

`nox -s record -- emulated` judges the emulated device at level standard: all golden cases, laws and
drawn questions. With each commit CI judges one eighth of them, in turn.

| device | verdict | cases | pass | seed | vectors | compiler | sources | day |
|---|---|---:|---:|---|---|---|---|---|
"""

_MACHINE_CODE = """## Machine code of GPUs

`nox -s record -- machine_code` compiles the kernels of the CUDA backend to the machine code of a
GPU architecture. NVIDIA's disassembler reads that code, and a program executes it on a CPU,
instruction by instruction ([cuda.md](../cuda.md#machine-code)). *selected* has the options of the
run, which select cases.

| device | verdict | level | selected | cases | pass | seed | vectors | compiler | sources | day |
|---|---|---|---|---:|---:|---|---|---|---|---|
"""

_ISA = """## Other processors

`nox -s record -- isa --target NAME` cross-compiles the C backend, runs it in an emulator, and
compares its results with the digests in the certificates ([proofs.md](proofs.md)). Calls of 8-bit
and 16-bit formats are compared on all inputs. Calls of 32-bit formats are compared on a sample of
blocks, first those around 1, near saturation, and with zeros and subnormal numbers. A call without
a certificate is compared with the C backend of the machine that ran the emulator. *by certificates*
is the number of inputs whose results were compared with certificates, and *differ* the number of
calls with a difference.

| machine | calls | inputs | by certificates | differ | compiler | emulator | sources | day |
|---|---:|---:|---:|---:|---|---|---|---|
"""

_JUDGED = """## Other processors, judged

`nox -s record -- isa_judged` cross-compiles the C backend and serves it with `samebits host NAME`
in a Python for that processor. Both run in an emulator. The judge runs outside the emulator.
*selected* has the profiles and formats that were judged.

| machine | verdict | level | selected | cases | pass | seed | compiler | emulator | sources | day |
|---|---|---|---|---:|---:|---|---|---|---|---|
"""

_FUZZ = """## Random pairs of binary32

`nox -s record -- fuzz` draws pairs of binary32 operands for each function of two operands. A pair
has random bits or ordinary magnitudes, or is next to a case with an exact result or a result
halfway between two numbers. (For atan2 these are quotients that are halfway between two subnormal
numbers.) The right bits are computed in long double, or by the oracle if long double leaves the
rounding open. Each pair is tested in a block with all kinds of pairs. If operands and result are
normal numbers, the pair is also tested in a block of only such pairs.

| function | device | pairs | wrong | decided by the oracle | sources | day |
|---|---|---:|---:|---:|---|---|
"""

_FUZZ_F64 = """## Random operands of binary64

`nox -s record -- fuzz_f64` draws random operands for each function and compares all devices of the
C backend with the right bits.

- *rows*: the number of operands, or of pairs of operands. *wrong*: rows with a wrong result.
- *second* and *last*: the C backend computes a result in up to three stages. *second* is the number
  of rows that its first stage did not decide, and *last* the number of rows that needed its last
  stage, in arbitrary precision. Special values are not counted. Empty: the function has one stage.
- *wider*, *oracle*: the right bits come from filters in double-double and 64-bit precision. *wider*
  is the number of rows that these did not decide, so that a filter of 113 bits was used. *oracle*
  is the number of rows that no filter decided, so that the oracle was used.
- *MPFR*: the number of rows that were also computed by MPFR or by exact arithmetic, without a
  filter.

| op | rows | wrong | second | last | wider | oracle | MPFR | sources | day |
|---|---:|---:|---:|---:|---:|---:|---:|---|---|
"""

_PUBLISHED_F64 = """## Operands that are published as hard to round

`python -m samebits.backends.c.tests.exhaustive.published_f64 CHECKOUT` reads all finite operands of
binary64 from a checkout of CORE-MATH (`src/binary64/NAME/NAME.wc`, which begin with the tables of
Lefevre and Muller), and tries both signs of the first operand. The right bits come from the filters
and the oracle, and MPFR computed every row too. *second*, *last* and *oracle* have the meaning of
the section above. *text* is the beginning of the SHA-256 of the file that was read.

| op | rows | wrong | second | last | oracle | text | sources | day |
|---|---:|---:|---:|---:|---:|---|---|---|
"""

_KILLING = """## Kills

`nox -s record -- killing` certifies the C backend and ends one process after the other by SIGKILL,
at random moments. Each interrupted run is resumed until it is complete. Its report must be equal to
the report of an undisturbed run, except for times, and no process may survive.

The columns *command line*, *judge*, *worker* and *host* have the number of kills by the kind of the
process. *reports* is the number of completed reports, *differ* the number of reports that differ
from the undisturbed one, and *cases each* the number of cases in one report.

| kills | command line | judge | worker | host | reports | differ | cases each | sources | day |
|---:|---:|---:|---:|---:|---:|---:|---:|---|---|
"""

_MUTATIONS = """## Damaged files

`nox -s record -- mutations` damages files that the judge reads: it changes, cuts, moves and repeats
bytes, or it changes a value and computes the seal anew. Places and kinds of damage are random.

- *accepted*: the file was read without an error, and that is right. Either the damage changes no
  meaning or only cuts off the end of a partial report, or no reader can notice it: files that were
  sealed anew, and waivers, which users write.
- *wrong*: any other reaction than an error of one line: a traceback, more than 10 s, more than 500
  MB, or a changed meaning that was accepted.
- *MB*: the peak memory of the process in MiB.

| file and damage | mutations | accepted | wrong | MB | sources | day |
|---|---:|---:|---:|---:|---|---|
"""


_ORDERS = """## Orders of stretches

`nox -s record -- orders` fills operands with stretches, which are runs of elements of one kind:
NaN, some NaN, infinities of either sign, absent elements, usual elements. It tries every order of
three stretches, at sizes around the block sizes of kernels, and compares the results of all devices
with the NumPy route of the oracles. *refused* counts calls that are errors for such operands, and
*differ* calls with a difference.

| devices | ops | calls | results | refused | differ | sources | day |
|---|---:|---:|---:|---:|---:|---|---|
"""


_ONE_OP = """## New ops

`nox -s record -- one_op` adds the ops of `conformance/trials/one_op/` to a copy of the checkout, by
the steps of CONTRIBUTING.md, and judges them on each device.

- *cases by device*: the number of passed cases, of all cases of the op.
- *gaps*: the number of fields and files that were left out, one at a time. An error named each.
- *bytes*: the size of the golden values of the op.
- *unit tests*: the number of unit tests that passed in the copy. For tests with 20 or more sets of
  parameters only a part of the sets was run: *part* 5/8 is the fifth of eight parts.

| op | cases by device | gaps | bytes | unit tests | part | sources | day |
|---|---|---:|---:|---:|---:|---|---|
"""


def today() -> str:
    """Return today's date in UTC."""
    return datetime.now(UTC).date().isoformat()


def keep(kind: str, name: str, found: Mapping[str, Any]) -> Path:
    """Store the record of a complete run, write the page, and return the path of the record.

    `found` contains the `day` on which the run ended, and `sources`, the digest of the sources when
    the run started. The caller computes that digest at the start, because the checkout may change
    during a run of hours.
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
    """Return the record with this kind and name and without a device, or None if it is missing."""
    path = FOLDER / f"{kind}-{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def page() -> str:
    """Return the text of the page."""
    parts = [_HEAD]
    for head, kind, row in _TABLES:
        rows = [_cells(cells) for record in records(kind) for cells in row(record)]
        if rows:
            parts.append(head + "\n".join(rows) + "\n")
    return "\n".join(parts if parts[1:] else [_HEAD, "No run has been recorded yet.\n"])


def _emulated(r: Mapping[str, Any]) -> Rows:
    yield (
        r["name"], r["word"], f"{r['cases']:,}", f"{r['passed']:,}", f"`{r['seed']}`",
        f"`{r['vectors'][:12]}`", r["compiler"], f"`{r['sources'][:12]}`", r["day"],
    )  # fmt: skip


def _machine_code(r: Mapping[str, Any]) -> Rows:
    yield (
        r["name"], r["word"], r["level"], r["asked"], f"{r['cases']:,}", f"{r['passed']:,}",
        f"`{r['seed']}`" if r["seed"] else "-", f"`{r['vectors'][:12]}`", r["compiler"],
        f"`{r['sources'][:12]}`", r["day"],
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
        wrong += f"; MPFR and filter differ on {found['apart']:,}"
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
    """Write the page, or with --check compare it with the records."""
    if "--check" not in sys.argv[1:]:
        write_atomically(PAGE, page().encode())
    elif not PAGE.exists() or PAGE.read_text() != page():
        sys.exit(f"{PAGE} is not that of the records: run python -m {__spec__.name}")


if __name__ == "__main__":
    main()
