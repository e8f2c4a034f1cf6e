"""Makes a checkout importable without installing it: `PYTHONPATH=build/names`.

`build/names/samebits/<room>` links to each room. A `dist-info` folder in `build/names` has the
version and the entry points of pyproject.toml. CMake runs this file; you can also run it by hand.
"""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def write(path: Path, text: str) -> None:
    """Write a file under a temporary name, then rename it.

    If the file already has this content, it is not touched.
    """
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with temporary.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(path)


def link(rooms: dict[str, str], names: Path) -> None:
    """Link `samebits/<room>` to each room of the table `wheel.packages`.

    The package `samebits` contains other rooms, so its own files and subpackages are linked one by
    one.
    """
    for name, folder in rooms.items():
        if any(other.startswith(f"{name}/") for other in rooms):
            for file in (ROOT / folder).iterdir():
                if file.is_file() or (file / "__init__.py").is_file():
                    link_one(names / name / file.name, file)
        else:
            link_one(names / name, ROOT / folder)


def link_one(place: Path, source: Path) -> None:
    """Make `place` a relative link to `source`, unless it already is that link."""
    target = os.path.relpath(source, place.parent)
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_symlink() and os.readlink(place) != target:  # noqa: PTH115 (text, not a path)
        place.unlink()
    if not place.is_symlink():
        place.symlink_to(target, target_is_directory=source.is_dir())


def describe(project: dict[str, Any], names: Path) -> None:
    """Write the dist-info: version, requirements, extras and entry points."""
    folder = names / f"{project['name']}-{project['version']}.dist-info"
    for other in names.glob(f"{project['name']}-*.dist-info"):
        if other != folder:
            shutil.rmtree(other)
    groups = {"console_scripts": project.get("scripts", {}), **project.get("entry-points", {})}
    lines = []
    for group, entries in groups.items():
        lines.append(f"[{group}]")
        lines += [f"{name} = {value}" for name, value in entries.items()]
    write(folder / "entry_points.txt", "\n".join(lines) + "\n")
    fields = [("Metadata-Version", "2.1"), ("Name", project["name"])]
    fields += [("Version", project["version"])]
    fields += [("Requires-Dist", needed) for needed in project.get("dependencies", [])]
    for extra, packages in project.get("optional-dependencies", {}).items():
        fields.append(("Provides-Extra", extra))
        fields += [("Requires-Dist", f'{needed}; extra == "{extra}"') for needed in packages]
    write(folder / "METADATA", "".join(f"{k}: {v}\n" for k, v in fields))


def main() -> None:
    """Bring `build/names` up to date with pyproject.toml."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = ROOT / "build" / "names"
    link(settings["tool"]["scikit-build"]["wheel"]["packages"], names)
    describe(settings["project"], names)


if __name__ == "__main__":
    main()
