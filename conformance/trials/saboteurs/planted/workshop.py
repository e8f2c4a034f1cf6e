"""Build small C libraries of one kernel each from the checkout's sources, with one change.

A library also has the functions that its kernel calls. Sources that no kernel includes are compiled
only once. Each kernel takes 0.1 to 0.5 seconds in addition. The flags are read from
cmake/flags.cmake (clause R3). A library contains the digest of its sources and is opened like any
other library: `load_library` checks its ABI, its digest and its compilation.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from samebits.backends.c.library import NUMERICS, SOURCES, load_library, source_digest
from samebits.backends.c.session import CSession
from samebits.common import processor
from samebits.common.compiled import VARIABLE

SHARED = (
    "core",
    "elementwise/elementwise.c",
    "elementwise/layout.c",
    "function/one_operand.c",
    "function/remembered.c",
    "function/settled_loop.c",
    "memory/shortage.c",
    "simd/exact_fma.c",
)
"""The sources that all libraries have, except for the names of kernels and one last stage."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Additions to the library of a kernel: more sources, and functions that the kernel calls."""

    sources: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()


PARTS = {
    "scaled_dot_product_attention_gradient": Parts(
        ("attention/attention.c", "memory/scratch.c", "reduce/tree_sum_f32.c"), ("exp", "log")
    ),
}
"""The additions for kernels that are not functions with a separate source."""

NUMBER = re.compile(r"-?0x[0-9a-f]+(?:\.[0-9a-f]*)?p[+-]?\d+")


@dataclass(frozen=True, slots=True)
class Change:
    """A planted mistake: a number in a header is multiplied by 1 + `by`.

    It is the number at `index` among the numbers after the text `anchor`.
    """

    header: str
    anchor: str
    index: int
    by: float

    def apply(self, text: str) -> str:
        """Return the header with the number changed."""
        start = text.index(self.anchor) + len(self.anchor)
        number = list(NUMBER.finditer(text, start))[self.index]
        before = float.fromhex(number.group())
        planted = before * (1.0 + self.by)
        assert planted != before
        return text[: number.start()] + planted.hex() + text[number.end() :]


@dataclass(frozen=True, slots=True)
class Edit:
    """A planted mistake: a text in a header of the kernels is replaced by a wrong text."""

    header: str
    right: str
    wrong: str

    def apply(self, text: str) -> str:
        """Return the text of the header with the mistake."""
        assert text.count(self.right) == 1, f"{self.header} has changed: plant the mistake anew"
        return text.replace(self.right, self.wrong)


Planted = Change | Edit


