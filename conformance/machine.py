"""Facts about the machine and the installation, which every report states."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from samebits.common import processor


def package_version(name: str) -> str | None:
    """Return the version of an installed distribution, or None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def now() -> str:
    """Return the present time in UTC, in ISO 8601 format, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def facts() -> Mapping[str, str]:
    """Return the facts about the machine that a report states, by name."""
    packages = {name: package_version(name) or "absent" for name in ("numpy", "ml_dtypes")}
    return {
        "os": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "cpu": processor.model(),
        "processors": str(processors()),
        "python": platform.python_version(),
        **packages,
    }
