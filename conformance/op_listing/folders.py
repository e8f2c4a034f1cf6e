"""Groups files by folder, into one place for each folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from samebits.conformance.op_listing.op_files import Place


def in_folders(what: str, paths: Iterable[str], step: int) -> Iterator[Place]:
    """Yield one place for each folder, with the names of the files in the folder."""
    folders: dict[str, list[str]] = {}
    for path in dict.fromkeys(paths):
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, []).append(name)
    for folder, names in folders.items():
        if len(names) == 1:
            yield Place(what, f"{folder}/{names[0]}", True, "", step)
        else:
            yield Place(what, folder, True, "", step, tuple(names))
