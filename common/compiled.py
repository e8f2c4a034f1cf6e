"""Compiled parts of a room: the folders with their shared libraries, and digests of their sources.

The C backend and the exhaustive oracle must not import each other, so both use this module. It
knows where libraries are in a checkout, in an editable installation and in a wheel.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from samebits.common.code_digest import LISTED, listed
from samebits.common.release import origin
from samebits.common.sources import digest_of

VARIABLE = "SAMEBITS_C_LIBRARIES"
"""An environment variable that names a build folder, or its `lib`.

It replaces all other folders.
"""

_ROOT = Path(__file__).resolve().parent.parent


def _is_checkout() -> bool:
    return (_ROOT / "pyproject.toml").is_file()


def build_command() -> str:
    """Return the command that builds all compiled parts, for error messages."""
    if _is_checkout():
        return (
            f"cmake -S {_ROOT}/backends -B {_ROOT}/build/c && cmake --build {_ROOT}/build/c"
            " (or, for an editable installation, pip install --editable .)"
        )
    source = shlex.quote(origin() or "the wheel or the checkout of samebits")
    return f"pip install --force-reinstall --no-deps {source}"


@dataclass(frozen=True, slots=True)
class CompiledPart:
    """A part that is compiled from the sources in `folder`.

    `package` is the path of this folder in an installation (samebits/backends/c). The file
    digested.txt in the folder lists the files from which the digest of the sources is computed.
    """

    folder: Path
    package: str

    def find(self, file: str) -> list[Path]:
        """Return the paths of existing libraries with this file name, in order of preference."""
        return [path for path in (place / file for place in self._places()) if path.is_file()]

    def _places(self) -> Iterator[Path]:
        """Yield the folders that may contain libraries.

        If VARIABLE is set: the folder that it names, and `lib` in that folder. Otherwise: `lib` in
        the folder of the sources, in the installed package, and in a build of the checkout.
        """
        named = os.environ.get(VARIABLE)
        if named:
            yield Path(named)
            yield Path(named) / "lib"
            return
        yield self.folder / "lib"
        with suppress(PackageNotFoundError):
            yield Path(str(distribution("samebits").locate_file(f"{self.package}/lib")))
        if _is_checkout():
            yield _ROOT / "build" / "c" / "lib"

    def source_digest(self, root: Path | None = None) -> str | None:
        """Return the digest of the sources in `root` (default: `folder`).

        Returns None if there is no digested.txt.
        """
        top = root or self.folder
        return digest_of(listed(top), top) if (top / LISTED).is_file() else None
