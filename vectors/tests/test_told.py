"""Test calls that distinguish changed graphs: files, and golden cases with stable names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.vectors.errors import VectorError
from samebits.vectors.files import dump_json, parse_json
from samebits.vectors.planning import Values
from samebits.vectors.plans import told as plan
from samebits.vectors.reader import Vectors
from samebits.vectors.told.told_calls import FOLDER, Told, parse, told_of, write

KEPT = sorted(path.stem for path in FOLDER.glob("*.json"))

CALL: Call = get_op("mse_loss").call(["f16", "f16"], ["f16"], reduction="mean")
X = np.array([1.5, -0.0, np.nan], np.float16)


def test_calls_are_read_as_they_were_written(tmp_path: Path) -> None:
    told = [Told.of(["b", "a"], CALL, [X, X]), Told.of(["c"], CALL, [X[:1], X[:1]])]
    write("mse_loss", told, tmp_path)
    assert told_of("mse_loss", tmp_path) == tuple(told)
    assert told[0].tells == ("a", "b")
    assert [x.tobytes() for x in told[0].inputs()] == [X.tobytes()] * 2
    assert told[0].bits[0] == ("3e00", "8000", "7e00")
    write("mse_loss", told[:1], tmp_path)
    assert told_of("mse_loss", tmp_path) == tuple(told[:1])
    write("mse_loss", [], tmp_path)
    assert not list(tmp_path.iterdir())


def test_one_call_is_kept_once_with_all_that_it_tells(tmp_path: Path) -> None:
    told = [Told.of([name], CALL, [X, X]) for name in ("b", "a", "b")]
    write("mse_loss", told, tmp_path)
    (found,) = told_of("mse_loss", tmp_path)
    assert found.tells == ("a", "b")


def test_the_name_of_a_case_is_that_of_its_call_and_operands() -> None:
    told = Told.of(["a"], CALL, [X, X])
    assert told.name == "told/n50bf1ba789"
    assert Told.of(["b"], CALL, [X, X]).name == told.name
    assert Told.of(["a"], CALL, [X, -X]).name != told.name


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"tells": []}, "'tells' must be a list of one change at least"),
        ({"bits": [["3e00"], ["3e00", "8000", "7e00"]]}, "the bits do not fit an operand f16 of"),
        ({"bits": [["3e"] * 3, ["3e00", "8000", "7e00"]]}, "the bits do not fit an operand f16 of"),
        ({"bits": [["3E00"] * 3] * 2}, "expected a list of bit patterns"),
        ({"shapes": [[3]]}, "there must be shapes and bits of 2 operands"),
        ({"shapes": [[3], [1, 3]]}, "refuses the call: mse_loss: input and target must have one"),
        ({"inputs": ["f16", "f32"]}, "no signature"),
        ({"more": 1}, "unknown field 'more'"),
    ],
)
def test_what_is_no_call_is_refused_in_one_line(change: dict[str, object], complaint: str) -> None:
    row = Told.of(["a"], CALL, [X, X]).to_json()
    text = dump_json({"op": "mse_loss"}, {"calls": [row | change]})
    with pytest.raises(VectorError, match=complaint):
        parse(parse_json("t", text), "t")


def test_a_file_of_another_op_is_refused(tmp_path: Path) -> None:
    write("mse_loss", [Told.of(["a"], CALL, [X, X])], tmp_path)
    (tmp_path / "mse_loss.json").rename(tmp_path / "l1_loss.json")
    with pytest.raises(VectorError, match="is of the op mse_loss"):
        told_of("l1_loss", tmp_path)


def test_G1_every_kept_call_is_a_golden_case_with_its_operands() -> None:
    assert KEPT
    vectors = Vectors.open()
    for name in KEPT:
        cases = {case.id: case for case in vectors.cases(ops=[name], level="standard")}
        assert plan.handles(get_op(name))
        for told in told_of(name):
            case = cases[f"{name}/{told.call.label}/{told.name}"]
            assert case.call == told.call
            assert [x.tobytes() for x in case.inputs()] == [x.tobytes() for x in told.inputs()]


def test_the_plan_has_the_cases_of_its_label_alone() -> None:
    for name in KEPT:
        op = get_op(name)
        found = [case for label in plan.labels(op) for case in plan.plan(op, label)]
        assert len(found) == len(told_of(name))
        assert all(isinstance(x, Values) for case in found for x in case.inputs)
    assert not plan.handles(get_op("matmul"))
