"""The stubs are up to date and correct, and every docstring names clauses."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import samebits.numpy as snp
from samebits.backends import link_rooms
from samebits.numpy import results, stubs, written
from samebits.numpy.functions import function, public_ops
from samebits.spec.catalog import all_ops, get_op

FOLDER = stubs.FOLDER


@pytest.mark.parametrize("name", stubs.stubs())
def test_a_stub_is_current(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == stubs.stubs()[name], "run: python -m samebits.numpy.stubs"


def definitions(name: str) -> dict[str, list[ast.FunctionDef]]:
    found: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.parse((FOLDER / name).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


@pytest.mark.parametrize("module", ["", "random", "linalg"])
def test_a_stub_has_the_parameters_of_each_function(module: str) -> None:
    stub = definitions(f"{module or '__init__'}.pyi")
    space: Any = getattr(snp, module) if module else snp
    for name, nodes in stub.items():
        signature = inspect.signature(getattr(space, name))
        for node in nodes:
            shown = [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]
            assert shown == list(signature.parameters)
    made = {n.removeprefix(f"{module}.") for n in public_ops() if n.rpartition(".")[0] == module}
    assert {*stub} == {n for n in made if f"{module}.{n}".strip(".") not in written.FUNCTIONS}


@pytest.mark.parametrize("name", public_ops())
def test_a_function_says_its_clauses_errors_and_arguments(name: str) -> None:
    made, op = function(name), get_op(public_ops()[name])
    text = made.__doc__ or ""
    assert "SpecError" in text
    signature = inspect.signature(made)
    assert "out" in signature.parameters
    assert made.__name__ == name.rpartition(".")[2]
    assert f"{made.__module__}.{made.__name__}" == f"samebits.numpy.{name}"
    if name in written.FUNCTIONS:
        assert re.search(r"clauses? [A-Z]\d", text), text
        assert f"`{op.name}`" in text
        return
    for clause in op.clauses:
        assert re.search(rf"\b{clause}\b", text), clause
    for parameter in signature.parameters.values():
        assert re.search(rf"^{parameter.name} : ", text, re.M), parameter.name
    assert all(len(line) == len(line.rstrip()) for line in text.splitlines())


def test_a_signature_is_a_true_one() -> None:
    shown = str(inspect.signature(snp.conv2d))
    assert shown.startswith("(x: 'ArrayLike', weight: 'ArrayLike', bias: 'ArrayLike | None' = None")
    parameters = inspect.signature(snp.random.uniform).parameters
    assert parameters["seed"].kind is inspect.Parameter.KEYWORD_ONLY
    assert parameters["seed"].default is inspect.Parameter.empty
    assert inspect.signature(snp.topk).parameters["k"].default is inspect.Parameter.empty


def test_every_class_of_results_is_found_by_its_name() -> None:
    names = [n.name for n in ast.parse(stubs.stubs()["results.pyi"]).body if hasattr(n, "name")]
    assert len(names) >= sum(len(op.results) > 1 for op in all_ops().values())
    for name in names:
        assert getattr(results, name).__name__ == name
    with pytest.raises(AttributeError, match="has no 'NoResults'"):
        results.NoResults  # noqa: B018


PROGRAM = """
import numpy as np
import samebits.numpy as snp

x = np.ones((2, 3), np.float32)
reveal_type(snp.exp(x))
reveal_type(snp.layer_norm(x).mean)
reveal_type(snp.adamw(x, x, x, x))
reveal_type(snp.adamw(x, x, x, x, max_exp_avg_sq=x))
reveal_type(snp.random.Generator(1).uniform((2,)))
with snp.device("c", threads=1) as d:
    reveal_type(d)
reveal_type(snp.linalg.qr(x, mode="complete").Q)
reveal_type(snp.unique_all(x).counts)
reveal_type(snp.uint16)
snp.arange(0, 10, 2, dtype=np.int32)
snp.linspace(0, 1, num=5, endpoint=False)
snp.var(x, correction=1.0)
snp.linalg.vector_norm(x, ord=float("inf"))
snp.clip(snp.pow(x, 2), 0, None)
snp.sum(x, axis=(0, 1), keepdims=True)
snp.add(x, 0.1)
snp.linalg.vector_norm(x, ord=1)
snp.astype(x, snp.bfloat16)
snp.sum(x, axes=0)
snp.exp("x")
snp.mse_loss(x, x, reduction="median")
"""


def test_mypy_sees_what_there_is_and_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    settings = tomllib.loads((link_rooms.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = settings["tool"]["scikit-build"]["wheel"]["packages"]
    link_rooms.link(rooms, tmp_path / "names")
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir=cache", "program.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": "names"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    shown = re.findall(r'Revealed type is "([^"]+)"', ended.stdout)
    assert "ndarray" in shown[0], ended.stdout + ended.stderr
    assert shown[1] == shown[0] == shown[4]
    assert "AdamwResults3]" in shown[2]
    assert "AdamwResults]" in shown[3]
    assert shown[5].endswith(".Device")
    assert shown[6] == shown[7] == shown[0]
    assert "dtype" in shown[8]
    wrong = re.findall(r"^program\.py:(\d+): error", ended.stdout, re.M)
    lines = PROGRAM.splitlines()
    assert [lines[int(number) - 1] for number in wrong] == lines[-3:], ended.stdout
