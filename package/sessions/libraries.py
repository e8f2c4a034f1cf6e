"""One file on disk for a library that is built and installed."""

from __future__ import annotations

import contextlib
from pathlib import Path


def share_libraries(environment: Path, built: Path) -> None:
    """Let the libraries that were built and those that were installed be the same files.

    What is installed is the same library without its symbols. Linkers and installers write new
    files in the place of these, so neither changes the other's. Where files cannot be shared, as
    on two file systems, there are two of each: 16 MB more.
    """
    for library in built.glob("lib*.so"):
        for installed in environment.glob(f"lib/python*/site-packages/samebits/**/{library.name}"):
            link = library.with_suffix(".link")
            if library.samefile(installed):
                continue
            if installed.stat().st_mtime < library.stat().st_mtime:
                continue  # older than what was built: of another installation
            with contextlib.suppress(OSError):
                link.unlink(missing_ok=True)
                link.hardlink_to(installed)
                link.replace(library)
