"""The only code that writes `data/` and `MANIFEST.json`; certificates are written by proofs.

A file is written when every one of its cases has been answered by oracles that agree, whole and at
once; the manifest comes last. A run that was stopped leaves a journal, and the next one keeps the
files that are finished. Two runs over the same plans give the same bytes.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from samebits.spec import __file__ as spec_file
from samebits.spec.catalog import all_ops
from samebits.spec.files import write_atomically
from samebits.spec.profiles import LEVELS, level_includes
from samebits.vectors import certificates, real
from samebits.vectors.build import BuiltFile, TableSummary
from samebits.vectors.digests import id_list_digest, sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json, read_bytes
from samebits.vectors.flags import parse_flags
from samebits.vectors.manifest import NAME, FileEntry, IdList, Manifest, read_manifest
from samebits.vectors.planning import FilePlan
from samebits.vectors.reader import FLAGS
from samebits.vectors.schema import SCHEMA_VERSION, parse_table

JOURNAL = "journal.partial"
LOCK = "writer.partial"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the folder against another writer; the lock goes when the process ends.

    Raises VectorError where another writer is at work.
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


def spec_version() -> str:
    """The version in the first line of SPEC.md. Raises VectorError."""
    path = Path(str(spec_file)).with_name("SPEC.md")
    first = read_bytes(path).decode().splitlines()[0]
    if "version" not in first:
        raise VectorError(f"{path}: the first line must end with the version of the specification")
    return first.split()[-1]


@dataclass(frozen=True, slots=True)
class Written:
    """The entries of one finished table: the table itself, and its pools if it has any."""

    table: FileEntry
    pools: FileEntry | None

    def entries(self) -> list[FileEntry]:
        """Both entries."""
        return [self.table, *([self.pools] if self.pools else [])]


def entries_of(plan: FilePlan, built: BuiltFile) -> Written:
    """The manifest entries of a built file."""
    table = FileEntry(
        plan.path, sha256_hex(built.table), len(built.table), built.cases, built.plan_digest
    )
    if built.pools is None:
        return Written(table, None)
    pools = FileEntry(pools_path(plan.path), sha256_hex(built.pools), len(built.pools))
    return Written(table, pools)


def pools_path(table_path: str) -> str:
    """The safetensors file beside a table."""
    return table_path.removesuffix(".json") + ".safetensors"


def write_built(folder: Path, plan: FilePlan, built: BuiltFile) -> Written:
    """Write a built file: pools first, then the table that points into them."""
    written = entries_of(plan, built)
    pools = folder / pools_path(plan.path)
    if built.pools is None:
        pools.unlink(missing_ok=True)
    else:
        write_atomically(pools, built.pools)
    write_atomically(folder / plan.path, built.table)
    return written


def is_current(folder: Path, written: Written, plan_digest: str) -> bool:
    """Whether a finished file was made from the same plan and is on disk as it was written."""
    stray = written.pools is None and (folder / pools_path(written.table.path)).exists()
    if written.table.plan != plan_digest or stray:
        return False
    paths = [(folder / entry.path, entry.sha256) for entry in written.entries()]
    return all(path.exists() and sha256_hex(path.read_bytes()) == sha for path, sha in paths)


class Journal:
    """What has been finished, by table: from the manifest, and from a run that was stopped."""

    def __init__(self, folder: Path, provenance: Mapping[str, str]) -> None:
        self._folder = folder
        self._provenance = dict(provenance)
        self._files: dict[str, FileEntry] = {}
        self._load()

    def _load(self) -> None:
        path = self._folder / JOURNAL
        try:
            manifest = read_manifest(self._folder)
            if dict(manifest.provenance) == self._provenance:
                self._files = {f.path: f for f in manifest.files}
        except VectorError:
            pass  # nothing to keep: everything is made again
        if path.exists():
            try:
                stored = json.loads(path.read_text())
                if stored["provenance"] == self._provenance:
                    self._files |= {f["path"]: FileEntry(**f) for f in stored["files"]}
            except (ValueError, KeyError, TypeError):
                path.unlink()

    def finished(self, plan: FilePlan) -> Written | None:
        """The entries of a plan's file as it was finished before, if it was."""
        table = self._files.get(plan.path)
        return Written(table, self._files.get(pools_path(plan.path))) if table else None

    def record(self, written: Written) -> None:
        """Note a finished file."""
        self._files.pop(pools_path(written.table.path), None)
        self._files |= {entry.path: entry for entry in written.entries()}
        files = [
            {
                "path": f.path,
                "sha256": f.sha256,
                "bytes": f.bytes,
                "cases": f.cases,
                "plan": f.plan,
            }
            for f in self._files.values()
        ]
        stored = {"provenance": self._provenance, "files": files}
        write_atomically(self._folder / JOURNAL, json.dumps(stored).encode())

    def clear(self) -> None:
        """Forget the journal: the manifest holds everything now."""
        (self._folder / JOURNAL).unlink(missing_ok=True)


