"""Build the exhaustive checker and run it; see README.md."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from samebits.backends.c.library import DEVICES, find, unavailable

HERE = Path(__file__).resolve().parent
FUNCTIONS = ("erf", "exp", "gelu", "log", "rsqrt", "sigmoid", "silu", "tanh")
FORMATS = ("f32", "f16", "bf16")
ARITHMETIC = ("add", "sub", "mul", "div")


def build(name: str, folder: Path) -> Path:
    """Compile the checker `name`. Raises SystemExit with what to install."""
    program = folder / name
    sources = [str(HERE / f"{part}.c") for part in (name, "answer")]
    flags = ["-std=gnu11", "-O3", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
    compiler = os.environ.get("CC") or shutil.which("gcc") or "cc"
    command = [compiler, *flags, f"-I{HERE.parents[1] / 'include'}", "-o", str(program)]
    libraries = ["-lmpfr", "-lgmp", "-lm", "-ldl", "-pthread"]
    if subprocess.run([*command, *sources, *libraries], check=False).returncode:
        sys.exit("the checker does not compile; it needs a C compiler, libmpfr-dev and libgmp-dev")
    return program


def main() -> int:
    """Check ops and formats; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ops", nargs="*", choices=[*FUNCTIONS, *ARITHMETIC, []], metavar="OP")
    parser.add_argument("--format", action="append", choices=FORMATS, help="default f32")
    parser.add_argument("--device", action="append", choices=DEVICES, help="default all")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first", type=int, default=0, help="first block of 2^16 cases")
    parser.add_argument("--last", type=int, default=65535, help="last block")
    arguments = parser.parse_args()
    devices = arguments.device or [d for d in reversed(DEVICES) if not unavailable(d)]
    libraries = [str(find(device)[0]) for device in devices]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        programs = {name: build(name, Path(folder)) for name in ("exhaustive", "pairs")}
        for op in arguments.ops or FUNCTIONS:
            for form in arguments.format or (("f16", "bf16") if op in ARITHMETIC else ("f32",)):
                program = programs["pairs" if op in ARITHMETIC else "exhaustive"]
                span = [str(arguments.first), str(arguments.last)]
                command = [str(program), op, form, str(arguments.threads), *span, *libraries]
                failed |= subprocess.run(command, check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
