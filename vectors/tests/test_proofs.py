"""docs/proofs.md is that of the certificates."""

from __future__ import annotations

import pytest

from samebits.vectors import proofs
from samebits.vectors.tests.test_certificate import certificate


@pytest.mark.skipif(not proofs.PAGE.parent.exists(), reason="no checkout, no docs")
def test_the_table_of_proofs_is_current() -> None:
    wanted = proofs.page(proofs.all_certificates())
    assert proofs.PAGE.read_text() == wanted, "run python -m samebits.vectors.proofs"


def test_a_row_states_hardest_input_wrong_and_root() -> None:
    text = proofs.page([certificate()])
    root = certificate().root[:16]
    assert (
        "| neg | f32 | 4,294,967,296 | `c16912cd` | 52.6 | 3 | 12 | 0 | `" + root + "` | 1.5 |"
    ) in text
