"""Make or check all coefficients of the elementary functions of C and CUDA.

python -m samebits.backends.numerics.coefficients.generate  # check the committed files
python -m samebits.backends.numerics.coefficients.generate --write [FAMILY]...

Each file of `families/` defines the parts of one header, scalar/coefficients/<family>.h. The
program needs mpmath (extra `oracles`). parts.py describes how parts are computed and checked.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from mpmath import mp

from samebits.backends.numerics.coefficients.parts import DIGITS, WIDTH, Part
from samebits.common.files import write_atomically

HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "scalar" / "coefficients"
FAMILIES = tuple(sorted(p.stem for p in (HERE / "families").glob("[a-z]*.py")))


def parts_of(family: str) -> Sequence[Part]:
    """Return the parts that `families/<family>.py` defines."""
    module = importlib.import_module(f"samebits.backends.numerics.coefficients.families.{family}")
    parts: Sequence[Part] = module.PARTS
    return parts


def wrapped(line: str) -> list[str]:
    """Return the line. A comment that is too long becomes several lines."""
    if len(line) <= WIDTH or not line.startswith("/* "):
        return [line]
    return textwrap.wrap(line, WIDTH, subsequent_indent=" * ", break_long_words=False)


def header(family: str, parts: Sequence[Part]) -> str:
    """Return the header of one family of functions.

    Raise ValueError if a line is too long.
    """
    guard = f"SB_SCALAR_COEFFICIENTS_{family.upper()}_H"
    lines = [
        f"/* {family}.h - made by coefficients/generate.py; do not edit. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        '#include "scalar/portable.h"',
    ]
    for part in parts:
        lines += ["", *(short for line in part.header() for short in wrapped(line))]
    longest = max(lines, key=len)
    if len(longest) > WIDTH:
        raise ValueError(f"{family}.h: a line has more than {WIDTH} columns: {longest}")
    return "\n".join([*lines, "", "#endif", ""])


def main() -> int:
    """Write or check the headers. The exit status is 1 if a committed header differs."""
    parser = argparse.ArgumentParser(description="coefficients of elementary functions")
    parser.add_argument("--write", action="store_true", help="write the headers instead")
    parser.add_argument("families", nargs="*", choices=[*FAMILIES, []], metavar="FAMILY")
    arguments = parser.parse_args()
    mp.dps = DIGITS
    differing = []
    for family in arguments.families or FAMILIES:
        path = OUTPUT / f"{family}.h"
        text = header(family, parts_of(family))
        if arguments.write:
            write_atomically(path, text.encode())
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            differing.append(path.name)
    if differing:
        print(f"differs from its source: {', '.join(differing)}; run with --write", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
