"""Tests of the imports between rooms: they have one direction, and judging needs no oracle.

Also, modules do not import each other in a cycle, not even inside functions.
"""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOMS = Path(__file__).parents[2]
EVERYTHING = {
    *("common", "spec", "oracles", "vectors", "backends", "conformance", "reports"),
    *("frontends/numpy", "frontends/torch", "package/samebits"),
}
MAY_IMPORT = {
    "common": set(),
    "spec": {"common"},
    "oracles": {"common", "spec"},
    "vectors": {"common", "spec", "oracles"},
    "backends": {"common", "spec"},
    "conformance": {"common", "spec", "oracles", "vectors", "backends"},
    "reports": {"common", "spec", "conformance", "oracles", "vectors", "backends"},
    "frontends/numpy": {"common", "spec", "backends"},
    "frontends/torch": {"common", "spec", "backends"},
    "package/samebits": EVERYTHING - {"frontends/numpy", "frontends/torch", "package/samebits"},
    "backends/cuda/lab": {*EVERYTHING, "benchmarks"},
    "benchmarks": {*EVERYTHING, "backends/cuda/lab"},
}
WITHIN = tuple(room for room in MAY_IMPORT if room.count("/") == 2)
"""Rooms that are folders inside another room."""
ASIDE = {"tests", "trials"}
"""Folders whose modules may import everything that they test."""
ORACLE_PACKAGES = {"mpmath", "flint", "gmpy2"}
TOOLS = "backends/numerics/coefficients/"
"""A folder of modules that are run by hand to recompute a table.

No other module imports them.
"""


def files(room):
    """Return the modules of a room, without folders in ASIDE and without rooms inside it."""
    found = ((p, p.relative_to(ROOMS)) for p in (ROOMS / room).rglob("*.py"))
    return sorted(
        p for p, name in found if not ASIDE & {*name.parts} and room_of_file(name) == room
    )


def imports(path):
    """Yield every import in a file as (module, whether the import is at the top level)."""
    tree = ast.parse(path.read_text(), str(path))
    top = set(map(id, tree.body))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [node.module or ""]
            if node.module == "samebits":
                names = [f"samebits.{alias.name}" for alias in node.names]
        for name in names:
            yield name, id(node) in top


def room_of_file(name):
    """Return the room of a file, given its path from the root."""
    within = [room for room in WITHIN if name.as_posix().startswith(f"{room}/")]
    return within[0] if within else next(r for r in MAY_IMPORT if name.is_relative_to(r))


def room_of(module):
    """Return the room of an imported module of samebits."""
    path = module.split(".")[1:]
    within = [room for room in WITHIN if path[: room.count("/") + 1] == room.split("/")]
    if within:
        return within[0]
    if not path or path[0] in ("commands", "certifying", "__version__"):
        return "package/samebits"
    return f"frontends/{path[0]}" if path[0] in ("numpy", "torch") else path[0]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_no_import_runs_back(room):
    assert files(room)
    for path in files(room):
        for name, _ in imports(path):
            if name.split(".")[0] == "samebits" and room_of(name) != room:
                assert room_of(name) in MAY_IMPORT[room], f"{path} imports {name}"


@pytest.mark.parametrize("room", ["common", "spec", "backends", "conformance", "reports"])
def test_judging_needs_no_package_of_the_oracles(room):
    for path in files(room):
        if path.relative_to(ROOMS).as_posix().startswith(TOOLS):
            continue
        for name, top in imports(path):
            root = name.split(".")[0]
            assert root not in ORACLE_PACKAGES, f"{path} imports {name}"
            assert not (top and name.startswith("samebits.oracles")), f"{path} imports {name} early"


def test_a_backend_imports_nothing_of_the_judge_or_the_oracles():
    for path in files("backends"):
        for name, _ in imports(path):
            assert not name.startswith(("samebits.oracles", "samebits.vectors")), path


def named(names, path, known):
    """Return the modules of samebits that a file imports, even inside functions.

    Imports for type checkers only are left out.
    """
    tree = ast.parse(path.read_text(), str(path))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for part in node.body
        for inner in ast.walk(part)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(a.name for a in node.names if a.name in known and node not in for_types)
        elif isinstance(node, ast.ImportFrom) and node not in for_types:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                names.add(inner if inner in known else node.module)
    return names & known


def module_name(path):
    """Return the dotted name of a file: `samebits.spec.formats` for spec/formats.py."""
    parts = path.relative_to(ROOMS).with_suffix("").parts
    parts = parts[1:] if parts[0] == "frontends" else parts
    parts = parts[2:] if parts[:2] == ("package", "samebits") else parts
    return ".".join(("samebits", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def circle(paths):
    """Return the modules of an import cycle, with the first one repeated at the end, or []."""
    modules = {module_name(path): path for path in paths}
    known = set(modules)
    graph = {name: named(set(), path, known) - {name} for name, path in modules.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_modules_import_each_other():
    assert not circle([path for room in MAY_IMPORT for path in files(room)])


FOLDERS = {"spec": 3, "backends/cuda": 4, "conformance": 3, "reports": 3, "package/samebits": 3}
"""Rooms whose folders import each other in one direction only.

The value is the number of words in the dotted name of a folder.
"""


def folders(room):
    """Return the import graph of the folders of a room.

    A module that is in no folder is a node of its own.
    """
    whole = files(room_of_file(Path(room, "__init__.py")))
    modules = {module_name(path): path for path in whole if path.is_relative_to(ROOMS / room)}
    graph = {}
    for name, path in modules.items():
        own = place(name, room)
        for other in named(set(), path, set(modules)) - {name}:
            if place(other, room) != own:
                graph.setdefault(own, set()).add(place(other, room))
    return graph


def place(module, room):
    """Return the first folder below the room that contains a module, or the module itself."""
    return ".".join(module.split(".")[: FOLDERS[room]])


@pytest.mark.parametrize("room", FOLDERS)
def test_folders_of_a_room_import_one_way(room):
    assert folders(room)
    TopologicalSorter(folders(room)).prepare()


def test_a_late_import_closes_a_circle_and_one_for_types_does_not(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOMS", tmp_path)
    (tmp_path / "spec").mkdir()
    one, two = tmp_path / "spec" / "one.py", tmp_path / "spec" / "two.py"
    one.write_text("from samebits.spec import two\n")
    two.write_text("def f():\n    from samebits.spec.one import x\n")
    assert set(circle([one, two])) == {"samebits.spec.one", "samebits.spec.two"}
    two.write_text("if TYPE_CHECKING:\n    from samebits.spec.one import x\n")
    assert circle([one, two]) == []
