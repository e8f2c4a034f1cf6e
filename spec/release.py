"""Which release of samebits is installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def suite_version() -> str:
    """Version of the installed samebits; `unknown` where it is not installed."""
    try:
        return version("samebits")
    except PackageNotFoundError:
        return "unknown"
