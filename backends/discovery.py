"""Find backends by name: the entry-point group `samebits.backends`, or `py:module:object`."""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, entry_points
from itertools import accumulate
from pathlib import Path

from samebits.backends.protocol import PROTOCOL_VERSION, Backend, BackendError
from samebits.common.sources import digest_of, python_files

GROUP = "samebits.backends"


def known() -> Mapping[str, EntryPoint]:
    """Return the registered backends, sorted by name. No backend is imported."""
    return {e.name: e for e in sorted(entry_points(group=GROUP), key=lambda e: e.name)}


def load(name: str) -> Backend:
    """Load the backend `name`, or `py:module:object`.

    Raises BackendError if the name is unknown, if loading fails, or if the object does not conform
    to the protocol. For an unknown name the message lists the known names and similar ones.
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


def load_promising(name: str) -> Backend:
    """Load a backend for a front end, which accepts only backends that guarantee the bits.

    Raises BackendError in the cases of `load`. Also raises it for a program (`exec:COMMAND`), which
    only the judge can run, and for a backend that does not declare `promises_bits = True`.
    """
    if name.startswith("exec:"):
        raise BackendError(
            f"{name!r} is a program, which the judge runs; a front end needs a backend in Python, "
            "such as c or py:module:object"
        )
    found = load(name)
    if getattr(found, "promises_bits", False) is not True:
        raise BackendError(
            f"backend {name!r} does not promise the bits of the specification, so results on it "
            "may differ; use c or cuda, or set promises_bits = True in a backend of your own that "
            "samebits certify accepts"
        )
    return found


def check_name(name: str) -> None:
    """Raise BackendError if the name is malformed or unknown. No backend is loaded."""
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
    """Return the digest of the Python files of the module or package that contains a backend.

    No code of the module or of its parent packages runs, so the judge can compute the digest before
    a host starts. Modules that the backend imports from other packages are not included. Returns
    None if the module has no file. Raises BackendError for an unknown name and for files that
    cannot be read.
    """
    check_name(name)
    entry = known().get(name)
    file = _file_of(entry.module if entry else name.removeprefix("py:").partition(":")[0])
    if file is None:
        return None
    whole = file.name == "__init__.py"
    try:
        return digest_of(python_files(file.parent) if whole else [file], file.parent)
    except OSError as error:
        raise BackendError(f"backend {name!r}: its sources cannot be read: {error}") from error


def _file_of(module: str) -> Path | None:
    """Return the file that a host loads as `module`, or None.

    The module is located one name part at a time, because an import would run the parent packages.
    The working directory is searched first, as in a host.
    """
    places: Sequence[str] | None = [str(Path.cwd()), *sys.path]
    spec = None
    for whole in accumulate(module.split("."), "{}.{}".format):
        if places is None:  # the parent is not a package
            return None
        # For a folder without __init__.py, PathFinder looks up the parent of a dotted name in
        # sys.modules. The parent was not imported, so it is missing there. A name without dots has
        # no parent to look up.
        names = ((f, whole.rpartition(".")[2] if f is PathFinder else whole) for f in sys.meta_path)
        spec = next(filter(None, (f.find_spec(name, places) for f, name in names)), None)
        inside = spec.submodule_search_locations if spec else None
        places = None if inside is None else list(inside)
    origin = spec.origin if spec and spec.has_location else None
    return Path(origin) if origin else None


def _parts(name: str) -> list[str]:
    parts = name.split(":")
    if len(parts) != 3 or not all(parts):
        raise BackendError(
            f"{name!r} does not have the form py:module:object, as in py:my_kernels:backend"
        )
    return parts


def _load_object(name: str) -> object:
    parts = _parts(name)
    # A console script does not search the working directory, where a user's own module may be.
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
            raise BackendError(
                f"{name!r} is a class, and calling it without arguments failed with "
                f"{type(error).__name__}: {error}; name an instance, or give each parameter a "
                "default"
            ) from error
    if not isinstance(found, Backend):
        wanted = ("name", "version", "protocol", "devices", "open")
        missing = [a for a in wanted if not hasattr(found, a)]
        raise BackendError(f"{name!r} is not a backend: it lacks {', '.join(missing)}")
    if found.protocol != PROTOCOL_VERSION:
        raise BackendError(
            f"{name!r} has protocol version {found.protocol}, but this samebits needs "
            f"{PROTOCOL_VERSION}; install versions that match"
        )
    return found
