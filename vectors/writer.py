"""The only code that writes `data/`. It writes all files of an op together, the manifest last.

An op is written when the oracles agree on all of its cases. A run that is stopped keeps the
finished ops. Two runs over the same plans give the same bytes. A file with unchanged content is not
written again, even if this version of zlib would compress it differently.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.spec import __file__ as spec_file
from samebits.spec.catalog import all_ops
from samebits.spec.profiles import LEVELS, level_includes
from samebits.vectors import certificates, real
from samebits.vectors.build import TableSummary
from samebits.vectors.certificate import Certificate, case_id
from samebits.vectors.contents import CertificateData, OpData, OpFolder, TableData, packed
from samebits.vectors.digests import op_list_digest, sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json, read_bytes
from samebits.vectors.flags import FLAGS, Flag
from samebits.vectors.part import (
    DATA,
    FILES,
    NAME,
    OpList,
    Part,
    parse_part,
    path_of,
    read_part,
)
from samebits.vectors.schema import SETS, parse_table

LOCK = "writer.partial"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock the folder against other runs of the writer. The lock ends with the process.

    Raises VectorError if another writer holds the lock.
    """
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise VectorError(f"{folder}: another writer is at work here; let it finish") from error
        try:
            yield
        finally:
            (folder / LOCK).unlink(missing_ok=True)


@contextmanager
def _op_held(folder: Path, op: str) -> Iterator[None]:
    """Create the folder of an op and lock it during the block. A second writer waits."""
    path = path_of(folder, op)
    path.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def spec_version() -> str:
    """Return the version of the specification from the first line of SPEC.md.

    Raises VectorError.
    """
    path = Path(str(spec_file)).with_name("SPEC.md")
    first = read_bytes(path).decode().splitlines()[0]
    if "version" not in first:
        raise VectorError(f"{path}: the first line must end with the version of the specification")
    return first.split()[-1]


@dataclass(frozen=True, slots=True)
class Stored:
    """The undamaged tables of an op in a folder, and the oracles that answered them."""

    tables: Mapping[tuple[str, str], TableData]
    provenance: Mapping[str, str]


def stored_tables(folder: Path, op: str) -> Stored:
    """Return the stored tables of an op. None are returned if a file of the op is damaged."""
    if not (path_of(folder, op) / NAME).exists():
        return Stored({}, {})
    try:
        part = read_part(folder, op)
        found = OpFolder(folder, replace(part, certificates=())).data().tables
    except VectorError:
        return Stored({}, {})  # the tables will be made again
    return Stored({(table.set, table.label): table for table in found}, part.provenance)


def stored_certificates(folder: Path, op: str) -> tuple[CertificateData, ...]:
    """Return the stored certificates of an op.

    Raises VectorError if one is damaged. It is not discarded, because certificates take hours to
    make.
    """
    if not (path_of(folder, op) / NAME).exists():
        return ()
    part = read_part(folder, op)
    files = OpFolder(folder, part)
    return tuple(files.certificate(entry) for entry in part.certificates)


def write_tables(
    folder: Path,
    op: str,
    tables: Iterable[TableData],
    provenance: Mapping[str, str],
    flags: Mapping[str, Flag],
) -> Part:
    """Replace the tables of an op. Its certificates stay. Raises VectorError, OSError."""
    ordered = tuple(sorted(tables, key=lambda table: (table.set, table.label)))
    with _op_held(folder, op):
        data = OpData(ordered, stored_certificates(folder, op))
        part = seal(op, data, provenance)
        _require_described(folder, data, op, flags)
        _write(folder, part, data)
    return part


def write_certificate(folder: Path, certificate: Certificate) -> Path:
    """Add a certificate to its op, or replace it, and return the op's folder.

    The tables stay. Raises OSError, and VectorError if the op's files are damaged.
    """
    op, new = certificate.call.op, certificates.stored_form(certificate)
    with _op_held(folder, op):
        tables: tuple[TableData, ...] = ()
        provenance: Mapping[str, str] = {}
        if (path_of(folder, op) / NAME).exists():
            part = read_part(folder, op)
            tables, provenance = OpFolder(folder, part).data().tables, part.provenance
        others = [x for x in stored_certificates(folder, op) if x.name != new.name]
        data = OpData(tables, tuple(sorted([*others, new], key=lambda item: item.name)))
        _write(folder, seal(op, data, provenance), data)
    return path_of(folder, op)


