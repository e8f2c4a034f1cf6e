"""Tests of `samebits vectors`: filters for certificates and cases, and one displayed case."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from samebits.commands.vectors import _Filter, command
from samebits.conformance.tests.small_backend import standard_cases
from samebits.spec.catalog import get_op


def proof(name, case_id):
    call = get_op(name).call(["f16"], ["f16"])
    return SimpleNamespace(call=call, profile="math", set="golden", level="exhaustive", id=case_id)


HELD = SimpleNamespace(
    exhaustive_cases=lambda: [proof("exp", "exp/f16/exhaustive"), proof("sin", "sin/f16/any")]
)


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({}, ["exp/f16/exhaustive", "sin/f16/any"]),
        ({"level": "full"}, []),
        ({"ops": ("exp",)}, ["exp/f16/exhaustive"]),
        ({"formats": ("f16", "f32")}, ["exp/f16/exhaustive", "sin/f16/any"]),
        ({"formats": ("f32",)}, []),
        ({"profiles": ("core",)}, []),
        ({"sets": ("real",)}, []),
        ({"patterns": ("sin/*",)}, ["sin/f16/any"]),
    ],
)
def test_certificates_are_left_by_the_same_filters_as_cases(changes, left):
    plain = {"ops": (), "formats": (), "profiles": (), "level": "exhaustive", "sets": ()}
    chosen = _Filter(**{**plain, "patterns": (), **changes})
    assert [p.id for p in chosen.proofs(HELD)] == left


def shown(small_vectors, *arguments):
    ended = CliRunner().invoke(command, ["--path", str(small_vectors), *arguments])
    assert ended.exit_code == 0, ended.output
    return ended.output


def test_one_case_is_shown_with_the_form_of_its_operands_and_results(small_vectors):
    text = shown(small_vectors, "add/f32/plain")
    rows = {line.split()[0]: line.split(None, 1)[1] for line in text.splitlines()}
    assert rows["case"].strip() == "add/f32/plain"
    assert rows["wanted"].strip() == "f32 (300,) by value"
    assert "by digest, root " in shown(small_vectors, "add/f32/bulk")


def test_cases_of_all_ops_are_listed_and_those_of_one(small_vectors):
    every = shown(small_vectors, "--ids").split()
    assert {i.split("/")[0] for i in every} == {case.call.op for case in standard_cases()}
    assert {i.split("/")[0] for i in shown(small_vectors, "--ids", "--op", "mul").split()} == {
        "mul"
    }


def test_the_questions_of_one_op_are_emitted(small_vectors):
    text = shown(small_vectors, "--emit", "mul")
    assert "mul" in text
    assert "add/" not in text
