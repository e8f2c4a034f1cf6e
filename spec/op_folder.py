"""Folders with one file per op, and the loader that all rooms share.

The file of an op has the op's name and defines one constant of a known type. Not every op needs a
file. `OpFolder` finds all files. In three cases it raises an error that names the file and says
what to write: no op has the file's name, the constant is missing, or a field of the constant is
missing.
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
class OpFolder(Generic[T]):
    """A folder with one file per op, and the constant that each file must define."""

    package: ModuleType
    """The folder as a Python package."""

    constant: str
    """The name of the constant that every file defines."""

    is_whole: Callable[[Any], bool]
    """A function that returns whether a value is complete.

    Its argument is None if the file lacks the constant.
    """

    remedy: str
    """The advice for an incomplete value. It follows `NAME is missing: ` in the error message."""

    error: Callable[[str], Exception]
    """The class of the error to raise, or a function that makes the error from a message."""

    def all(self) -> Mapping[str, T]:
        """Return the value of every file by the name of its op, sorted.

        Raises `error` for a file that is not complete.
        """
        found = {}
        for file, load in modules_of(self.package):  # a name that is a Python keyword ends in _
            found[file.removesuffix("_")] = self.load(file, load)
        return MappingProxyType(found)

    def load(self, stem: str, load: Callable[[], ModuleType]) -> T:
        """Return the value in the file STEM.py, which `load` executes.

        Raises `error` if the file is not complete.
        """
        folder = self.package.__name__.removeprefix("samebits.").replace(".", "/")
        file, name = f"{folder}/{stem}.py", stem.removesuffix("_")
        if name not in all_ops():
            raise self.error(
                f"{file}: no op is called {name}; give the file the name of an op, or declare the"
                f" op in spec/ops/{name}.py"
            )
        try:
            module = load()
        except TypeError as error:  # a required field is missing
            raise self.error(f"{file}: {error}; give it a value, or None") from error
        value: T = getattr(module, self.constant, None)  # type: ignore[assignment]
        if not self.is_whole(value):
            raise self.error(f"{file}: {self.constant} is missing: {self.remedy}")
        return value
