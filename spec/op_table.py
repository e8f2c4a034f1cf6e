"""Tables with one row for each op, in the modules of one folder.

A module of the folder is for one family of ops. It defines one constant: a mapping from the name of
an op to its row. `OpTable` finds all modules, so there is no list to edit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any, Generic, TypeVar

from samebits.common.modules import modules_of
from samebits.spec.catalog import all_ops

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class OpTable(Generic[T]):
    """A folder of tables, the mapping that each module defines, and the checks of its rows."""

    package: ModuleType
    """The folder as a Python package."""

    constant: str
    """The name of the mapping that every module defines."""

    is_whole: Callable[[Any], bool]
    """A function that returns whether a value is a complete row."""

    row: str
    """A complete row as a contributor writes it, with `{op}` in place of the name of the op."""

    error: Callable[[str], Exception]
    """The class of the error to raise, or a function that makes the error from a message."""

    def all(self) -> Mapping[str, T]:
        """Return the rows of all modules, sorted by op.

        Raises `error` for a row that is not complete.
        """
        found: dict[str, T] = {}
        files: dict[str, str] = {}
        for stem, load in modules_of(self.package):
            for op, row in self.load(stem, load).items():
                file = self._file(stem)
                if op in found:
                    raise self.error(
                        f"{files[op]} and {file} both have a row for {op}; remove one of them"
                    )
                found[op], files[op] = row, file
        return MappingProxyType(dict(sorted(found.items())))

    def load(self, stem: str, load: Callable[[], ModuleType]) -> Mapping[str, T]:
        """Return the rows of STEM.py, which `load` executes.

        Raises `error` for a row that is not complete.
        """
        file = self._file(stem)
        try:
            module = load()
        except TypeError as error:  # a row without one of its fields
            raise self.error(f"{_line(file, error)}: {error}; give it a value, or None") from error
        rows = getattr(module, self.constant, None)
        if not isinstance(rows, Mapping):
            raise self.error(
                f"{file}: {self.constant} is missing: define it as a mapping from op names to rows"
            )
        for op, row in rows.items():
            if op not in all_ops():
                raise self.error(
                    f"{file}: {self.constant} has a row for {op!r}, and no op has this name;"
                    f" correct it, or declare the op in spec/ops/{op}.py"
                )
            if not self.is_whole(row):
                written = self.row.format(op=op)
                raise self.error(f"{file}: the row of {op} is not complete: write {written}")
        return rows

    def _file(self, stem: str) -> str:
        folder = self.package.__name__.removeprefix("samebits.").replace(".", "/")
        return f"{folder}/{stem}.py"


def _line(file: str, error: TypeError) -> str:
    """Return the file and the line number that raised the error, if the traceback contains it."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.replace("\\", "/").endswith(file):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{file}, line {line}" if line else file
