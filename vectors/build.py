"""Compute a table from a plan: the oracles answer every case in this process.

No file is written here. If the oracles disagree, or if one of them cannot prove a rounding, an
error is raised and no table is made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.common.errors import SamebitsError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.vectors import generators
from samebits.vectors.contents import TableData
from samebits.vectors.digests import (
    BLOCK,
    bits_digest,
    block_digests,
    merkle_root,
)
from samebits.vectors.discriminate import Discrimination
from samebits.vectors.errors import VectorError
from samebits.vectors.files import compact
from samebits.vectors.planning import FilePlan, Planned, PlannedInput, Values
from samebits.vectors.pools import PoolWriter
from samebits.vectors.schema import (
    CaseRecord,
    Digested,
    Generated,
    Input,
    Output,
    Range,
    Table,
)

Array = np.ndarray[Any, Any]
Evaluate = Callable[[Call, Sequence[Array]], list[Array]]


@dataclass(frozen=True, slots=True)
class TableSummary:
    """The properties of a table that the manifest records."""

    set: str
    op: str
    levels: Mapping[str, str]
    flags: frozenset[str]

    @classmethod
    def of(cls, table: Table) -> TableSummary:
        """Return the summary of a table."""
        levels = {f"{table.op}/{table.label}/{c.name}": c.level for c in table.cases}
        flags = frozenset(flag for case in table.cases for flag in case.flags)
        return cls(table.set, table.op, levels, flags)


def plan_digest(cases: Sequence[Planned]) -> str:
    """Return a digest of the whole plan.

    If it is unchanged, the table need not be made again.
    """
    text = hashlib.sha256()
    for case in cases:
        sources = [_identity(source) for source in case.inputs]
        item = [case.name, case.call.key(), case.level, case.flags, case.digest, sources]
        text.update(compact(item).encode())
    return text.hexdigest()


def _identity(source: PlannedInput) -> dict[str, Any]:
    if isinstance(source, Values):
        return {"bits": bits_digest(source.bits), "shape": source.shape}
    return source.to_json()


def build(plan: FilePlan, cases: Sequence[Planned], evaluate: Evaluate) -> TableData:
    """Compute the expected results of every case of a plan.

    An error of an oracle is raised again with the name of the case in front.
    """
    pool = PoolWriter()
    calls: list[Call] = []
    records = []
    power = Discrimination(plan.title)
    for case in cases:
        where = f"{plan.op}/{plan.label}/{case.name}"
        inputs = arrays_of(case, where)
        try:
            outputs = _answers(case, inputs, evaluate)
        except SamebitsError as error:
            raise VectorError(f"{where}: nothing is frozen: {error}") from error
        power.observe(case, inputs, outputs)
        if case.call not in calls:
            calls.append(case.call)
        records.append(
            CaseRecord(
                case.name,
                calls.index(case.call),
                case.level,
                case.flags,
                tuple(_stored_input(x, pool) for x in case.inputs),
                tuple(_stored_output(case, y, pool) for y in outputs),
            )
        )
    power.require()
    table = Table(plan.op, plan.label, plan.set, tuple(calls), tuple(records))
    return TableData(
        plan.set, plan.label, table.to_bytes(), pool.vectors(), len(records), plan_digest(cases)
    )


def _answers(case: Planned, inputs: list[Array], evaluate: Evaluate) -> list[Array]:
    """Return the expected results: from all oracles, or from the exhaustive oracle for digests.

    A function of one operand whose results are stored by digest is computed by
    `samebits.oracles.sweep`, which is hundreds of times faster. Tests compare it with the other
    oracles. It does not support binary64.
    """
    one_operand = len(case.call.inputs) == 1 and get_op(case.call.op).profile == "math"
    if not (case.digest and one_operand) or case.call.inputs == ("f64",):
        return evaluate(case.call, inputs)
    from samebits.oracles import sweep

    found = sweep.sweep_at(case.call, bits_of(inputs[0]).reshape(-1))
    return [from_bits(found.bits.reshape(inputs[0].shape), case.call.outputs[0])]


def arrays_of(case: Planned, where: str) -> list[Array]:
    """Return the operands of a planned case; an error message begins with `where`."""
    arrays = []
    for source, name in zip(case.inputs, case.call.inputs, strict=True):
        bits: Array
        if isinstance(source, Values):
            bits = source.bits
        elif isinstance(source, Generated):
            bits = generators.make(source, name, where)
        elif isinstance(source, Range):
            whole = np.arange(source.start, source.start + source.count, dtype=np.uint64)
            bits = whole.astype(get_format(name).bits_dtype)
        else:
            from samebits.vectors import real

            bits = real.rebuild(source, name, where)
        arrays.append(from_bits(bits, name))
    return arrays


def _stored_input(source: PlannedInput, pool: PoolWriter) -> Input:
    return pool.put(source.bits) if isinstance(source, Values) else source


def _stored_output(case: Planned, output: Array, pool: PoolWriter) -> Output:
    bits = bits_of(output)
    if not case.digest:
        return pool.put(bits)
    digests = block_digests(bits)
    return Digested(tuple(bits.shape), BLOCK, digests, merkle_root(digests))
