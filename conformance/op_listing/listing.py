"""The list of all files of an op, or of an op to be declared, in the order of CONTRIBUTING.md."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from samebits.conformance.op_listing import computed, found_by_asking as asked, op_files
from samebits.conformance.op_listing.folders import in_folders
from samebits.conformance.op_listing.op_files import Place, optional_places, places, undeclared
from samebits.conformance.op_listing.search import files_naming, files_naming_ops
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.declare import Op

STEPS: Mapping[int, str] = MappingProxyType(
    {
        1: "declaration",
        2: "exact function",
        3: "enclosures",
        4: "kernels",
        5: "certificates",
        6: "cases",
        7: "registers of CUDA kernels",
        8: "judging",
        9: "tests",
        10: "optional files",
        11: "front ends and other files that name the op",
    }
)
"""The steps in CONTRIBUTING.md, "Add an op".

Steps after LAST_NUMBER have no number in that page.
"""

LAST_NUMBER = 9

_STEP_OF_FOLDER = (
    ("spec", 1),
    ("oracles/sweep", 3),
    ("oracles", 2),
    ("vectors/search", 5),
    ("vectors", 6),
    ("backends/cuda/lab/gate", 7),
    ("backends/libraries", 10),
    ("backends", 4),
    ("conformance/reveal", 10),
    ("conformance", 8),
    ("benchmarks", 10),
)
"""The step in which the files of a folder are written. The first matching folder counts."""

_FUNCTION = "needed for a function of one operand"
_MATH = "needed for a function of the profile math"
_NO_GRAPH = "needed unless the class is graph"
_UNDECLARED = (
    (1, "clauses", "spec/SPEC.md", "write the rule of {op}"),
    (2, "exact function", "oracles/ops/{op}.py", _NO_GRAPH),
    (3, "enclosure", "oracles/sweep/src/{op}.c", _FUNCTION),
    (3, "enclosures of f64", "oracles/sweep/src/wide/{op}.c", _MATH),
    (3, "by integers", "spec/correctly_rounded/functions/{op}.py", _MATH),
    (4, "C kernel", "backends/c/src/kernels/{op}.c", _NO_GRAPH),
    (4, "CUDA kernel", "backends/cuda/src/kernels/FAMILY/{op}.cu", _NO_GRAPH),
    (4, "numerics", "backends/numerics/scalar/{op}.h", "needed for code that both kernels share"),
    (4, "last stage", "backends/numerics/multiple/functions/{op}.h", _MATH),
    (5, "certificates", "vectors/data/{op}/certificates.z", _FUNCTION),
    (5, "hard operands", "vectors/search/found/{op}.json", _FUNCTION),
    (6, "golden vectors", "vectors/data/{op}/tables.z", "nox -s vectors -- --op {op}"),
)
"""The files that a new op may need.

Once the op is declared, its declaration decides which files it needs.
"""


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of an op: where to start, the files that must be complete, and all files.

    `note` says which files cannot be listed here; it may be empty.
    """

    start: str
    needed: tuple[Place, ...]
    all: tuple[Place, ...]
    note: str

    @property
    def is_complete(self) -> bool:
        """Return whether all required files are complete."""
        return all(place.present for place in self.needed)

    def steps(self) -> Iterator[tuple[str, list[Place]]]:
        """Yield the title and the files of each step that has files, in order."""
        for step, title in STEPS.items():
            found = [place for place in self.all if place.step == step]
            if found:
                yield (f"{step}. {title}" if step <= LAST_NUMBER else title), found


def listing(name: str) -> Listing:
    """Return the files of an op, or the files to create for a name that no op has.

    Raises SpecError for a text that cannot be the name of an op.
    """
    if name not in all_ops() and not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        get_op(name)  # raises SpecError that suggests similar names
    naming = files_naming(op_files.root(), name)
    return _declared(get_op(name), naming) if name in all_ops() else _undeclared(name, naming)


def listings() -> Iterator[tuple[str, Listing]]:
    """Yield every op with its files. The tree is searched only once."""
    naming = files_naming_ops(op_files.root())
    for name, op in all_ops().items():
        yield name, _declared(op, naming.get(name, ()))


def _declared(op: Op, naming: Iterable[str]) -> Listing:
    needed = tuple(places(op))
    found = [
        *needed,
        *asked.declared_by(op),
        *computed.c_places(op),
        *computed.cuda_places(op),
        *asked.plans(op),
        *computed.registers(op),
        *asked.scenes(op),
        *optional_places(op),
        *asked.imported(op),
        Place("made from the declaration by", "frontends/numpy/functions.py", True, "", 11),
    ]
    return Listing(_start(op, needed), needed, _with_search(found, naming), _note())


def _start(op: Op, needed: Iterable[Place]) -> str:
    missing = next((place for place in needed if not place.present), None)
    if missing is not None:
        return f"{missing.path} is missing or not complete: {missing.remedy}"
    kernel = f"{computed.C}/kernels/{op.name}.c"
    if (op_files.root() / kernel).is_file():
        return f"spec/ops/{op.name}.py declares the op, and {kernel} computes it"
    return f"spec/ops/{op.name}.py declares the op, a graph that the C backend runs node by node"


def _undeclared(name: str, naming: Iterable[str]) -> Listing:
    first = undeclared(name)
    near = difflib.get_close_matches(name, all_ops(), n=3)
    hint = f" (did you mean {' or '.join(near)}?)" if near else ""
    start = f"create {first.path}; no op is called {name}{hint}. Then run this command again"
    found = [first]
    for step, what, path, remedy in _UNDECLARED:
        place = path.format(op=name)
        written = sorted(op_files.root().glob(place.replace("FAMILY", "*")))
        if written:
            place = written[0].relative_to(op_files.root()).as_posix()
        present = bool(written) and place != "spec/SPEC.md"
        found.append(Place(what, place, present, remedy.format(op=name), step))
    found += [each.place(name, "optional") for each in op_files.OPTIONAL]
    return Listing(start, (first,), _with_search(found, naming), _note())


def _with_search(found: list[Place], naming: Iterable[str]) -> tuple[Place, ...]:
    """Return the places, followed by the other files that name the op, grouped by folder."""
    known = {file for place in found for file in place.files}
    others: dict[tuple[int, str], list[str]] = {}
    for path in naming:
        if path not in known:
            others.setdefault(_step_and_label(path), []).append(path)
    for (step, what), paths in sorted(others.items()):
        found += in_folders(what, paths, step)
    return tuple(found)


def _step_and_label(path: str) -> tuple[int, str]:
    if "/tests/" in path:
        return 9, "tests"
    if path.startswith("spec/ops/"):
        return 1, "ops that use it"
    if path.startswith("frontends/torch/lowerings/"):
        return 11, "lowerings of PyTorch"
    if path.startswith("frontends/"):
        return 11, f"named in samebits.{path.split('/')[1]}"
    step = next((n for folder, n in _STEP_OF_FOLDER if path.startswith(f"{folder}/")), 11)
    return step, "also named in"


def _note() -> str:
    """Return a note about the files that an installed package lacks.

    In a checkout the note is "".
    """
    if (op_files.root() / "conformance/tests").is_dir():
        return ""
    return (
        "Not listed: tests and examples, which an installed package does not have; run the command"
        " in a checkout of the repository."
    )
