"""Finding backends: the entry-point group `samebits.backends`, or `py:module:object` by name."""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from samebits.backends.protocol import PROTOCOL_VERSION, Backend, BackendError
from samebits.common.sources import digest_of, python_files

GROUP = "samebits.backends"


def known() -> Mapping[str, EntryPoint]:
    """Registered backends by name, sorted; nothing is imported."""
    return {e.name: e for e in sorted(entry_points(group=GROUP), key=lambda e: e.name)}


def load(name: str) -> Backend:
    """Load the backend `name`, or `py:module:object`.

    Raises BackendError: unknown (lists those known and near names), broken, or not conforming to
    the protocol.
    """
    check_name(name)
    if name.startswith("py:"):
        return _conforming(name, _load_object(name))
    try:
        found = known()[name].load()
    except Exception as error:  # a plugin may fail in any way; the message names it
        raise BackendError(
            f"backend {name!r} ({known()[name].value}) failed to load: "
            f"{type(error).__name__}: {error}"
        ) from error
    return _conforming(name, found)


def check_name(name: str) -> None:
    """Raise BackendError unless a backend may have this name; nothing is loaded."""
    if name.startswith("py:"):
        _parts(name)
        return
    entries = known()
    if name not in entries:
        near = difflib.get_close_matches(name, entries, n=3)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        listed = ", ".join(entries) or "none (is samebits installed?)"
        raise BackendError(
            f"unknown backend {name!r}; {hint}known: {listed}; any other as py:module:object, "
            "or a program as exec:COMMAND"
        )


def module_digest(name: str) -> str | None:
    """SHA-256 over the Python files of the module or package that a loaded backend is named by.

    What that module imports from elsewhere does not enter. None where it has no file.
    """
    entry = known().get(name)
    module = sys.modules.get(entry.module if entry else name.removeprefix("py:").partition(":")[0])
    file = getattr(module, "__file__", None)
    if file is None:
        return None
    path = Path(file)
    whole = path.name == "__init__.py"
    return digest_of(python_files(path.parent) if whole else [path], path.parent)


def _parts(name: str) -> list[str]:
    parts = name.split(":")
    if len(parts) != 3 or not all(parts):
        raise BackendError(f"{name!r} is not of the form py:module:object")
    return parts


def _load_object(name: str) -> object:
    parts = _parts(name)
    # A console script does not look where the user stands; a kernel author's module is there.
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: object = importlib.import_module(parts[1])
        for attribute in parts[2].split("."):
            found = getattr(found, attribute)
    except Exception as error:  # a plugin may fail in any way; the message names it
        raise BackendError(f"{name!r} failed to load: {type(error).__name__}: {error}") from error
    return found


def _conforming(name: str, found: object) -> Backend:
    if isinstance(found, type):
        try:
            found = found()
        except Exception as error:  # a plugin may fail in any way; the message names it
            raise BackendError(f"{name!r}: {type(error).__name__}: {error}") from error
    if not isinstance(found, Backend):
        wanted = ("name", "version", "protocol", "devices", "open")
        missing = [a for a in wanted if not hasattr(found, a)]
        raise BackendError(f"{name!r} is no backend: it lacks {', '.join(missing)}")
    if found.protocol != PROTOCOL_VERSION:
        raise BackendError(
            f"{name!r} speaks protocol {found.protocol}, this samebits {PROTOCOL_VERSION}"
        )
    return found
