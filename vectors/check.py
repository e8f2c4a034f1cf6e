"""Recomputed vectors against the committed ones: which file, which case, what differs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from samebits.vectors.build import BuiltFile
from samebits.vectors.certificate import FOLDER
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json, read_bytes
from samebits.vectors.manifest import Manifest
from samebits.vectors.planning import FilePlan
from samebits.vectors.pools import Pools
from samebits.vectors.schema import CaseRecord, Stored, Table, parse_table
from samebits.vectors.writer import Written, pools_path, seal, unlisted


def listed(
    folder: Path, manifest: Manifest, plans: Sequence[FilePlan], *, whole: bool
) -> list[str]:
    """Findings on the manifest: its files, and the lists and flags that it was sealed with."""
    strays = [path for room in ("data", FOLDER) for path in unlisted(folder, manifest, room)]
    findings = [f"{path.relative_to(folder)}: is not listed" for path in strays]
    tables = {entry.path: entry for entry in manifest.files if entry.plan}
    findings += [f"{p.path}: is planned but not committed" for p in plans if p.path not in tables]
    if whole:
        planned = {plan.path for plan in plans}
        findings += [f"{path}: no plan calls for it" for path in tables if path not in planned]
    written = [Written(e, manifest.entry(pools_path(e.path))) for e in tables.values()]
    try:
        if seal(folder, written, manifest.provenance) != manifest:
            findings.append("MANIFEST.json: is not what the committed files and flags seal")
    except VectorError as error:
        findings.append(str(error))
    return findings


def differences(folder: Path, plan: FilePlan, built: BuiltFile) -> list[str]:
    """Findings on one file: empty where every byte is the recomputed one."""
    pools_file = folder / pools_path(plan.path)
    try:
        table_data = read_bytes(folder / plan.path)
        pools_data = read_bytes(pools_file) if pools_file.exists() else None
        if (table_data, pools_data) == (built.table, built.pools):
            return []
        committed = parse_table(parse_json(folder / plan.path, table_data), plan.path)
        pools = Pools(pools_data, pools_file)
    except VectorError as error:
        return [str(error)]
    wanted = parse_table(parse_json(folder / plan.path, built.table), plan.path)
    found = _by_case(plan, committed, pools, wanted, Pools(built.pools, pools_file))
    return found or [f"{plan.path}: other bytes, though every case agrees; write it again"]


def _by_case(
    plan: FilePlan, committed: Table, pools: Pools, wanted: Table, wanted_pools: Pools
) -> list[str]:
    findings = []
    old = {case.name: case for case in committed.cases}
    new = {case.name: case for case in wanted.cases}
    for name in sorted({*old, *new}):
        where = f"{plan.path}: {plan.op}/{plan.label}/{name}"
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