def seal(op: str, data: OpData, provenance: Mapping[str, str]) -> Part:
    """Return the manifest of an op for its stored data. Raises VectorError."""
    has_real = any(table.set == "real" for table in data.tables)
    part = Part(
        spec_version(),
        op,
        dict(provenance),
        dict(real.packages()) if has_real else {},
        {kind: sha256_hex(content) for kind, content in data.contents().items()},
        tuple(table.entry() for table in data.tables),
        tuple(item.entry() for item in data.certificates),
        tuple(_lists(op, data)),
    )
    return parse_part(parse_json(op, part.to_bytes()), op)  # checks the limits of the reader


def summaries(op: str, data: OpData) -> list[TableSummary]:
    """Return a summary of each table. Raises VectorError."""
    found = []
    for table in data.tables:
        where = f"{op}/{table.label}"
        found.append(TableSummary.of(parse_table(parse_json(where, table.text), where)))
    return found


def _require_described(folder: Path, data: OpData, op: str, flags: Mapping[str, Flag]) -> None:
    used = {flag for summary in summaries(op, data) for flag in summary.flags}
    used |= {certificates.FLAG} if data.certificates else set()
    if used - set(flags):
        raise VectorError(f"{folder / FLAGS}: no description of flag {min(used - set(flags))!r}")


def _lists(op: str, data: OpData) -> Iterator[OpList]:
    """Yield the must-pass lists of an op, one for each set and level."""
    tables = summaries(op, data)
    proven = [case_id(op, item.name) for item in data.certificates]
    for case_set in SETS:
        levels = {i: least for s in tables if s.set == case_set for i, least in s.levels.items()}
        if case_set == "golden":
            levels |= dict.fromkeys(proven, certificates.LEVEL)
        for level in LEVELS:
            ids = [i for i, least in levels.items() if level_includes(level, least)]
            if ids:
                yield OpList(case_set, level, len(ids), op_list_digest(ids))


def _write(folder: Path, part: Part, data: OpData) -> None:
    """Write the changed files of an op, the manifest last."""
    home, contents = path_of(folder, part.op), data.contents()
    for kind, name in FILES.items():
        path = home / name
        if kind not in contents:
            path.unlink(missing_ok=True)
        elif not _holds(path, kind, part, contents[kind]):
            write_atomically(path, packed(part, kind, contents[kind]))
    path, text = home / NAME, part.to_bytes()
    if not path.exists() or path.read_bytes() != text:
        write_atomically(path, text)


def _holds(path: Path, kind: str, part: Part, content: bytes) -> bool:
    """Return whether a file has this content already, in any compressed form."""
    if not path.exists():
        return False
    try:
        return OpFolder.unpack(path, kind, part) == content
    except VectorError:
        return False


def unlisted(folder: Path, ops: Sequence[str] | None = None) -> list[Path]:
    """Return the files under data/, or in the folders of the given ops, that no manifest lists."""
    found = []
    for home in sorted((folder / DATA).iterdir()) if (folder / DATA).is_dir() else ():
        if ops is not None and home.name not in ops:
            continue
        listed: set[Path] = set()
        if home.name in all_ops() and (home / NAME).exists():
            part = read_part(folder, home.name)
            listed = {home / NAME, *(home / FILES[kind] for kind in part.digests)}
        files = [home] if home.is_file() else [p for p in home.rglob("*") if p.is_file()]
        found += [path for path in files if path not in listed]
    return sorted(found)


def remove_unplanned(folder: Path, ops: Iterable[str]) -> list[Path]:
    """Remove the folders of ops without a plan, and files that no manifest lists.

    Returns the removed paths.
    """
    planned = {folder / DATA / op for op in ops}
    data = folder / DATA
    gone = [p for p in (sorted(data.iterdir()) if data.is_dir() else ()) if p not in planned]
    for path in gone:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    strays = unlisted(folder)
    for path in strays:
        path.unlink()
    return [*gone, *strays]
