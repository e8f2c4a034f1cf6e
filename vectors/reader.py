"""The reader: cases with their inputs and wanted bits. Needs the base dependencies only.

Every file is read once, compared with the digest in the manifest, and parsed from those very
bytes; no value is trusted before that.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path

from samebits.spec.profiles import level_includes
from samebits.vectors.address import split_address
from samebits.vectors.case import Case
from samebits.vectors.certificate import Certificate
from samebits.vectors.certificates import (
    ExhaustiveCase,
    case_of,
    element_case,
    is_certificate,
    is_exhaustive,
    read_certificate,
)
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json, read_verified
from samebits.vectors.flags import Flag, parse_flags
from samebits.vectors.manifest import Manifest, read_manifest
from samebits.vectors.pools import Pools
from samebits.vectors.schema import SETS, Table, parse_table

ROOM = Path(__file__).parent
DATA = "data"
FLAGS = "flags.json"


class Vectors:
    """The verified vectors in a folder. Use `Vectors.open()`."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self._tables: dict[str, tuple[Case, ...]] = {}
        self._pools: dict[str, Pools] = {}
        self._entries = {entry.path: entry for entry in manifest.files}

    @classmethod
    def open(cls, path: str | Path | None = None) -> Vectors:
        """Open the vectors in a folder (default: those of this package).

        Raises VectorError naming the file where the manifest or flags.json is not as frozen; data
        files are verified when first used.
        """
        folder = ROOM if path is None else Path(path)
        vectors = cls(folder, read_manifest(folder))
        vectors.flags  # noqa: B018 (verified now, not at the first failure)
        return vectors

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Vectors.open, (self.folder,)

    @cached_property
    def flags(self) -> Mapping[str, Flag]:
        """All flags by name."""
        path = self.folder / FLAGS
        return parse_flags(parse_json(path, self._verified(FLAGS)), str(path))

    def cases(
        self,
        *,
        ops: Collection[str] | None = None,
        formats: Collection[str] | None = None,
        profiles: Collection[str] | None = None,
        level: str = "standard",
        sets: Collection[str] = ("golden",),
    ) -> list[Case]:
        """The cases that a run at `level` contains, sorted by id.

        `formats` keeps the cases in which every operand and result has one of these formats or is
        bool or an index beside one that has; None keeps all, as for `ops` and `profiles`. Raises
        VectorError.
        """
        chosen = []
        for path, op in self._table_paths(sets):
            if ops is not None and op not in ops:
                continue
            for case in self._table(path):
                wanted = profiles is None or case.profile in profiles
                if wanted and level_includes(level, case.level) and _has_formats(case, formats):
                    chosen.append(case)
        return sorted(chosen, key=lambda case: case.id)

    def exhaustive_cases(self) -> list[ExhaustiveCase]:
        """The cases of the certificates, sorted by id; each reads its certificate when asked.

        A run at level exhaustive contains them besides `cases`. Raises VectorError.
        """
        return list(self._exhaustive)

    @cached_property
    def _exhaustive(self) -> tuple[ExhaustiveCase, ...]:
        paths = [e.path for e in self.manifest.files if is_certificate(e.path)]
        found = [case_of(path, partial(self.certificate, path)) for path in paths]
        return tuple(sorted(found, key=lambda case: case.id))

    def certificate(self, path: str) -> Certificate:
        """The verified certificate at a path of the manifest. Raises VectorError."""
        return read_certificate(
            self.folder, path, lambda file: self._verified(file.relative_to(self.folder).as_posix())
        )

    def case(self, case_id: str) -> Case:
        """The case with an id, or with the address of one of its elements.

        An address of the group `exhaustive` gives a case of one input, whose wanted bits the
        oracles make, whether there is a certificate or not. Raises VectorError that lists near ids.
        """
        wanted, element = split_address(case_id)
        op = wanted.split("/")[0]
        if is_exhaustive(wanted):
            return element_case(wanted, element)
        for path, table_op in self._table_paths(SETS):
            if table_op == op:
                for case in self._table(path):
                    if case.id == wanted:
                        return case
        known = [case.id for case in self.cases(level="exhaustive", sets=SETS)]
        known += [case.id for case in self.exhaustive_cases()]
        near = difflib.get_close_matches(wanted, known, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "see `samebits vectors`"
        raise VectorError(f"no case {wanted!r}; {hint}")

    def pools(self, table_path: str) -> Pools:
        """The by-value bits beside a table, verified. Raises VectorError."""
        path = table_path.removesuffix(".json") + ".safetensors"
        if path not in self._pools:
            data = self._verified(path) if path in self._entries else None
            self._pools[path] = Pools(data, self.folder / path)
        return self._pools[path]

    def verify_all(self) -> int:
        """Verify every file of the manifest; returns their number. Raises VectorError."""
        for entry in self.manifest.files:
            self._verified(entry.path)
        return len(self.manifest.files)

    def _table_paths(self, sets: Collection[str]) -> Iterator[tuple[str, str]]:
        """Paths and ops of the tables of some sets: data/<op>/ is golden, data/real/<op>/ real."""
        for entry in self.manifest.files:
            parts = entry.path.split("/")
            if parts[0] == DATA and entry.path.endswith(".json"):
                case_set = parts[1] if len(parts) == 4 else "golden"
                if case_set in sets:
                    yield entry.path, parts[-2]

    def _table(self, path: str) -> tuple[Case, ...]:
        if path not in self._tables:
            file = self.folder / path
            table = parse_table(parse_json(file, self._verified(path)), str(file))
            self._tables[path] = tuple(self._case(path, table, i) for i in range(len(table.cases)))
        return self._tables[path]

    def _case(self, path: str, table: Table, index: int) -> Case:
        record = table.cases[index]
        unknown = [f for f in record.flags if f not in self.flags]
        if unknown:
            raise VectorError(f"{self.folder / path}: {record.name}: unknown flag {unknown[0]!r}")
        return Case.of(record, table, lambda: self.pools(path))

    def _verified(self, path: str) -> bytes:
        entry = self._entries.get(path)
        if entry is None:
            raise VectorError(f"{self.folder / path}: is not listed in the manifest")
        return read_verified(self.folder / path, entry.sha256)


def _has_formats(case: Case, formats: Collection[str] | None) -> bool:
    if formats is None:
        return True
    used = {*case.call.inputs, *case.call.outputs}
    return (used - {"bool", "i64"} or used) <= set(formats)
