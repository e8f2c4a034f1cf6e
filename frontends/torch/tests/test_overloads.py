"""The frozen overloads, the table, and a PyTorch with different overloads."""

import ast

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, block, overloads, reproducible
from samebits.torch.aligned_kernels import AligningKernels
from samebits.torch.overloads import Kind, frozen, installed, kind_of
from samebits.torch.table import FOLDER, compositions, of_the_table, table, table_digest
from samebits.torch.tools import coverage, freeze

IS_REVIEWED = overloads.is_reviewed()
needs_reviewed = pytest.mark.skipif(
    not IS_REVIEWED, reason="another PyTorch than the reviewed ones"
)


@needs_reviewed
def test_the_frozen_overloads_are_those_of_the_installed_pytorch_and_the_reviewed_lists():
    assert overloads.FILE.read_text() == freeze.text()


@needs_reviewed
def test_the_page_of_coverage_is_that_of_the_table():
    assert coverage.PAGE.read_text() == coverage.page()


def test_every_overload_stands_on_the_page_once():
    names = [name for group in coverage.classes().values() for name in group]
    assert len(names) == len(set(names))
    assert {name.partition(" ")[0] for name in names} == {one.name for one in overloads.lines()}


@pytest.fixture
def another_pytorch(monkeypatch):
    """Pretend that sub.Tensor has a changed schema in this PyTorch, and that mul.Tensor is new."""
    known = []
    for line in overloads.lines():
        if line.name == "sub.Tensor":
            line = line._replace(schema=line.schema.replace("alpha=1", "alpha=2"))
        if line.name != "mul.Tensor":
            known.append(line)
    caches = overloads._kinds, overloads.changed, overloads.unreviewed, overloads.frozen_of
    monkeypatch.setattr(overloads, "lines", lambda: known)
    monkeypatch.setattr("samebits.torch.reviewing._WARNED", ["said"])
    for one in caches:
        one.cache_clear()
    yield
    monkeypatch.undo()
    for one in caches:
        one.cache_clear()


def test_new_and_changed_overloads_are_refused_until_they_are_reviewed(
    another_pytorch, monkeypatch
):
    assert set(overloads.unreviewed()) >= {"mul.Tensor", "sub.Tensor"}
    assert kind_of("mul.Tensor") is Kind.REFUSED
    usable = {n: f for n, f in table().items() if n not in overloads.unreviewed()}
    monkeypatch.setattr("samebits.torch.kernels.table", lambda: usable)
    monkeypatch.setattr(block, "_KERNELS", AligningKernels())
    x = torch.ones(2)
    with reproducible("c:baseline"):
        with pytest.raises(NoCanonicalDefinition, match=r"mul\.Tensor .* it is new in torch"):
            x * x
        with pytest.raises(NoCanonicalDefinition, match=r"sub\.Tensor .* its schema in torch"):
            x - x
        assert (x + x).tolist() == [2.0, 2.0]
        assert (torch.arange(3) * 2).tolist() == [0, 2, 4]


def test_what_is_frozen_as_canonical_is_what_the_table_has():
    canonical = {name for name, (kind, _) in frozen().items() if kind is Kind.CANONICAL}
    assert canonical == {*table(), *compositions()}


def test_no_lowering_cuts_autograd():
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    for name in table():
        implicit = has(f"aten::{name}", "CompositeImplicitAutograd")
        assert not implicit or any(has(f"aten::{name}", k) for k in ("CPU", "Autograd")), name


def test_everything_installed_is_known_or_refused():
    for name in installed():
        assert isinstance(kind_of(name), Kind)


DECIDE_NO_BIT = {"errors.py", "overloads.py", "table.py", "versions.py"}
"""Modules that lowerings import, but that do not affect bits.

They contain errors, the registration of the table, the version of PyTorch, and the frozen
overloads, which the digest includes as a file.
"""


def test_the_digest_of_the_table_is_one_of_its_sources():
    assert len(table_digest()) == 64
    modules, seen = [*(FOLDER / "lowerings").glob("*.py")], set()
    while modules:
        tree = ast.parse(modules.pop().read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "samebits.torch"
            ):
                _, _, *inside = node.module.split(".")
                names = [[*inside, alias.name] for alias in node.names]
                for parts in filter(None, (*names, inside)):
                    path = FOLDER.joinpath(*parts).with_suffix(".py")
                    if path.is_file() and path not in seen:
                        seen.add(path)
                        modules.append(path)
    others = {path.name for path in seen if not of_the_table(path)}
    assert others == DECIDE_NO_BIT


def test_overloads_with_a_kernel_that_no_list_names_are_refused():
    registered = freeze.registrations()
    for name, (kind, _) in frozen().items():
        if name in registered["CPU"]:
            assert kind not in (Kind.COMPOSITE, Kind.ABSENT), name
