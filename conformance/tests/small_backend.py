"""A small folder of vectors made by hand, so that tests of the judge need no golden data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from samebits.common.files import write_atomically
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan
from samebits.spec.language.call import Call
from samebits.vectors.contents import TableData
from samebits.vectors.digests import block_digests, merkle_root
from samebits.vectors.flags import read_flags, seal_flags
from samebits.vectors.pools import PoolWriter
from samebits.vectors.schema import CaseRecord, Digested, Output, Real, Table
from samebits.vectors.writer import write_tables

Array = np.ndarray[Any, Any]

FLAGS = b'{"structured": {"description": "d", "failure": "f", "clause": "R1"}}\n'
BLOCK = 64


@dataclass(frozen=True)
class SmallCase:
    """A case: the part of its id after op and label, its operands, right result and level."""

    name: str
    call: Call
    inputs: Sequence[Array]
    wanted: Array
    level: str = "smoke"
    by_digest: bool = False
    real: bool = False


def values(count: int, seed: int = 1, dtype: Any = np.float32) -> Array:
    """Return random numbers without special values."""
    generator = np.random.default_rng(seed)
    return generator.uniform(-4, 4, count).astype(dtype)


def tree_sum(x: Array) -> Array:
    """Return the sum of `x` by T1, in the simplest code."""
    while x.size > 1:
        odd = x[x.size - 1 :] if x.size % 2 else x[:0]
        even = x[: x.size // 2 * 2]
        x = np.concatenate([even[::2] + even[1::2], odd])
    return np.asarray(x[0] if x.size else x.dtype.type(0))


def standard_cases() -> list[SmallCase]:
    """Return cases of add, mul and sum with values and digests, and a real case that cannot run."""
    add = get_op("add").call(("f32", "f32"))
    mul = get_op("mul").call(("f32", "f32"))
    sums = get_op("sum").call(("f32",))
    a, b = values(300, 1), values(300, 2)
    special = np.array([0.0, -0.0, np.inf, 1e-45, 3.0, 1.0], np.float32)
    return [
        SmallCase("plain", add, [a, b], a + b),
        SmallCase("special", add, [special, special[::-1].copy()], special + special[::-1]),
        SmallCase("bulk", add, [a, b], a + b, by_digest=True),
        SmallCase("late", add, [b, b], b + b, level="full"),
        SmallCase("plain", mul, [a, b], a * b),
        SmallCase("length/257", sums, [values(257)], tree_sum(values(257))),
        SmallCase("absent", sums, [values(8)], tree_sum(values(8)), real=True),
    ]


def write_vectors(folder: Path, cases: Sequence[SmallCase] | None = None) -> Path:
    """Write a folder of vectors that `Vectors.open` accepts, and return it."""
    chosen = standard_cases() if cases is None else cases
    write_atomically(folder / "flags.json", FLAGS)
    seal_flags(folder)
    tables: dict[str, list[TableData]] = {}
    for (op, label, real), group in _grouped(chosen).items():
        tables.setdefault(op, []).append(_table(op, label, real, group))
    for op, found in tables.items():
        write_tables(folder, op, found, {}, read_flags(folder))
    return folder


def _grouped(
    cases: Sequence[SmallCase],
) -> Mapping[tuple[str, str, bool], list[SmallCase]]:
    groups: dict[tuple[str, str, bool], list[SmallCase]] = {}
    for case in cases:
        groups.setdefault((case.call.op, case.call.label, case.real), []).append(case)
    return groups


def _table(op: str, label: str, real: bool, group: list[SmallCase]) -> TableData:
    pool, calls, records = PoolWriter(), list(dict.fromkeys(c.call for c in group)), []
    for case in sorted(group, key=lambda c: c.name):
        inputs = tuple(
            Real("digits/pixels-f32", x.shape, "0" * 64) if real else pool.put(bits_of(x))
            for x in case.inputs
        )
        record = CaseRecord(
            case.name, calls.index(case.call), case.level, ("structured",), inputs,
            (_output(case, pool),),
        )  # fmt: skip
        records.append(record)
    case_set = "real" if real else "golden"
    table = Table(op, label, case_set, tuple(calls), tuple(records))
    return TableData(case_set, label, table.to_bytes(), pool.vectors(), len(group), "0" * 64)


def _output(case: SmallCase, pool: PoolWriter) -> Output:
    bits = canonicalize_nan(bits_of(case.wanted), case.call.outputs[0])
    if not case.by_digest:
        return pool.put(bits)
    digests = block_digests(bits, BLOCK)
    return Digested(tuple(bits.shape), BLOCK, digests, merkle_root(digests))
