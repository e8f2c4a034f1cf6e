"""Decisions for clauses D2 and D3: ops that draw, functions of random words, graphs with draws."""

from __future__ import annotations

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import (
    always,
    citing,
    decides,
    named,
    of_class,
    shaped,
)


@decides("D1.1", "draws with ones in a high half", of_class("draw"))
def _counters(asked: Asked) -> Holds:
    halves = [asked.attribute(name) for name in ("seed", "stream")]
    return asked.results > 0 and any(pair[1] for pair in halves)  # type: ignore[index]


decides("D1.2", "every draw", of_class("draw"))(always)
decides("D1.3", "draws of several elements", of_class("draw"))(always)


@decides("D1.14", "parts of larger tensors", of_class("draw"))
def _parts(asked: Asked) -> Holds:
    return asked.results > 0 and asked.attribute("whole") not in (None, asked.out)


@decides("D2.2", "parts that begin after the first element", of_class("draw"))
def _places(asked: Asked) -> Holds:
    return asked.results > 0 and any(asked.attribute("at") or ())  # type: ignore[call-overload]


decides("D2.1", "every draw", of_class("draw"))(always)
for _number in ("D2.3", "D2.4", "D2.5", "D2.6", "D2.7", "D2.8", "D2.10"):
    decides(_number, "every result of the ops that it names", named)(always)


@decides("D3.1", "parts of larger tensors", citing("D3"))
def _part_of_operand(asked: Asked) -> Holds:
    whole = asked.call.attributes.get("whole")
    return asked.results > 0 and whole not in (None, asked.out)


for _number in ("D3.2", "D3.4", "D3.7", "D3.9", "D3.10"):
    decides(_number, "every result of the op that it names", named)(always)


@decides("D3.12", "every initial weight in f64", lambda op, rule: "D3" in op.clauses)
def _in_binary64(asked: Asked) -> Holds:
    return asked.results > 0 and not asked.call.inputs and asked.call.outputs == ("f64",)


decides("D3.5", "every initial weight", named)(always)
decides("D3.6", "every initial weight", shaped("weights"))(always)
