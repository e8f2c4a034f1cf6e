"""Which release of samebits is installed, and what to run for what it lacks."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution, requires, version

_PART = re.compile(r"""^([\w.-]+)[^;]*;.*\bextra\s*==\s*["']([\w-]+)["']""")
"""A line of the metadata: a package that belongs to an extra, and the name of the extra."""

INSTALL_TORCH = (
    "pip install torch (that may bring gigabytes of CUDA; https://pytorch.org/get-started/locally "
    "has the command for the build without it: Compute Platform CPU)"
)


def suite_version() -> str:
    """Version of the installed samebits; `unknown` where it is not installed."""
    try:
        return version("samebits")
    except PackageNotFoundError:
        return "unknown"


def packages_of(extra: str) -> tuple[str, ...]:
    """The packages of an extra (`judge`, `oracles`), as the installed metadata names them."""
    try:
        lines = requires("samebits") or []
    except PackageNotFoundError:
        return ()
    found = (_PART.match(line) for line in lines)
    return tuple(part[1] for part in found if part and part[2] == extra and part[1] != "samebits")


def install_command(extra: str) -> str:
    """The command that installs an extra, as messages name it.

    It names the packages themselves: `samebits[judge]` would be looked for in a package index,
    which need not have samebits, or has another one than this.
    """
    packages = packages_of(extra)
    if not packages:
        return f"pip install --editable '.[{extra}]' (in a checkout of samebits)"
    return " ".join(("pip install", *packages))


def origin() -> str:
    """Where pip found this samebits (a folder, a wheel, a repository); empty if it is unknown."""
    try:
        text = distribution("samebits").read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    return str(json.loads(text)["url"]).removeprefix("file://") if text else ""
