"""The archives that leave a lent machine: few, of limited size, and never incomplete.

There are two kinds: `evidence` (reports, partial reports, logs, rows) and `kernels` (compiled
kernels and libraries). Each begins with a member `lease.json` that describes it. An archive is
written under a temporary name and renamed when complete. The archives of one set have the same
sequence number, and a new set replaces the set before it.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import re
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from samebits.common.files import write_atomically

Kind = Literal["evidence", "kernels"]

LARGEST = 16 << 20
"""The largest size of an archive in bytes."""

MOST = 8
"""The largest number of archives that exist simultaneously, both kinds together."""

PARTS: Mapping[Kind, int] = {"evidence": 2, "kernels": 2}
"""The largest number of archives in a set. During a replacement, two sets exist."""

LABEL = "lease.json"
"""The first member of every archive."""

NAME = re.compile(r"(evidence|kernels)-(\d{4,})-(\d)of(\d)\.tar\.[gx]z")

_PRESET = 2  # the preset of xz: several times as fast as the default, with output one tenth larger


@dataclass(frozen=True, slots=True)
class Label:
    """The description of an archive: kind, lease, sequence number of its set, part, and parts."""

    kind: Kind
    lease: str
    sequence: int
    part: int
    parts: int
    about: str = ""


@dataclass(frozen=True, slots=True)
class Packed:
    """The archives of a set that was written, and the files that did not fit."""

    files: tuple[Path, ...]
    left_out: tuple[str, ...] = ()


def pack(label: Label, top: Path, names: Sequence[str], folder: Path) -> Packed:
    """Write the files `names` below `top` to archives in `folder`, and replace the previous set.

    The first names are the most important. If not all files fit, the last ones are left out and
    returned. Files that no longer exist are ignored. Raises OSError if an archive cannot be
    written.
    """
    kind = label.kind
    contents = dict(_read(top, names))
    gone = [name for name, data in contents.items() if _is_too_large(kind, data)]
    kept = [name for name in contents if name not in gone]
    while True:
        made = _fitting(label, contents, kept)
        if made is not None:
            break
        cut = max(1, len(kept) // 8)
        kept, gone = kept[:-cut], kept[-cut:] + gone
    suffix = _suffix(kind)
    written = []
    for number, data in enumerate(made, 1):
        path = folder / f"{kind}-{label.sequence:04d}-{number}of{len(made)}.tar.{suffix}"
        write_atomically(path, data)
        written.append(path)
    for path in archives(folder, kind):
        if path not in written:
            path.unlink()
    return Packed(tuple(written), tuple(gone))


def archives(folder: Path, kind: Kind | None = None) -> list[Path]:
    """Return the archives in a folder, sorted by name."""
    found = sorted(path for path in folder.glob("*.tar.*") if NAME.fullmatch(path.name))
    return [path for path in found if kind is None or path.name.startswith(f"{kind}-")]


def _read(top: Path, names: Sequence[str]) -> list[tuple[str, bytes]]:
    found = []
    for name in names:
        try:
            found.append((name, (top / name).read_bytes()))
        except FileNotFoundError:
            continue
    return found


def _is_too_large(kind: Kind, data: bytes) -> bool:
    """Return whether a single file is larger than an archive may be."""
    if len(data) < LARGEST:
        return False
    return len(_compressed(Label(kind, "", 0, 1, 1), {"": data}, [""])) > LARGEST


def _fitting(
    label: Label, contents: Mapping[str, bytes], names: Sequence[str]
) -> list[bytes] | None:
    """Return archives of all files, as few as possible.

    None if they would be too many or too large.
    """
    for parts in range(1, PARTS[label.kind] + 1):
        made = []
        for number, group in enumerate(_groups(contents, names, parts), 1):
            told = Label(label.kind, label.lease, label.sequence, number, parts, label.about)
            made.append(_compressed(told, contents, group))
        if all(len(data) <= LARGEST for data in made):
            return made
    return None


def _groups(contents: Mapping[str, bytes], names: Sequence[str], parts: int) -> list[list[str]]:
    """Return the names in order, in groups with about the same number of bytes."""
    share = sum(len(contents[name]) for name in names) / parts
    groups: list[list[str]] = [[] for _ in range(parts)]
    before = 0
    for name in names:
        groups[min(int(before / share), parts - 1) if share else 0].append(name)
        before += len(contents[name])
    return groups


def _compressed(label: Label, contents: Mapping[str, bytes], names: Sequence[str]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        _add(archive, LABEL, json.dumps(asdict(label), indent=1).encode())
        for name in names:
            _add(archive, name, contents[name])
    data = stream.getvalue()
    if label.kind == "kernels":
        return lzma.compress(data, preset=_PRESET)
    return gzip.compress(data, mtime=0)


def _suffix(kind: Kind) -> str:
    return "xz" if kind == "kernels" else "gz"


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(data)
    member.mode = 0o755 if name.endswith(".so") else 0o644
    archive.addfile(member, io.BytesIO(data))
