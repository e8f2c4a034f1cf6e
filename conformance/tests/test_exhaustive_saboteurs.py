"""R2: a backend that is wrong at a few of all inputs of binary32 is caught, in every family.

A block of 2^20 inputs stands for the 4096: the oracles answer it, the saboteur is wrong at the
inputs of it that are hardest to round, and both `prove` and the digests must find exactly these.
Blocks alone can make no certificate (test_exhaustive_prove.py).
"""

from __future__ import annotations

from contextlib import nullcontext

import pytest

pytest.importorskip("flint")

from samebits.conformance.exhaustive.judge import run_blocks
from samebits.conformance.exhaustive.narrow import narrow_blocks
from samebits.conformance.exhaustive.prover import prove_blocks
from samebits.conformance.tests.saboteurs.rare.few import FAMILIES, few
from samebits.oracles import sweep
from samebits.oracles.errors import OracleUnavailable
from samebits.spec.call import Call
from samebits.spec.catalog import all_ops, get_op
from samebits.vectors.answers import SweepRoute
from samebits.vectors.certificate import Certificate
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.digests import bits_digest
from samebits.vectors.domain import BLOCK

MOST = 20


def swept(family: str) -> tuple[Call, int, list[int], str]:
    """The call of a family, its block, the hardest inputs in it, and the right digest."""
    op, first = FAMILIES[family]
    if op not in all_ops():
        pytest.skip(f"{op} is not declared")
    call = get_op(op).call(["f32"])
    try:
        if not sweep.sweepable(call):
            pytest.skip(f"{op} cannot be swept")
        answer = SweepRoute().answer(call, first, BLOCK)
    except OracleUnavailable as error:
        pytest.skip(str(error))
    hardest = sorted(x for _, x in answer.hardest[:MOST])
    assert hardest
    return call, first // BLOCK, hardest, bits_digest(answer.bits)


@pytest.mark.parametrize("family", FAMILIES)
def test_prove_and_the_digests_name_the_few_wrong_inputs_of_a_family(family: str) -> None:
    call, block, hardest, digest = swept(family)
    saboteur = few(call.op, "f32", hardest)
    session = saboteur.open("cpu")
    if not session.inner.supports(call):
        pytest.skip(f"no backend has {call}")
    (found,) = prove_blocks(call, SweepRoute(), lambda: saboteur.open("cpu"), [block], 1)
    assert (found.wrong, found.digest) == (len(hardest), digest)
    assert [x.input for x in found.examples] == hardest[: len(found.examples)]

    leaves = tuple(digest if i == block else "0" * 64 for i in range(4096))
    certificate = Certificate(call, "0.1", leaves, 0, 0, (), "m", {}, {}, 0.0)
    case = ExhaustiveCase(f"{call.op}/f32/exhaustive", call, lambda: certificate)
    blocks = run_blocks(session, certificate, [block], nullcontext, lambda n: None)
    assert blocks.wrong == (block,)
    narrowed = narrow_blocks(case, certificate, blocks.kept)
    assert narrowed.wrong == len(hardest)
    wanted = [f"{case.id}/{x:08x}" for x in hardest[: len(narrowed.examples)]]
    assert [x.address for x in narrowed.examples] == wanted
    right = run_blocks(session.inner, certificate, [block], nullcontext, lambda n: None)
    assert right.wrong == ()
