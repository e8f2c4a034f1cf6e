"""Let a built library and the installed library share one file on disk."""

from __future__ import annotations

import contextlib
from pathlib import Path


def share_libraries(environment: Path, built: Path) -> None:
    """Replace built libraries by links to the installed ones.

    An installed library is the built library without its symbols. Linkers and installers write new
    files instead of changing existing ones, so a later build does not change an installation. If
    files cannot be shared, for example between two file systems, there are two copies (16 MB more).
    """
    for library in built.glob("lib*.so"):
        for installed in environment.glob(f"lib/python*/site-packages/samebits/**/{library.name}"):
            link = library.with_suffix(".link")
            if library.samefile(installed):
                continue
            if installed.stat().st_mtime < library.stat().st_mtime:
                continue  # the installed library is older, so it belongs to a different build
            with contextlib.suppress(OSError):
                link.unlink(missing_ok=True)
                link.hardlink_to(installed)
                link.replace(library)
