"""Draws of words: a draw has the bits of its function of the random words (D2.10).

The function can be tested on all words, but the draw itself cannot. With this law, the proof of the
function also covers the draw.
"""

from __future__ import annotations

from samebits.conformance.laws.law import Bench, Finding, Law, as_array
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import all_ops
from samebits.spec.families.draws import FUNCTIONS_OF_WORDS


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to draws whose function of the words is an op too."""
    op = all_ops().get(specimen.call.op + FUNCTIONS_OF_WORDS)
    return op is not None and (("u32",), specimen.call.outputs) in op.signatures


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compute the function of the drawn words, and compare it with the draw as one call."""
    call = specimen.call
    words = as_array(bench.node("draw_bits", [], "u32", **call.attributes), "u32")
    wanted = [bench.node(call.op + FUNCTIONS_OF_WORDS, [words], call.outputs[0])]
    got = bench.run(call, [])
    text = f"{call.op} gives other bits than its function of the words that are drawn"
    return bench.differs(specimen, wanted, got, text, ("of the words", "as one call"))


LAW = Law(
    name="draws_of_words",
    says="a draw has the bits of its function of the words that are drawn",
    rules=("D2.10",),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=concerns,
    in_smoke=True,
)
