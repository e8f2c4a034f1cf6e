"""The installed release of samebits, and commands that install missing packages."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from urllib.parse import unquote

_LINE = re.compile(r"""^([\w.-]+)[^;]*(?:;.*\bextra\s*==\s*["']([\w-]+)["'])?""")
"""A requirement in the metadata: the name of the package, and the name of its extra, if any."""

INSTALL_TORCH = (
    "pip install torch (that may bring gigabytes of CUDA; https://pytorch.org/get-started/locally "
    "has the command for the build without it: Compute Platform CPU)"
)


def suite_version() -> str:
    """Return the version of the installed samebits, or `unknown` if it is not installed."""
    try:
        return version("samebits")
    except PackageNotFoundError:
        return "unknown"


def packages_of(extra: str) -> tuple[str, ...]:
    """Return the packages of an extra (`judge`, `oracles`), from the installed metadata.

    For an empty `extra`, return the packages that samebits always requires. If samebits is not
    installed, return an empty tuple.
    """
    try:
        lines = requires("samebits") or []
    except PackageNotFoundError:
        return ()
    found = [(part[1], part[2] or "") for part in map(_LINE.match, lines) if part]
    return tuple(name for name, of in found if of == extra and name != "samebits")


def missing_of(extra: str) -> tuple[str, ...]:
    """Return the packages of an extra that are not installed."""
    return tuple(name for name in packages_of(extra) if not _installed(name))


def install_command(extra: str) -> str:
    """Return the command that installs the missing packages of an extra, for messages.

    The command names the packages themselves. If it named `samebits[judge]`, pip would search a
    package index for samebits, which may not have samebits or may have a different version.
    """
    packages = missing_of(extra) or packages_of(extra)
    if not packages:
        return f"pip install --editable '.[{extra}]' (in a checkout of samebits)"
    return " ".join(("pip install", *packages))


def _installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def judge_missing(command: str) -> str:
    """Return one line that says why a command cannot judge here, or "" if it can."""
    missing = ", ".join(missing_of("judge"))
    if not missing:
        return ""
    needed = f"samebits {command} needs packages that are missing here: {missing}"
    return f"{needed}; run: {install_command('judge')}"


def origin() -> str:
    """Return the folder, wheel or repository from which pip installed samebits, or ""."""
    try:
        text = distribution("samebits").read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    return unquote(str(json.loads(text)["url"]).removeprefix("file://")) if text else ""
