"""Folders with a file for each op of which there is something to say: one loader for all rooms.

The file of an op has its name and defines one constant of a known type. `OpFolder` finds them all;
a file that is named after no op, lacks the constant or leaves out a field of it is an error that
names the file and says what to write.
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
    """What the files of a folder define. See the fields."""

    package: ModuleType
    """The folder."""

    constant: str
    """The name that every file gives a value."""

    is_whole: Callable[[Any], bool]
    """Whether a value, or None where there is none, is what is wanted."""

    remedy: str
    """What to write where it is not, after `NAME is missing: `."""

    error: Callable[[str], Exception]
    """Makes the error of the room."""

    def all(self) -> Mapping[str, T]:
        """The value of every file by the name of its op, sorted. Raises the room's error."""
        found = {}
        for file, load in modules_of(self.package):  # a keyword of Python has a _ behind it
            found[file.removesuffix("_")] = self.load(file, load)
        return MappingProxyType(found)

    def load(self, stem: str, load: Callable[[], ModuleType]) -> T:
        """The value in the file STEM.py, which `load` executes. Raises the room's error."""
        folder = self.package.__name__.removeprefix("samebits.").replace(".", "/")
        file, name = f"{folder}/{stem}.py", stem.removesuffix("_")
        if name not in all_ops():
            raise self.error(
                f"{file}: no op is called {name}; name the file after one, or declare it in"
                f" spec/ops/{name}.py"
            )
        try:
            module = load()
        except TypeError as error:  # a field without a value
            raise self.error(f"{file}: {error}; give it, or say None") from error
        value: T = getattr(module, self.constant, None)  # type: ignore[assignment]
        if not self.is_whole(value):
            raise self.error(f"{file}: {self.constant} is missing: {self.remedy}")
        return value
