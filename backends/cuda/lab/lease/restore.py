"""Restoration of results from an earlier machine: archives are read and checked, then copied.

Archives are not trusted. Members must be plain files with relative names below the folders of a
lease, and the unpacked size is limited.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import get_args

from samebits.backends.cuda.lab.lease import lease_state
from samebits.backends.cuda.lab.lease.archives import LABEL, Kind, Label
from samebits.backends.cuda.lab.lease.settings import Settings
from samebits.common.files import write_atomically
from samebits.reports.errors import ReportError

MOST_BYTES = 1 << 30
"""The largest unpacked size of an archive that is accepted."""

_GZIP = b"\x1f\x8b"
_BROKEN = (tarfile.TarError, lzma.LZMAError, zlib.error, OSError, EOFError)


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that was read: its label and its files."""

    path: Path
    label: Label
    files: Mapping[str, bytes]


def restore(settings: Settings, paths: Sequence[Path]) -> list[str]:
    """Copy the files of archives to their folders. Return one line of text per set.

    Evidence is ignored if it belongs to a different lease (other sources, device or choice), or if
    it is older than the present evidence. Nothing is written if an archive is damaged or is no
    archive of a lease, or if a part of a set is missing: ReportError is raised.
    """
    read = [_read(path) for path in paths]
    sets = _sets(read)
    return [_put(settings, parts) for parts in sets]


def _sets(read: Iterable[Archive]) -> list[list[Archive]]:
    """Return the complete sets. Of the sets of evidence, only the newest is returned."""
    groups: dict[tuple[str, str, int], dict[int, Archive]] = {}
    for archive in read:
        label = archive.label
        groups.setdefault((label.kind, label.lease, label.sequence), {})[label.part] = archive
    newest: dict[tuple[str, str], list[Archive]] = {}
    for (kind, lease, sequence), parts in sorted(groups.items()):
        wanted = range(1, next(iter(parts.values())).label.parts + 1)
        lacking = [number for number in wanted if number not in parts]
        if lacking:
            raise ReportError(
                f"part {lacking[0]} of {len(wanted)} of {kind} {sequence:04d} is missing: "
                "give all archives of a set to --restore"
            )
        newest[kind, lease] = [parts[number] for number in wanted]
    return list(newest.values())


def _put(settings: Settings, parts: Sequence[Archive]) -> str:
    label = parts[0].label
    files = {name: data for archive in parts for name, data in archive.files.items()}
    if label.kind == "kernels":
        fresh = {n: data for n, data in files.items() if not (settings.out / n).exists()}
        for name, data in fresh.items():
            _write(settings.out / name, data)
        return f"kernels: {len(files)} files, {len(fresh)} of them new here; {label.about}"
    if label.lease != settings.key:
        return f"evidence of {label.lease} is left alone: this lease is {settings.key}"
    here = lease_state.read(settings.folder).sequence
    if here >= label.sequence:
        return f"evidence {label.sequence:04d} is left alone: what is here is {here:04d}"
    last = f"{settings.key}/{lease_state.NAME}"
    for name, data in files.items():
        if name != last:
            _write(settings.out / name, data)
    if last in files:  # it is written last, so that an interrupted restoration is repeated
        _write(settings.out / last, files[last])
    return f"evidence {label.sequence:04d}: {len(files)} files; {label.about}"


def _write(path: Path, data: bytes) -> None:
    write_atomically(path, data)
    if path.suffix == ".so":
        path.chmod(0o755)


def _read(path: Path) -> Archive:
    files: dict[str, bytes] = {}
    label: Label | None = None
    try:
        with tarfile.open(fileobj=io.BytesIO(_unpacked(path)), mode="r:") as archive:
            for member in archive:
                stream = archive.extractfile(member) if member.isreg() else None
                if stream is None:
                    raise ReportError(f"{path}: {member.name!a} is not a plain file")
                if label is None:
                    label = _label(path, member.name, stream.read())
                else:
                    files[_safe(path, label, member.name)] = stream.read()
    except _BROKEN as error:
        raise ReportError(f"{path} is not a complete archive: {error}") from error
    if label is None:
        raise ReportError(f"{path} is empty")
    return Archive(path, label, files)


def _unpacked(path: Path) -> bytes:
    """Return all bytes of the tar file. It is read to its end, so that its checksum is verified."""
    packed = io.BytesIO(path.read_bytes())
    is_gzip = packed.getvalue().startswith(_GZIP)
    with gzip.open(packed) if is_gzip else lzma.open(packed) as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ReportError(f"{path} unpacks to more than {MOST_BYTES >> 20} MiB")
    return data


def _label(path: Path, name: str, data: bytes) -> Label:
    try:
        if name != LABEL:
            raise ValueError(f"it begins with {name!a}")
        label = Label(**json.loads(data))
        numbers = (label.sequence, label.part, label.parts)
        texts = (label.kind, label.lease, label.about)
        if not all(type(n) is int for n in numbers) or not all(type(t) is str for t in texts):
            raise ValueError("its label has a member of a wrong type")
        if label.kind not in get_args(Kind) or not 1 <= label.part <= label.parts:
            raise ValueError("its label contradicts itself")
        if PurePosixPath(label.lease).name != label.lease:
            raise ValueError(f"the lease {label.lease!a} in its label is not a name")
    except (ValueError, TypeError, RecursionError) as error:
        raise ReportError(f"{path} is not an archive of a lease: {error}") from error
    return label


def _safe(path: Path, label: Label, name: str) -> str:
    """Return the name of a member; raise ReportError if it is outside the folders of its kind."""
    parts = PurePosixPath(name).parts
    if label.kind == "evidence":
        inside = parts[:1] == (label.lease,)
    else:
        inside = parts[:1] == ("kernels",) or parts[:2] == (label.lease, "lib")
    if not inside or len(parts) < 2 or ".." in parts or name.startswith("/") or "\\" in name:
        raise ReportError(f"{path}: {name!a} is outside the folders of a lease")
    return name
