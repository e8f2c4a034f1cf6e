"""The reader of cases with their inputs and expected bits. It needs only the base dependencies.

Every file is read once. Its content is compared with the digest in the op's manifest and is parsed
from the same bytes, before any value is used.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path

from samebits.spec.profiles import LEVELS
from samebits.vectors.address import split_address
from samebits.vectors.case import Case
from samebits.vectors.certificate import Certificate
from samebits.vectors.certificates import (
    ExhaustiveCase,
    case_of,
    element_case,
    is_exhaustive,
    read_certificate,
)
from samebits.vectors.contents import OpFolder
from samebits.vectors.errors import VectorError
from samebits.vectors.files import parse_json
from samebits.vectors.flags import Flag
from samebits.vectors.manifest import Manifest, read_manifest
from samebits.vectors.part import TableEntry
from samebits.vectors.pools import Pools
from samebits.vectors.schema import SETS, Table, parse_table

ROOM = Path(__file__).parent


class Vectors:
    """The verified vectors in a folder. Use `Vectors.open()`."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self._tables: dict[tuple[str, str, str, str], tuple[Case, ...]] = {}
        self._files = {op: OpFolder(folder, part) for op, part in manifest.parts.items()}

    @classmethod
    def open(cls, path: str | Path | None = None) -> Vectors:
        """Open the vectors in a folder (default: the vectors of this package).

        Raises VectorError, which names the file, if an op's manifest or flags.json is damaged.
        Other files are verified on first use.
        """
        folder = ROOM if path is None else Path(path)
        if path is not None and not folder.is_dir():
            raise VectorError(f"{folder} is not a folder; pass a folder of vectors")
        return cls(folder, read_manifest(folder))

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Vectors.open, (self.folder,)

    @property
    def flags(self) -> Mapping[str, Flag]:
        """Return all flags by name."""
        return self.manifest.flags

    def cases(
        self,
        *,
        ops: Collection[str] | None = None,
        formats: Collection[str] | None = None,
        profiles: Collection[str] | None = None,
        level: str = "standard",
        sets: Collection[str] = ("golden",),
    ) -> list[Case]:
        """Return the cases of a run at `level`, sorted by id.

        `formats` selects the cases in which every operand and result has one of these formats. Bool
        and index operands are also allowed if at least one other format is selected. None selects
        all; this also holds for `ops` and `profiles`. Raises VectorError.
        """
        chosen = []
        for op, entry in self._entries(sets):
            if ops is not None and op not in ops:
                continue
            for case in self._table(op, entry, level):
                wanted = profiles is None or case.profile in profiles
                if wanted and _has_formats(case, formats):
                    chosen.append(case)
        return sorted(chosen, key=lambda case: case.id)

    def exhaustive_cases(self) -> list[ExhaustiveCase]:
        """Return the cases of the certificates, sorted by id.

        Each case reads its certificate on first use. A run at level exhaustive contains these cases
        in addition to `cases`. Raises VectorError.
        """
        return list(self._exhaustive)

    @cached_property
    def _exhaustive(self) -> tuple[ExhaustiveCase, ...]:
        found = [
            case_of(op, entry.name, partial(self.certificate, op, entry.name))
            for op, part in self.manifest.parts.items()
            for entry in part.certificates
        ]
        return tuple(sorted(found, key=lambda case: case.id))

    def certificate(self, op: str, name: str) -> Certificate:
        """Return the verified certificate of an op with this name. Raises VectorError."""
        return read_certificate(self._files[op], name)

    def case(self, case_id: str) -> Case:
        """Return the case with an id, or with the address of one of its elements.

        An address of the group `exhaustive` gives a case with one input. The oracles compute its
        expected bits, whether or not a certificate exists. Raises VectorError, which lists similar
        ids.
        """
        wanted, element = split_address(case_id)
        op = wanted.split("/")[0]
        if is_exhaustive(wanted):
            return element_case(wanted, element)
        for table_op, entry in self._entries(SETS):
            if table_op == op:
                for case in self._table(op, entry, LEVELS[-1]):
                    if case.id == wanted:
                        return case
        known = [case.id for case in self.cases(level="exhaustive", sets=SETS)]
        known += [case.id for case in self.exhaustive_cases()]
        near = difflib.get_close_matches(wanted, known, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "see `samebits vectors`"
        raise VectorError(f"no case {wanted!r}; {hint}")

    def verify_all(self) -> int:
        """Verify every file, and return the number of files. Raises VectorError."""
        for files in self._files.values():
            files.verify()
        return 1 + len(self.manifest.paths(self.folder))

    def _entries(self, sets: Collection[str]) -> Iterator[tuple[str, TableEntry]]:
        """Yield the op and the entry of each table of the given sets."""
        for op, part in self.manifest.parts.items():
            for entry in part.tables:
                if entry.set in sets:
                    yield op, entry

    def _table(self, op: str, entry: TableEntry, level: str) -> tuple[Case, ...]:
        """Return the cases of a table in a run at `level`.

        Cases of higher levels are not parsed.
        """
        key = (level, op, *entry.key)
        if key not in self._tables:
            files = self._files[op]
            where = f"{files.path('tables')} ({entry.set} {entry.label})"
            table = parse_table(parse_json(where, files.table_text(entry)), where, level)
            if (table.op, table.set, table.label, table.listed) != (
                op,
                entry.set,
                entry.label,
                entry.cases,
            ):
                raise VectorError(f"{where}: the table is not the one that the manifest lists")
            pools = partial(files.pools, entry)
            self._tables[key] = tuple(
                self._case(where, table, i, pools) for i in range(len(table.cases))
            )
        return self._tables[key]

    def _case(self, where: str, table: Table, index: int, pools: Callable[[], Pools]) -> Case:
        record = table.cases[index]
        unknown = [f for f in record.flags if f not in self.flags]
        if unknown:
            raise VectorError(f"{where}: {record.name}: unknown flag {unknown[0]!r}")
        return Case.of(record, table, pools)


def _has_formats(case: Case, formats: Collection[str] | None) -> bool:
    if formats is None:
        return True
    used = {*case.call.inputs, *case.call.outputs}
    return (used - {"bool", "i64"} or used) <= set(formats)
