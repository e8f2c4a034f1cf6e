"""Test the error figures behind the half-widths of rounding tests, on some of the operands."""

from pathlib import Path

import numpy as np
import pytest

from samebits.backends.c.tests.programs import load

pytest.importorskip(
    "mpmath",
    reason="without the oracles' packages the figures of half-widths are not measured again here",
)
if np.finfo(np.longdouble).nmant < 63:
    pytest.skip(
        "long double is no wider than binary64 here: no error of a float-float can be measured",
        allow_module_level=True,
    )

errors = load(Path(__file__).with_name("enclosed_errors.py"))
STRIDE = 16411
"""Distance of tested operands.

It is a prime, and every row of a table gets hundreds of operands.
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("enclosed_errors")
    return {bits: errors.build(folder, bits) for bits in errors.ENTRY_BITS}


@pytest.mark.parametrize(("op", "bits"), sorted(errors.FIGURES))
def test_R2_errors_of_enclosures_are_within_the_figures_of_their_intervals(op, bits, programs):
    found, wrong = errors.measure(programs[bits], op, STRIDE, 1)
    assert set(found) == set(range(len(errors.FIGURES[op, bits])))
    assert errors.compare(op, bits, found)
    assert wrong == 0


def test_an_error_beyond_its_figure_is_found(capsys):
    figures = errors.FIGURES["tanh", 5]
    found = dict(enumerate(figures))
    assert errors.compare("tanh", 5, found)
    found[31] += 0.01
    assert not errors.compare("tanh", 5, found)
    assert capsys.readouterr().out.count("EXCEEDED") == 1
    del found[31]
    assert not errors.compare("tanh", 5, found)
    assert capsys.readouterr().out.count("NOT MEASURED") == 1
