"""The text of a unit as the input of the C++ compiler.

A unit is preprocessed. Its entries are found by the marks that `__global__` and `__launch_bounds__`
leave, and a table of the entries is appended. The `.cu` files do not change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from samebits.backends.cuda.compiling.headers import NUMERICS, SOURCES
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.simt.toolchain import Toolchain
from samebits.backends.protocol import BackendError

HERE = Path(__file__).resolve().parent
INCLUDE = HERE / "include"

_GAP = r"(?:\s|(?<=\n)#[^\n]*\n)*"  # white space and line markers
_BOUNDS = r"(?:__attribute__\(\(simt_bounds\((?P<{}>[^()]*(?:\([^()]*\)[^()]*)*)\)\)\))?"
_ENTRY = re.compile(
    _GAP.join(
        (
            r'\bextern\s+"C"',
            r"__attribute__\(\(used,\s*simt_kernel\)\)",
            _BOUNDS.format("before"),
            r"void\b",
            _BOUNDS.format("after"),
            r"(?P<name>[A-Za-z_]\w*)",
            r"\(",
        )
    )
)
# All arrays `extern __shared__ T name[];` share one memory, which the runtime owns.
_DYNAMIC = re.compile(r'(\bextern\b[^;{}"]*\bthread_local\b[^;{}]*?)\s*;')


@dataclass(frozen=True, slots=True)
class Source:
    """The preprocessed text with the table, and the names of the entries."""

    text: str
    entries: tuple[str, ...]


def include_options() -> tuple[str, ...]:
    """Return the options for the include folders, and for the header that comes first."""
    folders = (INCLUDE, SOURCES, NUMERICS)
    return (*(f"-I{folder}" for folder in folders), "-include", "simt.h")


def path_options() -> tuple[str, ...]:
    """Return options that make file names relative to the CUDA sources, wherever these are."""
    folders = ((Path.cwd(), "."), (SOURCES, "src"), (NUMERICS, "numerics"), (INCLUDE, "simt"))
    return tuple(f"-ffile-prefix-map={folder}={name}" for folder, name in folders)


def preprocessed(tools: Toolchain, unit: Unit, options: tuple[str, ...]) -> Source:
    """Return the source of a unit; raise BackendError if preprocessing fails."""
    given = f'# 1 "{unit.path}: definitions"\n{unit.text}'
    text = tools.run(
        (*options, *include_options(), *path_options(), "-E", "-x", "c++", "-"), given, str(unit)
    )
    return complete(text, str(unit))


def complete(text: str, what: str) -> Source:
    """Return preprocessed text with the table of its entries.

    Raises BackendError if there are no entries.
    """
    rows = []
    names = []
    for found in _ENTRY.finditer(text):
        name = found["name"]
        bounds = found["before"] or found["after"] or ""
        rows.append(f'simt_describe<{name}>("{name}", simt_bound({bounds})), ')
        names.append(name)
    if not names:
        raise BackendError(f'{what} has no entry: no extern "C" __global__ void function')
    text = _DYNAMIC.sub(r'\1 __asm__("simt_dynamic_shared");', text)
    table = (
        'extern "C" { extern __attribute__((visibility("default"))) const simt_entry '
        "simt_entries[];\n"
        f"const simt_entry simt_entries[] = {{{''.join(rows)}{{}}}}; }}\n"
    )
    return Source(f'{text}\n# 1 "entries"\n{table}', tuple(names))