def seal(folder: Path, written: Iterable[Written], provenance: Mapping[str, str]) -> Manifest:
    """The manifest over the given files and flags.json. Raises VectorError."""
    flags_data = read_bytes(folder / FLAGS)
    flags = parse_flags(parse_json(folder / FLAGS, flags_data), str(folder / FLAGS))
    entries = [FileEntry(FLAGS, sha256_hex(flags_data), len(flags_data))]
    summaries: list[TableSummary] = []
    for item in written:
        entries += item.entries()
        path = folder / item.table.path
        table = parse_table(parse_json(path, read_bytes(path)), str(path))
        summaries.append(TableSummary.of(table))
    entries += certificates.entries(folder)
    exhausted = certificates.profile_ids(folder)
    used = {flag for summary in summaries for flag in summary.flags}
    used |= {certificates.FLAG} if exhausted else set()
    if used - set(flags):
        raise VectorError(f"{folder / FLAGS}: no description of flag {min(used - set(flags))!r}")
    return Manifest(
        spec_version(),
        SCHEMA_VERSION,
        dict(provenance),
        real.packages(),
        tuple(sorted(entries, key=lambda entry: entry.path)),
        tuple(id_lists(summaries, exhausted)),
    ).sealed()


def reseal(folder: Path) -> Manifest | None:
    """Seal the committed tables again with the certificates that are there now.

    Returns the new manifest, None where it is the old one. Raises VectorError.
    """
    with alone(folder):
        before = read_manifest(folder)
        tables = [entry for entry in before.files if entry.plan]
        written = [Written(e, before.entry(pools_path(e.path))) for e in tables]
        now = seal(folder, written, before.provenance)
        if now == before:
            return None
        write_manifest(folder, now)
        return now


def id_lists(
    summaries: Sequence[TableSummary], exhausted: Mapping[str, Sequence[str]]
) -> Iterable[IdList]:
    """The must-pass lists: for every set, profile and level the ids that a run contains.

    `exhausted` holds the ids of the certificates by profile: golden cases of the level exhaustive.
    """
    sets = sorted({summary.set for summary in summaries} | ({"golden"} if exhausted else set()))
    profiles = sorted({all_ops()[summary.op].profile for summary in summaries} | {*exhausted})
    for case_set in sets:
        for profile in profiles:
            chosen = [
                s for s in summaries if s.set == case_set and all_ops()[s.op].profile == profile
            ]
            proven = exhausted.get(profile, ()) if case_set == "golden" else ()
            for level in LEVELS if chosen or proven else ():
                ids = [
                    i
                    for s in chosen
                    for i, least in s.levels.items()
                    if level_includes(level, least)
                ]
                ids += proven if level == certificates.LEVEL else ()
                yield IdList(case_set, profile, level, len(ids), id_list_digest(ids))


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, last of all."""
    write_atomically(folder / NAME, manifest.to_bytes())


def unlisted(folder: Path, manifest: Manifest, room: str = "data") -> list[Path]:
    """Files under data/ (or another room of the folder) that the manifest does not list."""
    listed = {folder / entry.path for entry in manifest.files}
    found = (path for path in (folder / room).rglob("*") if path.is_file())
    return sorted(path for path in found if path not in listed)
