"""Tests that a fault of each family is caught and no right backend is.

Results also survive a crash.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from samebits.common.errors import SamebitsError
from samebits.conformance.calls.subject import Subject
from samebits.conformance.questions.mixed import PARTNERS, partners
from samebits.conformance.results.records import CaseResult
from samebits.conformance.trials.sabotage import classes, harness
from samebits.conformance.trials.sabotage.bench import NOT_JUDGED, SPELLED, Bench
from samebits.conformance.trials.sabotage.chances import (
    CERTAIN,
    of_after,
    of_results,
    of_values,
    once_in,
)
from samebits.conformance.trials.sabotage.fault_page import page
from samebits.conformance.trials.sabotage.judged import Judged, read_results, write_results
from samebits.conformance.trials.sabotage.named_faults import (
    FAMILIES,
    Fault,
    draw_faults,
    fault_named,
    possible,
)
from samebits.spec.catalog import all_ops

SEED = "00000000000000a1"

CAUGHT = (
    "add/f32/elements:1048576",
    "add/f32/index:65536",
    "sum/f32/results:65536",
    "sum/f32/terms:65536",
    "add/f32/rank:6",
    "add/f32/threads:8+",
    "add/f32/number:100",
    "div/f32/after:add",
    "sum/f32/attribute:keepdims=true",
    "add/f32/alias:array",
    "add/f32/operand_off:64",
    "add/f32/stride:negative",
    "add/f32/special:subnormal",
    "exp/f32/values16:16.17149",
    "exp/f32/values20:20.451595",
    "bmm/f32/side:0.0.65535",
    "bmm/f16/side:1.2.2048",
    "conv2d/f16/alias:array",
    "conv2d/f8e5m2_to_bf16/attribute:groups>8",
    "cast/i16_to_i64/elements:1048576",
    "exp/bf16/after:another",
    "argsort/f16_to_i64/values16:16.51024",
    "fma/f16/values16:16.4397",
    "matmul/f16/results16:16.29114",
    "softmax/f16/both:512",
    "matmul/bf16/tiles:>255",
    "conv2d/f16/channels:64",
    "conv2d/f32/depthwise:7",
    "conv2d/bf16/dilated:12",
    "scaled_dot_product_attention/f16/head:80.numbers",
    "max_pool2d/f32_to_f32_i64/image:8.16",
    "batch_norm_inference/f64/second:32",
    "group_norm/f32/grouped:32",
    "cross_entropy/f32_i64_to_f32/classes:1000",
    "embedding/f16_i64_to_f16/table:1000",
    "gelu/f32/contents:absent_row",
    "adamw/f32/first:states",
    "adamw/f32/frozen:step",
    "mul/f32/thousandth:1000",
    "gather_gradient/i32/thousandth:1000",  # both operands have the same shape and format
    "mul/f32/refused:another",
    "sum/f32/callers:8",
    "sum/f32/beside:another",
    "gelu/bf16/result_page:line",
    "matmul/f16/operand_page:end",
    "add/f32/layout:bias",
    "linear/f8e4m3fn_f32_to_f32/layout:bias",
    "gelu/bf16/layout:bias",
    "reciprocal/f8e5m2/layout:far",
    "cast/i16_to_i64/operand_page:end",
    "dot/u8_to_i32/result_page:end",
    "amin/bool/frozen:axes",
    "conv3d/f64/contents:absent_row",
    "cast/f32_to_i32/way:prepared",
    "softmax/bf16/settings:errors raised",
    "sort/bf16/settings:forked child",
    "softmax/bf16/session:second",
    "sum/f64/session:beside closed",  # only one case tests this format for the fault
    "embedding_gradient/u8_i32_to_u8/threads:3",  # many results equal the poison
)
"""Faults that the judge is expected to catch."""

BY_CHANCE = (
    "add/f32/result_off:64",
    "add/f32/operand_at:8",
    "add/f32/result_stride:negative",
)
"""Faults that are caught only by chance, but are caught with this seed."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with closing(Bench(tmp_path_factory.mktemp("answers"))) as found:
        yield found


