"""Units of compilation: one `.cu` file together with the formats that it is compiled for.

The files are `src/kernels/<family>/<op>.cu`. They are found by a sorted walk, so that no list has
to be edited. The family is the name of the module of `families/` that runs the kernel from the
host. A unit holds entries, which are `extern "C"` kernels, and is compiled when its first entry is
launched.

Most graphs have no file. Their unit is a frame of `support/` around a text that is made from the
declaration (generators/).
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
    """A file of kernels, by its path below `src/`, and its preprocessor definitions, sorted.

    `made` is a text before the file. It is determined by the definitions, which name it.
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

        It has the definitions, the header of every kernel, the text `made`, the file, and checks of
        the values that the host has read.
        """
        lines = [f"#define {name} {value}" for name, value in self.defines]
        lines += ['#include "exact.cuh"', *self.made.splitlines(), f'#include "{self.path}"']
        return "\n".join((*lines, *assertions(self.path), ""))

    def digest(self) -> str:
        """Return the SHA-256 of the text and of every header that it reaches, in hexadecimal.

        It is for keys of compiled kernels, which may contain line numbers.
        """
        digest = hashlib.sha256(self.text.encode())
        for path in self._headers():
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()

    def code_digest(self) -> str:
        """Return a digest of the code without prose (samebits.common.code_digest), for records."""
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
    """Return the unit of a file below `src/`, with its definitions."""
    return Unit(path, tuple(sorted(defines.items())))


@cache
def operations() -> Mapping[str, tuple[str, str]]:
    """Return family and file (below `src/`) of every op with a kernel file, sorted by op."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(KERNELS.glob("*/*.cu")):
        family = path.parent.name
        if path.stem in found:
            raise ValueError(f"two kernel files for {path.stem}: {found[path.stem][0]}, {family}")
        found[path.stem] = (family, path.relative_to(SOURCES).as_posix())
    return MappingProxyType(dict(sorted(found.items())))


def is_composed(op: str, formats: Sequence[str]) -> bool:
    """Check whether a call with these formats of operands and results is composed of other ops."""
    return "f64" in formats and op in _composed()


def compiled(op: str) -> tuple[Signature, ...]:
    """Return the signatures of an op that have a kernel of their own."""
    return tuple(s for s in get_op(op).signatures if not is_composed(op, s[0] + s[1]))


@cache
def _composed() -> frozenset[str]:
    return frozenset(path.stem for path in COMPOSITIONS.glob("*.py"))


@cache
def sources_digest() -> str:
    """Return the digest of the kernels with all their headers, and of the host side."""
    room = SOURCES.parent
    return digest_of(_kernel_files() | set(python_files(room)), room.parent)


def kernels_digest() -> str:
    """Return the digest of the kernels with all their headers."""
    return digest_of(_kernel_files(), SOURCES.parent.parent)


@cache
def _code(header: Path) -> str:
    return hashlib.sha256(code_text(header.name, header.read_bytes())).hexdigest()


def _kernel_files() -> set[Path]:
    kernels = (path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.cu"))
    return set(reached("exact.cuh").union(*(reached(kernel) for kernel in kernels)))
