"""Test the routes that need only the judge's packages against the frozen results."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, functions, get_op
from samebits.spec.formats import bits_of
from samebits.vectors.case import ByValue
from samebits.vectors.digests import bits_digest
from samebits.vectors.domain import BLOCK
from samebits.vectors.reader import Vectors

FUNCTIONS = sorted([*functions(2), *(op for op in functions() if get_op(op).attributes)])
OPS = (*FUNCTIONS, "logsumexp", *(op.name for op in all_ops().values() if op.graph is not None))


@pytest.mark.parametrize("op", OPS)
def test_the_route_has_the_bits_of_every_frozen_case(op: str) -> None:
    cases = list(Vectors.open().cases(ops=[op], level="full"))
    assert cases
    for case in cases:
        for found, wanted in zip(
            numpy_route.evaluate(case.call, case.inputs()), case.expected(), strict=True
        ):
            if isinstance(wanted, ByValue):
                assert np.array_equal(bits_of(found), wanted.bits), case.id
            else:
                assert not wanted.wrong_blocks(bits_of(found)), case.id


@pytest.mark.parametrize("op", FUNCTIONS)
def test_the_route_has_the_digests_of_blocks_of_the_certificates(op: str) -> None:
    """The blocks of binary32 begin at subnormal numbers of both signs, at 1 and at -1."""
    for case in Vectors.open().exhaustive_cases():
        if case.call.op != op:
            continue
        certificate = case.certificate()
        domain = certificate.domain
        first = [i for i in (0, 1016, 1018, 2048, 3064) if i * BLOCK < domain.inputs]
        for block in sorted({i * BLOCK // domain.block for i in first}):
            operands = domain.operands(*domain.span(block))
            (found,) = numpy_route.evaluate(case.call, operands)
            assert certificate.holds(block, bits_digest(bits_of(found))), (case.id, block)


def test_every_op_has_a_certificate_or_a_route() -> None:
    """Without a certificate or a route, drawn questions would need the packages of the oracles."""
    certified: dict[str, set[str]] = {}
    for case in Vectors.open().exhaustive_cases():
        certified.setdefault(case.call.op, set()).add(case.call.label)
    left = {
        f"{name}/{label}"
        for name, op in all_ops().items()
        for label in op.labels()
        if not numpy_route.has_route(name, label) and label not in certified.get(name, set())
    }
    assert not left