class Workshop:
    """A folder for building libraries, with the compiler and its flags."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.libraries: dict[tuple[str, Planted | None], ctypes.CDLL] = {}
        self.objects: dict[tuple[str, str], tuple[Path, str]] = {}
        """The object file of each source of an op, with the names of all files that it includes."""
        self.compiler = shlex.split(os.environ.get("CC") or "cc")
        if shutil.which(self.compiler[0]) is None:
            raise FileNotFoundError(f"planting coefficients needs a C compiler: {self.compiler[0]}")
        self.isa, self.flags = instruction_set()
        stated = subprocess.run(
            [*self.compiler, "--version"], capture_output=True, text=True, check=True
        )
        if "clang" in stated.stdout:  # see cmake/flags.cmake
            self.flags.remove("-fexcess-precision=standard")
        generated = folder / "generated"
        generated.mkdir()
        digest = f'#define SB_SOURCE_DIGEST "{source_digest()}"\n'
        (generated / "source_digest.h").write_text(digest)
        sources = [path for name in SHARED for path in _files(SOURCES / "src" / name)]
        self.shared = [
            self._compile(path, folder / f"{path.stem}.o", NUMERICS)
            for path in sources
            if path.name != "table.c"
        ]

    @contextmanager
    def session(self, op: str, change: Planted | None = None) -> Iterator[CSession]:
        """Open a session of one thread with the kernel of `op`, unchanged or with a change.

        The first session for a change builds its library. Two builds for the same op and change
        must not run at the same time.
        """
        library = self.libraries.get((op, change))
        if library is None:
            library = self.libraries[op, change] = self._build(op, change)
        with CSession(self.isa, library) as session:
            session.configure(threads=1)
            yield session

    def _build(self, op: str, change: Planted | None) -> ctypes.CDLL:
        place = self.folder / f"{len(self.libraries)}-{op}"
        place.mkdir()
        parts = PARTS.get(op, Parts(functions=(op,)))
        kernels = sorted({op, *parts.functions})
        table = "".join(f"SB_KERNEL({name})\n" for name in kernels)
        (place / "kernel_table.inc").write_text(table)
        headers = "".join(f'#include "multiple/functions/{f}.h"\n' for f in parts.functions)
        every = " ".join(f"X({f})" for f in parts.functions)
        (place / "settlings.h").write_text(f"{headers}#define SB_EVERY_SETTLING(X) {every}\n")
        numerics = NUMERICS
        if isinstance(change, Change):
            numerics = shutil.copytree(numerics, place / "numerics")
            header = numerics / change.header
            header.write_text(change.apply(header.read_text()))
        if isinstance(change, Edit):  # the changed header is found before the original header
            header = place / "first" / change.header
            header.parent.mkdir(parents=True)
            header.write_text(change.apply((SOURCES / "src" / change.header).read_text()))
        sources = ("core/table.c", *(f"kernels/{name}.c" for name in kernels), "settled/settled.c")
        objects = [
            self._object(op, path, place, numerics, change) for path in (*sources, *parts.sources)
        ]
        target = place / f"libsamebits_{self.isa}.so"
        self._run(
            "-shared",
            "-pthread",
            "-Wl,-z,defs",
            "-o",
            str(target),
            *map(str, [*self.shared, *objects]),
        )
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(VARIABLE, str(place))
            return load_library(self.isa)

    def _object(
        self, op: str, path: str, place: Path, numerics: Path, change: Planted | None
    ) -> Path:
        """Return the object file of a source.

        It is compiled only once if it includes no changed header.
        """
        made = self.objects.get((op, path))
        if made is not None and not _reads(made[1], change):
            return made[0]
        target = place / f"{Path(path).stem}.o"
        self._compile(SOURCES / "src" / path, target, numerics, place)
        read = target.with_suffix(".d").read_text()
        if not _reads(read, change):
            self.objects[op, path] = target, read
        return target

    def _compile(self, path: Path, to: Path, numerics: Path, *folders: Path) -> Path:
        source = SOURCES / "src"
        first = [folder / "first" for folder in folders]
        generated = self.folder / "generated"
        places = (*first, SOURCES / "include", source, numerics, generated, *folders)
        self._run(
            *("-std=c11", "-fPIC", "-D_GNU_SOURCE", f'-DSB_ISA="{self.isa}"', '-DSB_FLAGS="test"'),
            *self.flags,
            *(f"-I{folder}" for folder in places),
            *("-MMD", "-c", str(path), "-o", str(to)),
        )
        return to

    def _run(self, *arguments: str) -> None:
        command = [*self.compiler, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def _reads(read: str, change: Planted | None) -> bool:
    """Return whether a dependency rule, which the compiler wrote, names the changed header."""
    return change is not None and f"/{change.header}" in read


def instruction_set() -> tuple[str, list[str]]:
    """Return the better one of baseline and avx2 on this machine, with its flags."""
    text = re.sub(r"#.*", "", (SOURCES / "cmake" / "flags.cmake").read_text())
    common = _setting(text, "sb_flags")
    if platform.machine() != "x86_64":
        return "baseline", common
    isa = "avx2" if {"avx2", "fma", "f16c"} <= processor.flags() else "baseline"
    return isa, common + _setting(text, f"sb_flags_{isa}")


def _setting(text: str, name: str) -> list[str]:
    """Return the last value that a CMake file assigns to a variable, split into words."""
    return re.findall(rf"set\({name}\s([^)]*)\)", text)[-1].split()


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.c")) if path.is_dir() else [path]
