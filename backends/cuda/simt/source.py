"""The text of a unit as the host's compiler gets it.

A unit is preprocessed, its entries are found by the marks that `__global__` and `__launch_bounds__`
leave, and a table of them is added at the end; the `.cu` files stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from samebits.backends.cuda.headers import NUMERICS, SOURCES
from samebits.backends.cuda.simt.toolchain import Toolchain
from samebits.backends.cuda.units import Unit
from samebits.backends.protocol import BackendError

HERE = Path(__file__).resolve().parent
INCLUDE = HERE / "include"

_GAP = r"(?:\s|(?<=\n)#[^\n]*\n)*"  # white space and notes of lines
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
# `extern __shared__ T name[];`: all of them are the same memory, which the runtime has.
_DYNAMIC = re.compile(r'(\bextern\b[^;{}"]*\bthread_local\b[^;{}]*?)\s*;')


@dataclass(frozen=True, slots=True)
class Source:
    """Preprocessed text with the table, and the names of the entries."""

    text: str
    entries: tuple[str, ...]


def include_options() -> tuple[str, ...]:
    """Where headers are found, and the one that comes before everything."""
    folders = (INCLUDE, SOURCES, NUMERICS)
    return (*(f"-I{folder}" for folder in folders), "-include", "simt.h")


def path_options() -> tuple[str, ...]:
    """Files are named as below the CUDA sources, wherever those lie."""
    folders = ((Path.cwd(), "."), (SOURCES, "src"), (NUMERICS, "numerics"), (INCLUDE, "simt"))
    return tuple(f"-ffile-prefix-map={folder}={name}" for folder, name in folders)


def preprocessed(tools: Toolchain, unit: Unit, options: tuple[str, ...]) -> Source:
    """The source of a unit. Raises BackendError."""
    given = f'# 1 "{unit.path}: definitions"\n{unit.text}'
    text = tools.run(
        (*options, *include_options(), *path_options(), "-E", "-x", "c++", "-"), given, str(unit)
    )
    return complete(text, str(unit))


def complete(text: str, what: str) -> Source:
    """Preprocessed text with the table of its entries. Raises BackendError when it has none."""
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
