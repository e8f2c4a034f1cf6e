"""Which release of samebits is installed, and what to run for what it lacks."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from urllib.parse import unquote

_LINE = re.compile(r"""^([\w.-]+)[^;]*(?:;.*\bextra\s*==\s*["']([\w-]+)["'])?""")
"""A requirement in the metadata: the package, and the extra that it belongs to, if to any."""

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
    """The packages of an extra (`judge`, `oracles`), as the installed metadata names them.

    Those that samebits never goes without where `extra` is empty; none where it is not installed.
    """
    try:
        lines = requires("samebits") or []
    except PackageNotFoundError:
        return ()
    found = [(part[1], part[2] or "") for part in map(_LINE.match, lines) if part]
    return tuple(name for name, of in found if of == extra and name != "samebits")


def missing_of(extra: str) -> tuple[str, ...]:
    """The packages of an extra that are not installed."""
    return tuple(name for name in packages_of(extra) if not _installed(name))


def install_command(extra: str) -> str:
    """The command that installs what is missing of an extra, as messages name it.

    It names the packages themselves: `samebits[judge]` would be looked for in a package index,
    which need not have samebits, or has another one than this.
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
    """Why a command cannot judge here, in one line that says what to do; empty if it can."""
    missing = ", ".join(missing_of("judge"))
    if not missing:
        return ""
    needed = f"samebits {command} needs packages that are missing here: {missing}"
    return f"{needed}; run: {install_command('judge')}"


def origin() -> str:
    """Where pip found this samebits (a folder, a wheel, a repository); empty if it is unknown."""
    try:
        text = distribution("samebits").read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    return unquote(str(json.loads(text)["url"]).removeprefix("file://")) if text else ""
