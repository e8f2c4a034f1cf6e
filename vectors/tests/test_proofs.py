"""Test that docs/results/proofs.md matches the certificates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from samebits.vectors import proofs
from samebits.vectors.answers import ArithmeticRoute, ExactRoute, Route, SweepRoute
from samebits.vectors.tests.test_certificate import certificate


@pytest.mark.skipif(not proofs.PAGE.parent.exists(), reason="no checkout, no docs")
def test_the_table_of_proofs_is_current() -> None:
    wanted = proofs.page(proofs.all_certificates())
    assert proofs.PAGE.read_text() == wanted, "run python -m samebits.vectors.proofs"


def test_a_row_states_hardest_input_wrong_and_root() -> None:
    swept = replace(certificate(), method=SweepRoute.method)
    start, end = "| neg | f32 | 4,294,967,296 | `c16912cd` | 52.6 |", f"| 0 | `{swept.root[:16]}` |"
    assert f"{start} 3 | 12 {end} 1.5 |" in proofs.page([swept])


@pytest.mark.parametrize("route", [ArithmeticRoute, ExactRoute])
def test_ties_that_were_not_counted_are_no_zeros(route: type[Route]) -> None:
    other = replace(certificate(), method=route.method, ties=0, near=0)
    assert f"| - | - | 0 | `{other.root[:16]}` |" in proofs.page([other])
