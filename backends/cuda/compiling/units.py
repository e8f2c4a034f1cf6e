"""Units of compilation: one `.cu` file together with the formats that it is compiled for.

The files are `src/kernels/<family>/<op>.cu`. They are found by a search of the folder, so no list
has to be edited. The family is the name of the module in `families/` that launches the kernel. A
unit has entries, which are `extern "C"` kernels. It is compiled when one of its entries is launched
for the first time.

Most graphs have no file. Their unit is a file of `src/support/`, preceded by text that is generated
from the declaration of the graph (generators/).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from samebits.backends.cuda.compiling.declared import assertions
from samebits.backends.cuda.compiling.headers import SOURCES, included, reached
from samebits.common.code_digest import code_text
from samebits.common.sources import digest_of, python_files
from samebits.spec.catalog import get_op
from samebits.spec.language.declare import Signature

KERNELS = SOURCES / "kernels"
COMPOSITIONS = SOURCES.parent / "compositions"


@dataclass(frozen=True, slots=True)
class Unit:
    """A kernel file, given by its path below `src/`, and its preprocessor definitions, sorted.

    `made` is generated text that is compiled before the file. The definitions determine this text.
    """

    path: str
    defines: tuple[tuple[str, str], ...] = ()
    made: str = field(default="", repr=False)

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.defines)
        return f"{self.path}[{shown}]" if shown else self.path

    @property
    def text(self) -> str:
        """Return the source text for the compiler.

        It consists of the definitions, the common header, the text `made`, the file, and checks of
        the values that Python has read from it.
        """
        lines = [f"#define {name} {value}" for name, value in self.defines]
        lines += ['#include "exact.cuh"', *self.made.splitlines(), f'#include "{self.path}"']
        return "\n".join((*lines, *assertions(self.path), ""))

    def digest(self) -> str:
        """Return the SHA-256 of the text and of all included headers, in hexadecimal.

        Caches of compiled kernels use it as a key. Comments and line breaks count, because a
        compiled kernel may contain line numbers.
        """
        digest = hashlib.sha256(self.text.encode())
        for path in self._headers():
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()

    def code_digest(self) -> str:
        """Return a digest of the code without comments (see samebits.common.code_digest)."""
        lines = sorted(f"{_code(path)} {path.name}\n" for path in self._headers())
        own = code_text(self.path, self.text.encode())
        return hashlib.sha256(own + "".join(lines).encode()).hexdigest()

    def _headers(self) -> list[Path]:
        names = dict.fromkeys(included(self.text))
        return sorted(frozenset().union(*(reached(name) for name in names)))


@dataclass(frozen=True, slots=True)
class Kernel:
    """An entry of a unit: the name of an `extern "C" __global__` function."""

    unit: Unit
    entry: str


def unit(path: str, **defines: str) -> Unit:
    """Return the unit of a file below `src/`, with these definitions."""
    return Unit(path, tuple(sorted(defines.items())))


@cache
def operations() -> Mapping[str, tuple[str, str]]:
    """Return the family and the file below `src/` of each op with a kernel file, sorted by op."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(KERNELS.glob("*/*.cu")):
        family = path.parent.name
        if path.stem in found:
            raise ValueError(
                f"{path.stem} has kernel files in the folders {found[path.stem][0]} and {family}; "
                "remove one"
            )
        found[path.stem] = (family, path.relative_to(SOURCES).as_posix())
    return MappingProxyType(dict(sorted(found.items())))


def is_composed(op: str, formats: Sequence[str]) -> bool:
    """Return whether calls with these formats of operands and results run as a composition."""
    return "f64" in formats and op in _composed()


def compiled(op: str) -> tuple[Signature, ...]:
    """Return the signatures of an op that have their own kernel and are no composition."""
    return tuple(s for s in get_op(op).signatures if not is_composed(op, s[0] + s[1]))


@cache
def _composed() -> frozenset[str]:
    return frozenset(path.stem for path in COMPOSITIONS.glob("*.py"))


@cache
def sources_digest() -> str:
    """Return the digest of all kernel files, their headers, and the backend's Python files."""
    room = SOURCES.parent
    return digest_of(_kernel_files() | set(python_files(room)), room.parent)


def kernels_digest() -> str:
    """Return the digest of all kernel files and their headers."""
    return digest_of(_kernel_files(), SOURCES.parent.parent)


@cache
def _code(header: Path) -> str:
    return hashlib.sha256(code_text(header.name, header.read_bytes())).hexdigest()


def _kernel_files() -> set[Path]:
    kernels = (path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.cu"))
    return set(reached("exact.cuh").union(*(reached(kernel) for kernel in kernels)))
