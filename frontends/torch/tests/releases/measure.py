"""Hash many programs in a block on the installed release of PyTorch, and print JSON.

    python -m samebits.torch.tests.releases.measure [--quick] [--only NAME ...]

The JSON object contains the versions of the packages, the digest of the table, and the hash or
error of each program.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from typing import Any

import torch

from samebits.torch import reproducible
from samebits.torch.table import table_digest
from samebits.torch.tests.releases import calls, training
from samebits.torch.tests.releases.training import Program


def programs(quick: bool, only: list[str]) -> Iterator[tuple[str, Program]]:
    """Yield every program with its name, or the programs whose names contain one of `only`."""
    every = chain(training.programs(quick), () if quick else calls.programs())
    return ((n, p) for n, p in every if not only or any(word in n for word in only))


def measured(program: Program) -> str:
    """Return the first 16 hexadecimal digits of a program's hash, or the line of its error."""
    try:
        return program()[:16]
    except Exception as error:
        return f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"


def versions() -> dict[str, str]:
    """Return the versions of the packages that are installed, by package."""
    found = {"torch": str(torch.__version__), "python": platform.python_version()}
    for name in ("numpy", "transformers"):
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def main() -> None:
    """Run the programs and print the hashes. Output of the programs goes to standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    output, sys.stdout = sys.stdout, sys.stderr
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    found: dict[str, Any] = {"versions": versions(), "table": table_digest()}
    with reproducible(threads=1):
        found["hashes"] = {n: measured(p) for n, p in programs(options.quick, options.only)}
    print(json.dumps(found, indent=1), file=output)


if __name__ == "__main__":
    main()
