"""Decisions for clauses T4 and T5: contractions, einsum equations and convolutions."""

from __future__ import annotations

import math

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import (
    always,
    both,
    citing,
    decides,
    named,
)
from samebits.conformance.trials.clauses.decisions.formats_decisions import WHOLE
from samebits.conformance.trials.clauses.decisions.special_decisions import moves
from samebits.spec.documents.rules import Rule
from samebits.spec.families.windows import FORWARD, INPUT_GRADIENT, TRANSPOSED, WEIGHT_GRADIENT
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Op

_WINDOWS = (*FORWARD, *INPUT_GRADIENT, *WEIGHT_GRADIENT, *TRANSPOSED)


def contracted(asked: Asked) -> int:
    """Return the number of terms of each result of a product.

    The sizes of operands and result determine it: K^2 = (M K) (K N) / (M N).
    """
    if asked.op.shape_rule.name == "outer":
        return 1
    both_sizes = math.prod(asked.shapes[0]) * math.prod(asked.shapes[1])
    batch = asked.out[0] if len(asked.out) == 3 and asked.op.shape_rule.name == "bmm" else 1
    return math.isqrt(both_sizes // max(asked.results * batch, 1))


def _product(op: Op, rule: Rule) -> bool:
    return "T4" in op.clauses and op.graph is None and op.shape_rule not in _WINDOWS


def _float_product(asked: Asked) -> bool:
    return asked.results > 0 and asked.is_float()


@decides("T4.1", "contractions of more than one block of 256", _product)
def _blocks(asked: Asked) -> Holds:
    return _float_product(asked) and contracted(asked) > 256


@decides("T4.2", "every product of floats", named)
def _stored(asked: Asked) -> Holds:
    return _float_product(asked)


def _with_bias(op: Op, rule: Rule) -> bool:
    return "bias" in op.operands and "T4" in op.clauses


def has_bias(asked: Asked) -> bool:
    return asked.results > 0 and len(asked.shapes) == len(asked.op.operands)


@decides("T4.3", "calls with a bias", both(_with_bias, _product))
def _bias(asked: Asked) -> Holds:
    return has_bias(asked)


@decides("T4.4", "products of 8-bit integers", _product)
def _integers(asked: Asked) -> Holds:
    return asked.results > 0 and asked.form(0).kind in WHOLE


def _equations(op: Op, rule: Rule) -> bool:
    return any(a.name == "equation" for a in op.attributes)


def _parts(asked: Asked) -> tuple[list[str], str]:
    left, right = str(asked.attribute("equation")).split("->")
    return left.split(","), right


decides("T4.einsum.1", "every equation", _equations)(always)


@decides("T4.einsum.2", "letters that occur in several operands", _equations)
def _shared(asked: Asked) -> Holds:
    operands, _ = _parts(asked)
    letters = "".join("".join(sorted(set(x))) for x in operands)
    return asked.results > 0 and len(set(letters)) < len(letters)


@decides("T4.einsum.3", "diagonals, and letters that stand in one operand alone", _equations)
def _alone(asked: Asked) -> Holds:
    operands, right = _parts(asked)
    rest = ["".join(operands[:i] + operands[i + 1 :]) + right for i in range(len(operands))]
    lone = any(set(x) - set(other) for x, other in zip(operands, rest, strict=True))
    return asked.results > 0 and (lone or any(len(set(x)) < len(x) for x in operands))


@decides("T4.einsum.4", "two or three operands", _equations)
def _pairs(asked: Asked) -> Holds:
    return asked.results > 0 and len(asked.shapes) > 1


@decides("T4.einsum.5", "results whose letters are not in the order of the operands", _equations)
def _transposed(asked: Asked) -> Holds:
    operands, right = _parts(asked)
    order = "".join(dict.fromkeys("".join(operands)))
    return asked.results > 0 and [x for x in order if x in right] != list(right)


@decides("T4.einsum.6", "results below the compute format", _equations)
def _rounded_once(asked: Asked) -> Holds:
    return asked.results > 0 and asked.result_form.bits < 32 and not moves(asked)


@decides("T4.einsum.7", "operands below the compute format", _equations)
def _widened(asked: Asked) -> Holds:
    return asked.results > 0 and FORMATS[asked.call.inputs[0]].bits < 32 and not moves(asked)


@decides("T4.einsum.8", "equations without a sum and a product", _equations)
def _moved(asked: Asked) -> Holds:
    return asked.results > 0 and moves(asked)


def _plain(values: object, usual: int) -> bool:
    return all(value == usual for value in values)  # type: ignore[attr-defined]


@decides("T5.1", "windows with strides or dilations", named)
def _spread(asked: Asked) -> Holds:
    usual = _plain(asked.attribute("stride"), 1) and _plain(asked.attribute("dilation"), 1)
    return asked.results > 0 and not usual


def _forward(op: Op, rule: Rule) -> bool:
    return op.shape_rule in FORWARD


@decides("T5.2", "several channels and taps, alone and in groups", _forward)
def _channels(asked: Asked) -> Holds:
    return asked.results > 0 and asked.shapes[1][1] > 1 and math.prod(asked.shapes[1][2:]) > 1


@decides("T5.3", "taps outside the input", both(citing("T5"), lambda op, rule: _pads(op)))
def _outside(asked: Asked) -> Holds:
    return asked.results > 0 and not _plain(asked.attribute("padding"), 0)


def _pads(op: Op) -> bool:
    return op.shape_rule in (*FORWARD, *WEIGHT_GRADIENT)


@decides("T5.4", "convolutions with a bias, or without channels", _forward)
def _window_bias(asked: Asked) -> Holds:
    return has_bias(asked) or (asked.results > 0 and asked.shapes[1][1] == 0)


@decides("T5.5", "batches, channels or spatial sizes of 0", _forward)
def _empty(asked: Asked) -> Holds:
    return 0 in asked.shapes[0] or 0 in asked.shapes[1]


@decides("T5.6", "several samples", named)
def _samples(asked: Asked) -> Holds:
    return asked.results > 0 and asked.shapes[0][0] > 1


@decides("T5.7", "strides other than 1, with taps that are left over at the end", named)
def _residues(asked: Asked) -> Holds:
    return asked.results > 0 and not _plain(asked.attribute("stride"), 1)


def _sized(op: Op, rule: Rule) -> bool:
    return op.shape_rule in (*INPUT_GRADIENT, *WEIGHT_GRADIENT)


@decides("T5.8", "gradients whose size differs from the size of their operand", _sized)
def _required(asked: Asked) -> Holds:
    return asked.results > 0 and asked.out[2:] != asked.shapes[0][2:]


decides("T5.9", "every transposed convolution", named)(always)


@decides(
    "T5.10", "elements added at the end of the result", lambda op, rule: op.shape_rule in TRANSPOSED
)
def _added(asked: Asked) -> Holds:
    return asked.results > 0 and not _plain(asked.attribute("output_padding"), 0)
