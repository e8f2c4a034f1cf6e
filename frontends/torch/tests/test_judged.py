"""samebits.torch as a subject of the judge: which ops it reaches, and that wrong lowerings fail."""

from __future__ import annotations

import ast

import pytest

from samebits.backends import fronts
from samebits.conformance import diagnosis
from samebits.conformance.judging.options import Options
from samebits.conformance.tests.judging import judged, read_vectors_once
from samebits.spec.catalog import all_ops
from samebits.spec.errors import SpecError
from samebits.torch.judged import FRONT, declared
from samebits.torch.table import FOLDER, of_the_table
from samebits.torch.tests.planted import ALL

SEED = "17"

COMPOSED = "PyTorch's function is composed of other ops, or rounds in between"
DRAWN = "the key of a draw comes from PyTorch's generator, so no seed can be asked"
NOT_REACHED = {
    **dict.fromkeys(
        (
            *("adaptive_avg_pool2d_gradient", "add_scaled", "ctc_loss", "ctc_loss_gradient"),
            *("dropout", "dropping_attention", "embedding_bag_gradient", "grid_sample_gradient"),
            *("gru", "gru_cell", "isfinite", "kl_div", "linear", "lstm_cell"),
            *(
                "masked_fill",
                "masked_sum",
                "max_pool2d_gradient",
                "rdiv_scalar",
                "sinpi",
                "unscale",
            ),
        ),
        COMPOSED,
    ),
    **dict.fromkeys(
        (
            *("bernoulli", "draw_bits", "dropping_attention_gradient", "exponential"),
            *("multinomial", "normal", "uniform"),
        ),
        DRAWN,
    ),
}
"""Ops that modules of samebits.torch use, but that no public function of PyTorch computes alone."""


@pytest.fixture(autouse=True)
def _vectors_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read_vectors_once(monkeypatch)
    # The diagnosis of a mistake takes seconds, and its result does not matter here.
    monkeypatch.setattr(diagnosis, "diagnose", lambda *arguments: None)


def options(backend: str, *ops: str, device: str | None = None) -> Options:
    return Options(
        backend=backend, device=device, ops=ops, formats=("f32",), sets=("golden",), seed=SEED,
        workers=0,
    )  # fmt: skip


def named_ops() -> set[str]:
    """Return the ops whose names occur in the modules that decide bits."""
    return {
        node.value
        for path in FOLDER.rglob("*.py")
        if of_the_table(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    } & set(all_ops())


def test_every_op_that_a_lowering_names_is_reached_or_has_a_reason() -> None:
    assert named_ops() - set(declared()) == set(NOT_REACHED)


def test_the_list_of_reached_ops_is_that_of_the_front_end() -> None:
    reached: dict[str, set[str]] = {}
    with fronts.opened("torch", FRONT) as session:
        for name, op in all_ops().items():
            for inputs, outputs in op.signatures:
                try:
                    attributes, _ = op.example(len(inputs))
                    call = op.call(inputs, outputs, **attributes)
                except SpecError:  # the example has a different number of operands
                    continue
                if call.label not in reached.get(name, ()) and session.supports(call):
                    reached.setdefault(name, set()).add(call.label)
    assert reached == {op: set(labels) for op, labels in declared().items()}


@pytest.mark.parametrize("planted", ALL, ids=lambda planted: planted.name)
def test_a_wrong_lowering_fails_the_certification_of_its_op(planted) -> None:
    backend = f"py:samebits.torch.tests.planted:{planted.name}"
    status, found = judged(options(backend, planted.op))
    assert status == 1
    assert any(result.outcome == "fail" for result in found.values())


def test_the_right_front_end_passes_the_cases_that_find_wrong_ones() -> None:
    # The only other outcome is "unsupported", for a reduction over no axes, where PyTorch just
    # copies.
    _, found = judged(options("front", *(p.op for p in ALL), device="torch"))
    assert {result.outcome for result in found.values()} <= {"pass", "unsupported"}
    assert {result.op for result in found.values() if result.outcome == "pass"} == {
        p.op for p in ALL
    }
