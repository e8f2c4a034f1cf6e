"""Comparison of recomputed vectors with the committed ones, by table and case."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from samebits.vectors.contents import OpFolder, TableData
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json
from samebits.vectors.flags import FLAGS, read_flags
from samebits.vectors.part import NAME, path_of, read_part
from samebits.vectors.planning import FilePlan
from samebits.vectors.pools import Bits, Pools
from samebits.vectors.schema import CaseRecord, Stored, Table, parse_table
from samebits.vectors.writer import seal, summaries, unlisted


def listed(folder: Path, plans: Sequence[FilePlan], *, whole: bool) -> list[str]:
    """Return the errors in the manifests of the planned ops: tables, lists, digests and flags."""
    ops = sorted({plan.op for plan in plans})
    try:
        flags = read_flags(folder)
        strays = unlisted(folder, None if whole else ops)
    except VectorError as error:
        return [str(error)]
    findings = [f"{path.relative_to(folder)}: is not listed" for path in strays]
    for op in ops:
        findings += _sealed(folder, op, [plan for plan in plans if plan.op == op], flags, whole)
    return findings


def _sealed(
    folder: Path, op: str, plans: Sequence[FilePlan], flags: Collection[str], whole: bool
) -> list[str]:
    if not (path_of(folder, op) / NAME).exists():
        return [f"{op}: is planned but not committed"]
    try:
        part = read_part(folder, op)
        data = OpFolder(folder, part).data()
        used = {flag for summary in summaries(op, data) for flag in summary.flags}
        resealed = seal(op, data, part.provenance)
    except VectorError as error:
        return [str(error)]
    tables = {entry.key for entry in part.tables}
    planned = {plan.key: plan.title for plan in plans}
    findings = [f"{planned[k]}: is planned but not committed" for k in planned.keys() - tables]
    if whole:
        findings += [f"{op}: no plan calls for table {k}" for k in tables - planned.keys()]
    findings += [f"{FLAGS}: no description of flag {flag!r}" for flag in used - set(flags)]
    if (resealed, resealed.seal) != (part, part.seal):
        findings.append(f"{op}: its manifest is not what its files seal")
    return sorted(findings)


def differences(folder: Path, plan: FilePlan, built: TableData) -> list[str]:
    """Return the differences of one table from its recomputed text and values; empty if equal.

    Contents are compared, not files, because different versions of zlib compress differently.
    """
    try:
        files = OpFolder(folder, read_part(folder, plan.op))
        entry = files.part.table(*plan.key)
        if entry is None:
            return [f"{plan.title}: is planned but not committed"]
        text, values = files.table_text(entry), files.values(entry)
        if text == built.text and _same(values, built.values):
            return []
        committed = parse_table(parse_json(plan.title, text), plan.title)
        pools = files.pools(entry)
    except VectorError as error:
        return [str(error)]
    wanted = parse_table(parse_json(plan.title, built.text), plan.title)
    found = _by_case(plan, committed, pools, wanted, Pools(built.values, plan.title))
    return found or [f"{plan.title}: other bytes, though every case agrees; write it again"]


def _same(a: Mapping[str, Bits], b: Mapping[str, Bits]) -> bool:
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


def _by_case(
    plan: FilePlan, committed: Table, pools: Pools, wanted: Table, wanted_pools: Pools
) -> list[str]:
    findings = []
    old = {case.name: case for case in committed.cases}
    new = {case.name: case for case in wanted.cases}
    for name in sorted({*old, *new}):
        where = f"{plan.title}: {plan.op}/{plan.label}/{name}"
        if name not in old or name not in new:
            findings.append(f"{where}: {'is planned' if name in new else 'is committed'} only")
            continue
        a, b = old[name], new[name]
        call, wanted_call = committed.calls[a.call], wanted.calls[b.call]
        same_frame = (call, a.level, a.flags) == (wanted_call, b.level, b.flags)
        if not same_frame:
            findings.append(f"{where}: call, level or flags differ")
        elif _values(a, call.inputs, pools, True) != _values(b, call.inputs, wanted_pools, True):
            findings.append(f"{where}: the committed inputs are not the planned ones")
        else:
            findings += _outputs(where, a, b, call.outputs, pools, wanted_pools)
    return findings


def _values(case: CaseRecord, formats: Sequence[str], pools: Pools, inputs: bool) -> list[object]:
    sources = case.inputs if inputs else case.outputs
    return [
        pools.get(x, f, case.name).tobytes() if isinstance(x, Stored) else x
        for x, f in zip(sources, formats, strict=True)
    ]


def _outputs(
    where: str,
    a: CaseRecord,
    b: CaseRecord,
    formats: Sequence[str],
    pools: Pools,
    wanted_pools: Pools,
) -> list[str]:
    findings = []
    for x, y, name in zip(a.outputs, b.outputs, formats, strict=True):
        if not (isinstance(x, Stored) and isinstance(y, Stored)):
            if x != y:
                findings.append(f"{where}: the digests of the outputs differ")
            continue
        got, wanted = pools.get(x, name, where), wanted_pools.get(y, name, where)
        wrong = np.flatnonzero(got.reshape(-1) != wanted.reshape(-1))
        if wrong.size:
            at = int(wrong[0])
            digits = got.dtype.itemsize * 2
            findings.append(
                f"{where}: {wrong.size} of {got.size} outputs, the first at {at}: "
                f"committed {int(got.flat[at]):0{digits}x}, "
                f"recomputed {int(wanted.flat[at]):0{digits}x}"
            )
    return findings
