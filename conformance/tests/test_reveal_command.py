"""Tests of `samebits reveal`: trees of installed backends, of fakes, and canonical trees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result

from samebits.backends import discovery
from samebits.backends.protocol import Array, Support, Supported
from samebits.commands import reveal as module
from samebits.commands.reveal import command, spelled
from samebits.conformance.calls.subject import open_subject, split_device
from samebits.conformance.errors import JudgeError
from samebits.conformance.reveal.adapter import TABLE, Question, all_adapters
from samebits.conformance.reveal.asking import ask, is_canonical, reveal_outputs
from samebits.conformance.reveal.layout import CONTRACTIONS
from samebits.conformance.reveal.revealer import random_rows
from samebits.conformance.reveal.session import SessionSummation
from samebits.conformance.tests import fakes
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call

SABOTEURS = "py:samebits.conformance.trials.saboteurs"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)


def test_help_shows_an_example_and_every_op() -> None:
    shown = run("--help")
    assert shown.exit_code == 0
    assert "samebits reveal --backend torch --op sum --n 64" in shown.output
    for op in all_adapters():
        assert op in shown.output


@pytest.mark.parametrize(
    ("backend", "name"), [("numpy", "lanes(8): "), ("torch", "4 accumulators of 8 lanes")]
)
def test_sums_of_64_are_shown_beside_the_canonical_tree(backend: str, name: str) -> None:
    if backend == "torch":
        pytest.importorskip("torch")
    shown = run("--backend", backend, "--op", "sum", "--n", "64")
    assert shown.exit_code == 0
    for text in (name, "48 rows of random data replayed bit for bit", "((((((0+1)+(2+3))+((4+5)+"):
        assert text in shown.output
    assert "not canonical: canonical adds 0 and 1; here 0 meets" in shown.output


@pytest.mark.parametrize("device", ["baseline", "avx2", "avx512"])
def test_T1_the_c_backend_sums_by_the_canonical_tree(device: str) -> None:
    there = {d.name: d for d in discovery.load("c").devices()}[device]
    if not there.available:
        pytest.skip(f"{device}: {there.reason}")
    with open_subject("c", device) as subject:
        for n in (1, 2, 3, 5, 8, 31, 64, 65, 129, 300, 1000):
            asked = ask("sum", "f32", Question(n))
            ((place, found),) = reveal_outputs(subject, asked, 0, lambda placed, total: None)
            assert place is None
            assert is_canonical(asked, found), (n, found.text)


@pytest.mark.parametrize("op", CONTRACTIONS)
def test_T4_the_c_backend_contracts_canonically(op: str) -> None:
    shown = run("--backend", "c", "--op", op, "--n", "300", "--rows", "5", "--columns", "3")
    assert shown.exit_code == 0
    assert "equals the canonical tree" in shown.output
    assert "T300 = T256 + T44[+256]" in shown.output


def test_T1_a_tree_of_4096_leaves_takes_n_log_n_probes_and_a_dozen_lines() -> None:
    shown = run("--backend", "c", "--op", "sum", "--n", "4096")
    assert shown.exit_code == 0
    assert "confirmed: 24576 probes" in shown.output
    assert "T4096 = T2048 + T2048[+2048]" in shown.output
    lines = [x for x in shown.output.splitlines() if "terms have their place" not in x]
    assert len(lines) < 20  # a busy machine may add a progress line per second


@pytest.mark.parametrize("n", ["1", "64", "600"])
def test_a_drawing_holds_both_trees_and_only_what_a_report_allows(tmp_path: Path, n: str) -> None:
    path = tmp_path / "tree.svg"
    shown = run("--backend", "numpy", "--op", "sum", "--n", n, "--svg", str(path))
    assert "drawn in" in shown.output
    drawing = path.read_text()
    assert drawing.count("<title>") == 2
    assert "canonical" in drawing
    assert ElementTree.fromstring(drawing).tag.endswith("svg")


def test_outputs_that_do_not_add_alike_are_shown_one_by_one() -> None:
    pytest.importorskip("torch")
    shown = run(
        "--backend", "torch", "--op", "sum", "--n", "40", "--rows", "7", "--axis", "0",
        "--threads", "1",
    )  # fmt: skip
    assert shown.exit_code == 0
    assert "not all outputs add alike" in shown.output
    # PyTorch adds four sums together in a vector, and the remaining sums one by one.
    assert "outputs 0-3 (4 of 7)\nblocked(16): " in shown.output
    assert "outputs 4-6 (3 of 7)\nlanes(4)+chain: " in shown.output
    assert shown.output.count("confirmed: ") == 2


class _Exact(fakes.RightSession):
    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        return np.asarray(math.fsum(inputs[0].tolist()))


class _Sorting(fakes.RightSession):
    """A session that adds in the order of magnitude, the smallest terms first."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        order = np.argsort(np.abs(inputs[0]), kind="stable")
        return np.asarray(np.add.accumulate(inputs[0][order], dtype=np.float32)[-1])


