"""Tests that `samebits ops NAME --files` agrees with an independent search of the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from samebits.backends.cuda.choice import family_of
from samebits.commands.cli import cli
from samebits.conformance.op_listing import computed, listing as module, op_files
from samebits.conformance.op_listing.listing import Listing, listing, listings
from samebits.conformance.op_listing.search import files_naming
from samebits.spec.catalog import all_ops
from samebits.spec.language.graph import Graph, Node

ROOT = Path(__file__).parents[2]
FOLDERS = ("spec", "oracles", "vectors/plans", "backends", "frontends", "conformance", "benchmarks")
GENERATED = {"results", "published", "__pycache__"}
CODE = {".py", ".toml"}
KERNELS = {".c", ".h", ".cu", ".cuh"}
QUOTED = re.compile(r""""([a-z]\w*)"|'([a-z]\w*)'""")
NEW = "_".join(("fresh", "function"))
"""The name of an op that does not exist. No file contains it in quotes."""
DEFINED = re.compile(
    r"\b(?:SWEEP|WIDE|NARROW)\((\w+)\)|\bsb_kernel_(\w+) =|^#define OP (\w+)$", re.M
)


@cache
def searched() -> Mapping[str, set[str]]:
    """Return the files that must be in each op's list, found without the code of the command."""
    found: dict[str, set[str]] = {name: set() for name in all_ops()}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            shown = path.relative_to(ROOT)
            if path.suffix not in CODE | KERNELS or GENERATED & set(shown.parts):
                continue
            text = path.read_text(encoding="utf-8")
            pattern = QUOTED if path.suffix in CODE else DEFINED
            names = {word for words in pattern.findall(text) for word in words}
            for name in (names | {path.stem}) & found.keys():
                found[name].add(shown.as_posix())
    return found


@cache
def listed() -> Mapping[str, Listing]:
    return dict(listings())


def shown_by(found: Listing) -> set[str]:
    return {file for place in found.all for file in place.files}


def left_out(found: Iterable[tuple[str, Listing]]) -> Iterator[str]:
    """Yield the files that the search finds and the lists lack."""
    for name, each in found:
        yield from sorted(searched()[name] - shown_by(each))


def test_no_file_that_names_an_op_is_left_out_of_its_list() -> None:
    assert not list(left_out(listed().items()))
    assert all(searched().values())


def test_every_file_in_a_list_exists() -> None:
    for name, found in listed().items():
        assert found.is_complete
        for place in found.all:
            if place.present:
                lost = [file for file in place.files if not (ROOT / file).is_file()]
                assert not lost, (name, lost)


