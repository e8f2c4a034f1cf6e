"""Tests of level exhaustive: digests decide, and the wrong inputs of a block are found."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from samebits.conformance.calls.subject import open_subject
from samebits.conformance.exhaustive import pulse, wrong_inputs as narrow
from samebits.conformance.judging import runner
from samebits.conformance.judging.exhaustivework import (
    explain_exhaustive,
    judge_exhaustive,
    run_blocks,
)
from samebits.conformance.judging.options import Options
from samebits.conformance.results.records import CaseResult
from samebits.conformance.tests.exhausting import (
    ABS16,
    HERE,
    NEG16,
    NEG32,
    Plain,
    certificate,
    room,
    subject,
)
from samebits.spec.language.call import Call
from samebits.vectors.answers import Route
from samebits.vectors.certificate import leaf_of
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.digests import sha256_hex
from samebits.vectors.domain import BLOCK
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors


def judged(backend: Plain, call: Call = NEG16) -> CaseResult:
    case = ExhaustiveCase(f"{call.op}/{call.label}/exhaustive", call, lambda: certificate(call))
    result, found = judge_exhaustive(subject(backend), case, nullcontext, lambda n: None)
    return result if found is None else explain_exhaustive(subject(backend), case, result, found)


def test_a_right_backend_passes_by_the_digests_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = certificate(NEG16)
    monkeypatch.setattr("samebits.vectors.answers.route_for", None)
    case = ExhaustiveCase("neg/f16/exhaustive", NEG16, lambda: whole)
    told: list[int] = []
    result, found = judge_exhaustive(subject(Plain()), case, nullcontext, told.append)
    assert (result.outcome, result.elements, found, told) == ("pass", 1 << 16, None, [1 << 16])


def test_R2_the_wrong_inputs_of_a_block_are_named_with_wanted_and_got() -> None:
    result = judged(Plain("wrong", (0x3C00, 0x3C01, 0xFC00)))
    assert (result.outcome, result.wrong, result.max_ulp) == ("fail", 3, 1)
    assert result.reason.startswith("3 of 65536 inputs are wrong; the digest of block 0")
    first = result.examples[0]
    assert first.address == "neg/f16/exhaustive/3c00"
    assert (first.inputs, first.wanted, first.got) == (("3c00",), "bc00", "bc01")
    assert [x.inputs[0] for x in result.examples] == ["3c00", "3c01", "fc00"]
    assert result.repeat.startswith("samebits explain neg/f16/exhaustive/3c00 --backend ")
    assert result.diagnosis is not None


def test_without_an_oracle_the_block_is_named_and_what_would_name_the_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(call: Call) -> Route:
        raise VectorError(f"no oracle decides {call}; pip install mpmath")

    monkeypatch.setattr(narrow, "route_for", none)
    result = judged(Plain("wrong", (0x3C00,)))
    assert (result.outcome, result.wrong, result.examples) == ("fail", 1, ())
    assert result.reason == (
        "the digest of block 0 (inputs 0000 to ffff) differs; to see the inputs: "
        "no oracle decides neg[f16]; pip install mpmath"
    )


def test_oracles_that_do_not_make_the_certified_digest_are_not_believed() -> None:
    whole = replace(certificate(NEG16), leaves=(leaf_of(sha256_hex(b"another")),))
    case = ExhaustiveCase("neg/f16/exhaustive", NEG16, lambda: whole)
    result, found = judge_exhaustive(subject(Plain()), case, nullcontext, lambda n: None)
    assert found is not None
    result = explain_exhaustive(subject(Plain()), case, result, found)
    assert (result.outcome, result.examples) == ("fail", ())
    assert "do not make the certified digest of block 0" in result.reason


def test_only_the_wrong_block_of_binary32_is_reported_and_narrowed() -> None:
    spoilt = Plain("wrong", (5 * BLOCK + 9,))
    leaves = list(certificate(NEG16).leaves * 4096)
    for block in (4, 5, 6):
        leaves[block] = _leaf(block)
    whole = replace(certificate(NEG16), call=NEG32, leaves=tuple(leaves))
    found = run_blocks(spoilt.open("cpu"), whole, (4, 5, 6), nullcontext, lambda n: None)
    assert found.wrong == (5,)
    case = ExhaustiveCase("neg/f32/exhaustive", NEG32, lambda: whole)
    narrowed = narrow.narrow_blocks(case, whole, found.kept)
    assert [x.address for x in narrowed.examples] == ["neg/f32/exhaustive/00500009"]
    assert (narrowed.wrong, narrowed.blocks) == (1, 1)


def _leaf(block: int) -> str:
    from samebits.vectors.answers import ArithmeticRoute
    from samebits.vectors.digests import bits_digest

    return leaf_of(bits_digest(ArithmeticRoute().answer(NEG32, block * BLOCK, BLOCK).bits))


def test_the_root_is_compared_with_the_whole_digests_of_all_blocks() -> None:
    right = certificate(NEG16)
    forged = replace(right, root=sha256_hex(b"another"))
    case = ExhaustiveCase("neg/f16/exhaustive", NEG16, lambda: forged)
    result, found = judge_exhaustive(subject(Plain()), case, nullcontext, lambda n: None)
    assert found is not None
    result = explain_exhaustive(subject(Plain()), case, result, found)
    assert (result.outcome, found.wrong) == ("fail", ())
    assert result.reason.startswith("the tree hash over all 1 digests is not the certified root")
    assert result.reason.endswith("each digest begins as its leaf does")


@pytest.mark.parametrize(("mistake", "outcome"), [("raises", "error"), ("unwritten", "fail")])
def test_other_mistakes_have_their_outcome(mistake: str, outcome: str) -> None:
    case = ExhaustiveCase("neg/f16/exhaustive", NEG16, lambda: certificate(NEG16))
    with open_subject(f"{HERE}{mistake}", None) as opened:
        result, _ = judge_exhaustive(opened, case, nullcontext, lambda n: None)
    assert result.outcome == outcome


class Recorder:
    """A recorder of results that returns finished results, as if a report was resumed."""

    def __init__(self, finished: tuple[CaseResult, ...] = ()) -> None:
        self.finished = finished
        self.results: dict[str, CaseResult] = {}

    def pytest_samebits_begin(self) -> tuple[CaseResult, ...]:
        return self.finished

    def pytest_samebits_result(self, result: CaseResult) -> None:
        self.results[result.id] = result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return room(tmp_path / "room", NEG16, ABS16)


def test_the_runner_judges_certificates_at_level_exhaustive_and_not_below(folder: Path) -> None:
    found = Recorder()
    options = Options(
        backend=HERE + "wrong", level="exhaustive", vectors=folder, sets=("golden",), workers=0,
        pulse=folder / "pulse",
    )  # fmt: skip
    assert runner.run(options, plugins=[found]) == 1
    assert {i: r.outcome for i, r in found.results.items()} == {
        "abs/bf16/exhaustive": "pass",
        "neg/f16/exhaustive": "fail",
    }
    told = pulse.read(folder / "pulse")
    assert told is not None
    assert (told[0], sum(told[1])) == (131072, 131072)
    assert "neg/f16/exhaustive" in [w.id for w in Vectors.open(folder).exhaustive_cases()]
    usage = runner.run(replace(options, level="full"), plugins=[Recorder()])
    assert usage not in (0, 1)


def test_a_resumed_run_judges_what_is_left_and_a_sample_again(folder: Path) -> None:
    found = Recorder()
    options = Options(
        backend=HERE + "right", level="exhaustive", vectors=folder, sets=("golden",), workers=0
    )
    assert runner.run(options, plugins=[found]) == 0
    again = Recorder((found.results["neg/f16/exhaustive"],))
    path = folder / "pulse"
    assert runner.run(replace(options, pulse=path), plugins=[again]) == 0
    assert list(again.results) == ["abs/bf16/exhaustive"]
    assert pulse.read(path) == (131072, [65536, 65536])  # the sample is all of neg


def test_a_worker_without_anybody_who_waits_leaves_no_file(tmp_path: Path) -> None:
    pulse.Pulse(tmp_path / "pulse").tell(5)
    assert not (tmp_path / "pulse").exists()
    (tmp_path / "pulse").write_text("5\n")
    assert pulse.read(tmp_path / "pulse") is None


def test_a_result_of_an_exhaustive_case_reads_back(folder: Path) -> None:
    result = judged(Plain("wrong", (0x3C00,)))
    assert CaseResult.from_json(json.loads(json.dumps(result.to_json()))) == result