@pytest.mark.parametrize("name", sorted((*CAUGHT, *BY_CHANCE)))
def test_a_fault_is_caught_by_a_case_in_which_its_predicate_holds(bench: Bench, name: str) -> None:
    fault = fault_named(name)
    found = bench.judge(fault, SEED)
    assert found.outcome == "fail"
    assert found.caught_by
    assert found.held > 0
    assert fault.within == (name in CAUGHT)


def test_every_family_has_a_fault_here() -> None:
    assert {fault_named(name).family for name in (*CAUGHT, *BY_CHANCE)} == set(FAMILIES)


def test_a_fault_that_nothing_asks_for_is_not_caught(bench: Bench) -> None:
    found = bench.judge(Fault("add", "f32", "after", "no_such_op"), SEED)
    assert (found.caught_by, found.outcome, found.held) == ("", "", 0)
    assert found.calls > 0


def test_what_ends_otherwise_than_by_a_failure_is_not_judged(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Examples are a machine that hangs, and a case that fails although no fault is active."""
    real, outcome = Bench._put, "timeout"

    def standing(self: Bench, subject: Subject, item: Any, seed: str) -> CaseResult:
        return replace(real(self, subject, item, seed), outcome=outcome)

    monkeypatch.setattr(Bench, "_put", standing)
    fault = fault_named("neg/f32/special:nan")
    found = bench.judge(fault, SEED)
    assert (found.caught_by, found.outcome, found.cases) == ("", NOT_JUDGED, 1)
    outcome = "fail"
    found = bench.judge(Fault("neg", "f32", "after", "no_such_op"), SEED)
    assert (found.caught_by, found.outcome, found.held) == ("", NOT_JUDGED, 0)


def test_probabilities_follow_from_the_questions() -> None:
    assert of_values("sort", "f16", 16) == 1.0
    assert of_values("add", "f32", 16) > CERTAIN
    assert of_results("matmul", "f16", 16) > CERTAIN
    assert of_results("dot", "f32", 16) < 0.01  # one result per call
    assert of_after("add", "f16", "another") == of_after("add", "f32", "sub") == 1.0
    assert of_after("add", "f16", "sub") == PARTNERS / len(partners("add", 0))
    assert once_in(16, 0) == 0.0
    assert abs(once_in(16, 1 << 16) - 0.632) < 0.001


def test_survivors_are_put_again_unless_their_probability_is_computed(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    lost = Judged("neg/f32/result_off:16", "round", False, "standard", SEED, "", "", "", 9, 9, 0, 1)
    write_results(results, [lost, replace(lost, fault="neg/f32/after:sort")])
    harness.main(["--results", str(results), "--again", "2", "--seed", SEED])
    put, computed = read_results(results)
    assert (put.tried, computed.tried) == (2, 0)
    text = page([put, computed])
    assert f"(estimated: {put.again} of 2 runs)" in text
    assert "1.000 (computed)" in text
    assert "not tried" not in text


def test_the_harness_ends_where_the_honest_backend_fails(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samebits.conformance.trials.sabotage.bench.HONEST", "neg/f32/rank:1")
    with pytest.raises(SamebitsError, match=r"/f32/\S+, seed \w+, fails the honest backend"):
        bench.judge(Fault("neg", "f32", "rank", "2"), SEED)


def test_a_thousand_faults_have_every_op_every_format_and_every_family() -> None:
    places = {(op, label) for op, declared in all_ops().items() for label in declared.labels()}
    count = len(places)  # each op and label gets one fault first
    assert count > 1000
    faults = draw_faults(count, SEED)
    assert len(set(faults)) == count
    assert {(fault.op, fault.label) for fault in faults} == places
    assert {fault.family for fault in faults} == {f.name for f in FAMILIES.values() if not f.group}
    assert draw_faults(count + 500, SEED)[:count] == faults
    assert {fault.name for fault in faults} != {f.name for f in draw_faults(count, "0")}


def test_faults_of_classes_have_every_class_in_turn() -> None:
    faults = classes.draw_of_classes(60, SEED)
    assert len(set(faults)) == 60
    assert faults == classes.draw_of_classes(90, SEED)[:60]
    turns = [fault.kind.group for fault in faults]
    assert turns[: len(classes.classes())] == classes.classes()
    assert {turns.count(name) for name in classes.classes()} <= {60 // len(classes.classes())} | {
        -(-60 // len(classes.classes()))
    }
    assert all(fault.argument in fault.kind.arguments(fault.op, fault.label) for fault in faults)


def test_the_page_of_classes_shows_what_was_caught_and_what_was_not() -> None:
    caught = Judged(
        "softmax/f16/both:512", "graph", True, "standard", SEED, "drawn/networks/softmax/f16/1",
        "drawn networks", "fail", 1, 3, 1, 0.5,
    )  # fmt: skip
    lost = replace(caught, fault="cat/i32/frozen:axis", within=False, caught_by="", outcome="")
    text = classes.page([caught, lost])
    assert "2 faults of 2 ops" in text
    assert "1 were caught" in text
    assert (
        "| sizes | both | two sides of an array of ... or more | 1 of 1 | drawn networks 1 |"
        in text
    )
    assert "**frozen**, 1 faults, 0 within reach; 1 were met: `cat/i32/frozen:axis`." in text
    assert "softmax" not in text.split("## Not caught")[1]


def test_every_case_is_put_to_learn_which_kinds_of_cases_catch_a_fault(bench: Bench) -> None:
    fault = Fault("neg", "f32", "after", "another")
    first, whole = bench.judge(fault, SEED), bench.judge(fault, SEED, every_case=True)
    assert (whole.caught_by, whole.kind) == (first.caught_by, first.kind)
    assert (first.catching, first.spent) == ([], {})
    assert whole.cases > first.cases
    assert whole.kind in whole.catching
    assert {*whole.catching} < {*whole.spent}
    assert "law strides" in whole.spent
    text = classes.page([whole, replace(whole, catching=[whole.kind]), first])
    assert "for 2 of these faults" in text
    assert f"\n| {whole.kind} | 2 | 1 | " in text


def test_every_fault_can_be_asked_for_by_its_name() -> None:
    for fault in possible("conv2d", "f32"):
        assert fault_named(fault.name) == fault
    with pytest.raises(SamebitsError, match="is not the name of a fault"):
        fault_named("add/f32/nothing:1")


def test_results_are_kept_resumed_and_shown(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    chosen = ["--only", "neg/*", "--count", "2500", "--seed", SEED, "--results", str(results)]
    harness.main(chosen)
    whole = read_results(results)
    assert len(whole) > 2
    cut = results.read_text().splitlines(keepends=True)
    results.write_text("".join(cut[:1]) + cut[1][:30])
    harness.main([*chosen, "--resume"])
    again = read_results(results)
    assert again[0] == whole[0]  # measured times decide the order of two cheap cases
    told = [[(r.fault, r.within and r.outcome) for r in each] for each in (again, whole)]
    assert told[0] == told[1]  # a fault out of reach may depend on an address
    table = tmp_path / "page.md"
    write_results(results, [*whole, replace(whole[0], caught_by="", within=True)])
    harness.main(["--results", str(results), "--page", str(table)])
    assert f"{len(whole) + 1} faults of 1 of the {len(all_ops())} ops" in table.read_text()
    assert page(whole).startswith("# Saboteurs by program\n")


def test_a_line_that_is_no_result_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(json.dumps({"fault": "add"}) + "\n")
    with pytest.raises(SamebitsError, match="line 1: no result of a fault"):
        read_results(path)
    assert harness.main(["--results", str(path), "--page", str(tmp_path / "page.md")]) == 2


def test_the_judge_itself_can_be_put_before_a_fault(tmp_path: Path) -> None:
    """Here the fault is a backend of `certify`, which also starts and plans, unlike the harness."""
    command = [sys.executable, "-m", "samebits.commands.cli", "certify", "--backend", SPELLED]
    command += ["--device", "neg/f32/special:nan", "--op", "neg", "--format", "f32"]
    command += ["--level", "smoke", "--out", str(tmp_path / "out")]
    environment = {**os.environ, "SAMEBITS_FAULT": "neg/f32/special:nan"}
    ended = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert ended.returncode == 1, ended.stderr
    assert "FAIL" in ended.stdout