def test_a_kernel_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two ways to find the C kernel of a graph are removed: the list and the search."""
    kernels = "backends/c/src/kernels/"
    assert not list(left_out([("softmax", listing("softmax"))]))
    monkeypatch.setattr(computed, "c_places", lambda _: ())
    monkeypatch.setattr(
        module,
        "files_naming",
        lambda root, name: [p for p in files_naming(root, name) if not p.startswith(kernels)],
    )
    assert list(left_out([("softmax", listing("softmax"))])) == [f"{kernels}softmax.c"]


def test_every_op_has_the_files_that_compute_and_ask_it() -> None:
    for name, found in listed().items():
        whats = {place.what for place in found.all}
        assert {"plan of cases", "golden vectors", "shape rule"} <= whats, name
        assert any(what.startswith(("C kernel", "C: ")) for what in whats), name
        if family_of(name) is None:
            assert "CUDA: runs node by node" in whats, name
        else:
            family = f"backends/cuda/families/{family_of(name)}.py"
            assert family in shown_by(found), name
        graph = all_ops()[name].graph
        if isinstance(graph, Graph) and any(isinstance(item, Node) for item in graph.nodes):
            assert {"C kernels of the nodes", "CUDA kernels of the nodes"} <= whats, name


def test_one_op_alone_has_the_same_list() -> None:
    assert listing("log_softmax") == listed()["log_softmax"]


def test_the_first_line_says_where_to_start_and_steps_are_in_order() -> None:
    lines = CliRunner().invoke(cli, ["ops", "layer_norm", "--files"]).output.splitlines()
    assert lines[0] == (
        "Start here: spec/ops/layer_norm.py declares the op, and"
        " backends/c/src/kernels/layer_norm.c computes it"
    )
    titles = [line for line in lines[1:] if not line.startswith(" ")]
    numbers = [int(title.split(".")[0]) for title in titles if title[0].isdigit()]
    assert numbers == sorted(numbers)
    assert titles[len(numbers) :] == [module.STEPS[10], module.STEPS[11]]


def test_a_name_that_no_op_has_is_listed_with_the_file_to_create_first() -> None:
    shown = CliRunner().invoke(cli, ["ops", "softmux", "--files"])
    assert shown.exit_code == 1
    first = shown.output.splitlines()[0]
    assert first.startswith("Start here: create spec/ops/softmux.py; no op is called softmux")
    assert "did you mean softmax" in first
    missing = [line for line in shown.output.splitlines() if "MISSING" in line]
    assert len(missing) == 1
    assert "spec/ops/softmux.py  MISSING: declare OP" in missing[0]


def test_a_text_that_is_no_name_is_an_error() -> None:
    shown = CliRunner().invoke(cli, ["ops", "Soft Max", "--files"])
    assert shown.exit_code
    assert "unknown op 'Soft Max'" in str(shown.exception)


def test_the_files_of_a_new_op_are_in_the_order_of_contributing() -> None:
    """Each file belongs to the step of CONTRIBUTING.md that the list states for it."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    text = text[text.index("## Add an op") : text.index("## Add a backend")]
    steps = [(m.start(), int(m[1])) for m in re.finditer(r"^(\d)\. ", text, re.M)]
    end = text.index("Four tables and one folder")
    before = 0
    for place in listing(NEW).all:
        at = text.find(place.path.replace(NEW, "NAME"), before)
        assert at >= 0, f"{place.path} is not in CONTRIBUTING.md, or at another place there"
        step = 10 if at > end else max(number for start, number in steps if start < at)
        assert step == place.step, place
        before = at


def test_an_installed_package_says_what_it_cannot_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed package has no tests, and its front ends are folders next to the rooms."""
    for folder in ("spec", "torch/lowerings", "backends/cuda/src/kernels/moves"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "backends/cuda/src/kernels/moves/new_op.cu").write_text("")
    (tmp_path / "torch/lowerings/new.py").write_text('lowers("new_op")')
    monkeypatch.setattr(op_files, "root_of", lambda room: tmp_path / room)
    shown = CliRunner().invoke(cli, ["ops", "new_op", "--files"])
    assert shown.exit_code == 1
    assert "frontends/torch/lowerings/new.py" in shown.output
    assert "backends/cuda/src/kernels/moves/new_op.cu\n" in shown.output
    assert shown.output.splitlines()[-1].startswith("Not listed: tests and examples")
    assert not listing("exp_of_nothing").all[-1].present


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("a.py", 'x = "new_op"', True),
        ("a.py", "lowers('new_op.Tensor')", True),
        ("a.py", 'x = "exp new_op".split()', True),
        ("a.py", 'x = """\n    exp\n    new_op another\n"""', True),
        ("a.py", 'x = "new"\ny = f"{x}_op"', True),
        ("a.py", 'y = f"{x}_op"', False),
        ("a.py", '"""A new_op, in words."""', False),
        ("test_new_op.py", "", True),
        ("new_op.json", "{}", True),
        ("a.c", "SWEEP(new_op)", True),
        ("a.c", "const sb_kernel sb_kernel_new_op = {", True),
        ("a.c", "int new_op;", False),
        ("judged.txt", "new_op: f32\n", True),
    ],
)
def test_the_search_finds_a_name(tmp_path: Path, file: str, text: str, found: bool) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / file).write_text(text)
    assert files_naming(tmp_path, "new_op") == ((f"spec/{file}",) if found else ())
