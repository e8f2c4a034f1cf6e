"""The tolerance of the comparison passes rounding errors and rejects larger errors."""

import pytest
import torch

from samebits.torch.tests.meaning.distance import distance

X = torch.arange(1.0, 9.0, dtype=torch.float64) / 3
MOVED = [[X * (1 + 2.0**-24)], [X * (1 - 2.0**-24)]]


def reason(block, plain=None, wide=X):
    plain = wide.float() if plain is None else plain
    return distance([block], [plain], [wide], MOVED).reason


def test_a_rounding_error_passes():
    assert not reason(X.float())
    assert not reason((X * (1 + 2.0**-22)).float())


def test_an_error_above_rounding_fails_and_is_shown():
    assert reason((X * (1 + 1e-4)).float()).startswith("result 0: ")


def test_a_result_near_pytorchs_own_passes_however_far_binary64_is():
    assert not reason((X + 1).float(), (X + 1).float())


def test_an_inaccurate_result_of_pytorch_widens_the_limit():
    off, farther = (X * (1 + 2.0**-16)).float(), (X * (1 - 2.0**-15)).float()
    assert reason(farther, X.float())
    assert not reason(farther, off)


@pytest.mark.parametrize("value", [torch.nan, torch.inf, -torch.inf])
def test_special_values_have_to_be_those_of_pytorch(value):
    special = X.clone()
    special[2] = value
    assert reason(special.float())
    assert not reason(special.float(), special.float(), special)
    assert reason(X.float(), special.float(), special)


def test_the_sign_of_a_zero_is_no_difference():
    zero = torch.zeros(8, dtype=torch.float64)
    assert not reason(-zero.float(), zero.float(), zero)


@pytest.mark.parametrize(
    ("block", "plain"),
    [
        (torch.ones(2), torch.ones(3)),
        (torch.ones(2), torch.ones(2, dtype=torch.int64)),
        (torch.tensor([1]), torch.tensor([2])),
        (True, False),
    ],
    ids=["shape", "kind", "integers", "no tensor"],
)
def test_shapes_kinds_and_integers_have_to_be_equal(block, plain):
    assert distance([block], [plain], [plain], []).reason
    assert not distance([plain], [plain], [plain], []).reason


def test_a_missing_result_is_a_difference():
    assert distance([], [X], [X], []).reason
