"""Test the C backend on every binary64 operand that CORE-MATH publishes as hard to round.

    python -m samebits.backends.c.tests.exhaustive.published_f64 CHECKOUT [OP...]

CHECKOUT is a checkout of CORE-MATH (gitlab.inria.fr/core-math/core-math). Its text files contain
some million operands, including the tables of V. Lefevre and J.-M. Muller (see
vectors/search/published.py). Each row is tested with both signs of its first operand, on every
device of this machine. The expected bits are computed as in fuzz_f64.py, by filters and by the
oracle. MPFR alone also computes every row. A run of all functions writes a record for
docs/results/long-runs.md. The exit status is 1 if any result is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from samebits.backends.c.library import DEVICES, unavailable
from samebits.backends.c.tests.exhaustive import fuzz_f64
from samebits.backends.c.tests.exhaustive.fuzz_f64 import Array
from samebits.backends.c.tests.exhaustive.fuzzing import SHOWN
from samebits.common.errors import SamebitsError
from samebits.conformance.trials import long_runs
from samebits.oracles.sweep import binary64
from samebits.oracles.sweep.alone import alone
from samebits.spec.catalog import get_op
from samebits.vectors.search import published

KIND, NAME = "published_f64", "core-math"
_SIGN = np.uint64(1 << 63)


def asked(path: Path, operands: int) -> list[Array]:
    """Return the operands in a text file of CORE-MATH, with both signs of the first operand.

    Duplicate rows are removed. The result has one array for each operand.
    """
    rows = np.array(published.read(path, operands), np.uint64).reshape(-1, operands)
    mirrored = rows.copy()
    mirrored[:, 0] ^= _SIGN
    both = np.unique(np.concatenate([rows, mirrored]), axis=0)
    return [np.ascontiguousarray(column).view(np.float64) for column in both.T]


def judged(op: str, path: Path) -> dict[str, Any]:
    """Test an op on the operands in a text file of CORE-MATH, and return the results.

    They are counts, with the same names as in a record of fuzz_f64.py, and descriptions of wrong
    results.
    """
    call = fuzz_f64.call_of(op, {a.name: a.default for a in get_op(op).attributes})
    rows = asked(path, len(call.inputs))
    right = binary64.rounded(call, rows)
    counts = fuzz_f64.passed_on(op, call, rows) or dict.fromkeys(fuzz_f64.STAGES)
    wrong, examples = {}, []
    for device in fuzz_f64.devices():
        result = np.empty(rows[0].size)
        fuzz_f64.session(device).run(call, rows, [result])
        differ = np.flatnonzero(result.view(np.uint64) != right.bits)
        wrong[device] = len(differ)
        examples += [_shown(rows, i, f"c:{device}") for i in differ[:SHOWN].tolist()]
    differ = np.flatnonzero(alone(call, rows) != right.bits)
    examples += [_shown(rows, i, "MPFR") for i in differ[:SHOWN].tolist()]
    return {
        "text": hashlib.sha256(path.read_bytes()).hexdigest(),
        "rows": rows[0].size,
        "wrong": wrong,
        **counts,
        "oracle": right.near,
        "apart": len(differ),
        "examples": examples[:SHOWN],
    }


def _shown(rows: list[Array], i: int, who: str) -> str:
    return f"{' '.join(float(x[i]).hex() for x in rows)}: {who} has other bits"


def is_right(found: dict[str, Any]) -> bool:
    """Return whether all devices returned the right results and MPFR agrees with the filters."""
    return not any(found["wrong"].values()) and not found["apart"]


def record(functions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the record to store for a run of all functions."""
    sources = hashlib.sha256("".join(map(fuzz_f64.digest, functions)).encode())
    return {
        "day": long_runs.today(),
        "sources": sources.hexdigest(),
        "functions": functions,
    }


def main() -> int:
    """Test the ops named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", type=Path, metavar="CHECKOUT", help="a checkout of CORE-MATH")
    parser.add_argument("ops", nargs="*", metavar="OP", help="default: all that have a text")
    options = parser.parse_args()
    if np.finfo(np.longdouble).nmant != 63:
        sys.exit("long double has not 64 bits here; run this on x86-64")
    console = Console(highlight=False, soft_wrap=True)
    functions = {}
    try:
        every = fuzz_f64.filtered_ops()
        unknown = [op for op in options.ops if op not in every]
        if unknown:
            parser.error(f"{unknown[0]} is none of {', '.join(every)}")
        if not fuzz_f64.devices():
            parser.error(unavailable(DEVICES[0]))
        for op in options.ops or every:
            path = published.table(options.checkout, op)
            if path is None:
                continue
            found = functions[op] = judged(op, path)
            wrong = ", ".join(f"{n} wrong on c:{d}" for d, n in found["wrong"].items())
            console.print(f"{op}: {found['rows']:,} rows, {wrong}", markup=False)
            for example in found["examples"]:
                console.print(f"  {example}", markup=False)
    except SamebitsError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    if not functions:
        parser.error(f"{options.checkout} has no text for {', '.join(options.ops) or 'any op'}")
    if not options.ops:
        path = long_runs.keep(KIND, NAME, record(functions))
        console.print(f"record: {path}", markup=False)
    return 0 if all(map(is_right, functions.values())) else 1


if __name__ == "__main__":
    sys.exit(main())