class _Compensated(fakes.RightSession):
    """A session that adds by Kahan's method and leaves out the last compensation."""

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        total, lost = np.float32(0), np.float32(0)
        for x in inputs[0]:
            y = x - lost
            new = total + y
            lost = (new - total) - y
            total = new
        return np.asarray(total)


class _Unstable(fakes.RightSession):
    """A session that adds in a different order in every call."""

    def __init__(self) -> None:
        self.draw = np.random.default_rng(0)

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        mixed = self.draw.permutation(inputs[0])
        return np.asarray(np.add.accumulate(mixed, dtype=np.float32)[-1])


EXACT, SORTING, UNSTABLE, COMPENSATED = (
    fakes.FakeBackend(s) for s in (_Exact, _Sorting, _Unstable, _Compensated)
)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("SORTING", "in another order give the same bits"),
        ("UNSTABLE", "give other bits from call to call"),
        ("COMPENSATED", "the sums are Kahan's, compensated"),
    ],
)
def test_where_no_tree_explains_the_sums_none_is_shown(name: str, said: str) -> None:
    shown = run("--backend", f"py:{__name__}:{name}", "--op", "sum", "--n", "40")
    assert shown.exit_code == 1
    assert said in shown.output
    assert "no tree is shown" in shown.output
    assert "((" not in shown.output


def test_T10_an_exact_accumulator_is_told_from_every_tree() -> None:
    shown = run("--backend", f"py:{__name__}:EXACT", "--op", "sum", "--n", "40")
    assert shown.exit_code == 0
    assert "an exact accumulator, which has no order of additions" in shown.output
    assert "((" not in shown.output


def test_no_drawing_is_written_without_a_tree(tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    backend = f"py:{__name__}:SORTING"
    shown = run("--backend", backend, "--op", "sum", "--n", "40", "--svg", str(path))
    assert "is not written" in shown.output
    assert not path.exists()


@pytest.mark.parametrize(
    ("op", "arguments", "message"),
    [
        ("summ", [], "unknown op 'summ'"),
        ("exp", [], "exp is not a summation"),
        ("sum", ["--n", "0"], "--n 0 must be from 1 to 16384"),
        ("sum", ["--n", "100000"], "must be from 1 to 16384 terms"),
        ("sum", ["--rows", "0"], "--rows 0 must be from 1 to"),
        ("sum", ["--format", "i8"], "sum has no format 'i8'; known: "),
        ("sum", ["--backend", "numpi"], "did you mean numpy"),
        ("sum", ["--backend", "numpy:gpu"], "no device 'gpu'"),
        ("sum", ["--backend", "numpy", "--threads", "2"], "cannot set its threads"),
        ("mean", ["--n", "500", "--format", "f16"], "too coarse"),
        ("dot", ["--backend", f"{SABOTEURS}.refuses:backend"], "does not support dot"),
    ],
)
def test_questions_that_have_no_answer_are_one_clear_line(
    op: str, arguments: list[str], message: str
) -> None:
    with pytest.raises(Exception, match=message) as caught:
        run("--backend", "numpy", "--n", "9", "--op", op, *arguments)
    assert "\n" not in str(caught.value)


def test_devices_may_be_named_with_the_backend() -> None:
    assert split_device("c:avx2", None) == ("c", "avx2")
    assert split_device("c", "avx2") == ("c", "avx2")
    assert split_device("py:a.b:c", None) == ("py:a.b:c", None)
    assert split_device("py:a.b:c:cpu", "cpu") == ("py:a.b:c", "cpu")
    assert split_device("c:avx2", "c:avx2") == ("c", "avx2")
    program = "exec:./prog --at 127.0.0.1:80"
    assert split_device(program, None) == (program, None)
    assert split_device(program, "cpu") == (program, "cpu")
    with pytest.raises(JudgeError, match="name different devices"):
        split_device("c:avx2", "baseline")


def test_an_interrupt_ends_with_130_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "reveal_outputs", stop)
    path = tmp_path / "tree.svg"
    shown = run("--backend", "numpy", "--op", "sum", "--n", "9", "--svg", str(path))
    assert shown.exit_code == 130
    assert "interrupted" in shown.output
    assert not path.exists()


def test_the_adapters_of_several_families_are_found() -> None:
    assert set(all_adapters()) >= {"sum", "dot"}


def test_a_row_that_is_no_adapter_is_an_error_that_names_it() -> None:
    wrong: Any = SimpleNamespace(ADAPTERS={"sum": None})
    said = r'adapters/reductions_adapter\.py: the row of sum is not .*: write "sum": Adapter\('
    with pytest.raises(SpecError, match=said):
        TABLE.load("reductions_adapter", lambda: wrong)


class _Uneven(fakes.RightSession):
    """A session whose products start the sum at the term `turn(row, column)` and wrap around."""

    def supports(self, call: Call) -> Support:
        return Supported() if call.op == "matmul" else super().supports(call)

    def value(self, call: Call, inputs: Sequence[Array]) -> Array:
        terms = (inputs[0][:, :, None] * inputs[1]).astype(np.float32)
        y = np.empty((terms.shape[0], terms.shape[2]), dtype=np.float32)
        for row, column in np.ndindex(y.shape):
            turned = np.roll(terms[row, :, column], -self.turn(row, column))
            y[row, column] = np.add.accumulate(turned, dtype=np.float32)[-1]
        return y

    def turn(self, row: int, column: int) -> int:
        return int(column < row)


class _Scattered(_Uneven):
    """A session with six groups of outputs: one for each row."""

    def turn(self, row: int, column: int) -> int:
        return row


UNEVEN, SCATTERED = fakes.FakeBackend(_Uneven), fakes.FakeBackend(_Scattered)


def test_each_group_of_outputs_that_add_alike_is_shown_once() -> None:
    products = ("--op", "matmul", "--n", "8", "--columns", "4")
    shown = run("--backend", f"py:{__name__}:UNEVEN", *products, "--rows", "4")
    assert shown.exit_code == 0
    assert "not all outputs add alike" in shown.output
    assert "outputs 0-3, 5-7, 10-11, 15 (10 of 16)\nsequential: " in shown.output
    assert "outputs 4, 8-9, 12-14 (6 of 16)\na tree without a name: " in shown.output
    assert shown.output.count("confirmed: ") == 2


def test_of_many_groups_of_outputs_the_largest_are_shown_and_the_rest_counted() -> None:
    products = ("--op", "matmul", "--n", "8", "--columns", "4")
    shown = run("--backend", f"py:{__name__}:SCATTERED", *products, "--rows", "6")
    assert shown.output.count("confirmed: ") == 4
    assert "8 of 24 outputs add otherwise again: not shown" in shown.output
    assert shown.exit_code == 1  # none of these trees is confirmed


def test_an_output_that_is_odd_in_its_rounding_alone_is_noticed() -> None:
    """Probes show only the tree. Random terms show whether a product is fused."""

    class Rounding(fakes.RightSession):
        def value(self, call: Call, inputs: Sequence[Array]) -> Array:
            terms = inputs[0].astype(np.float64)[:, :, None] * inputs[1]
            wide = np.add.accumulate(terms, axis=1)[:, -1].astype(np.float32)
            narrow = terms.astype(np.float32)
            wide[1, 1] = np.add.accumulate(narrow, axis=1, dtype=np.float32)[1, -1, 1]
            return wide

    asked = ask("matmul", "f32", Question(8, 3, 2))
    box = SessionSummation(Rounding(), asked.call, asked.shapes)
    assert box.alike(*random_rows(box, 0)) == [(0, 1, 2, 4, 5), (3,)]


def test_outputs_in_words() -> None:
    assert spelled((6,)) == "output 6"
    assert spelled((0, 1, 2, 8)) == "outputs 0-2, 8"
    assert spelled(tuple(range(0, 40, 2))) == "outputs 0, 2, 4, 6, 8, 10, 12, 14, ..."
