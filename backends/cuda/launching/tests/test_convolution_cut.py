"""Tests of the division of a product into items, and of division by multiplication."""

from __future__ import annotations

import pytest

from samebits.backends.cuda.launching.convolution.conv_arguments import divider
from samebits.backends.cuda.launching.convolution.cut import Tile, Work, best_cut, levels

_TILES = (Tile("large", 128, 128, 256, 64, 2), Tile("small", 64, 128, 128, 64, 4))


@pytest.mark.parametrize("terms", [0, 1, 256, 257, 4608, 5000])
@pytest.mark.parametrize("outers", [0, 1, 3, 32])
@pytest.mark.parametrize("multiprocessors", [1, 132])
def test_T4_slices_are_subtrees_and_cover_everything(
    terms: int, outers: int, multiprocessors: int
) -> None:
    """A slice has 2^j blocks of one contraction, or 2^j whole contractions."""
    cut = best_cut(Work(1, 64, 49, terms, outers, 4), _TILES, multiprocessors)
    assert cut.blocks & (cut.blocks - 1) == 0
    assert cut.outers & (cut.outers - 1) == 0
    assert cut.slices_inside == 1 or cut.outers == 1
    assert cut.slices_inside * cut.blocks * 256 >= terms
    assert cut.slices // cut.slices_inside * cut.outers >= outers


def test_T4_few_results_are_cut_into_many_slices() -> None:
    cut = best_cut(Work(1, 64, 64, 3136, 32, 4), _TILES, 132)
    assert cut.items >= 132


@pytest.mark.parametrize("divisor", [1, 2, 3, 5, 7, 9, 49, 641, 12544, 2**16 + 1, 2**30 + 1])
def test_T5_division_by_multiplication_is_exact_below_2_to_the_31(divisor: int) -> None:
    d = divider(divisor)
    edges = {k * divisor + e for k in (0, 1, 2, 1000, (2**31 - 1) // divisor) for e in (-1, 0, 1)}
    for n in sorted(x for x in edges | {2**31 - 1} if 0 <= x < 2**31):
        assert ((n * d.multiplier >> 32) + n) >> d.shift == n // divisor


def test_T1_a_counter_has_a_level_for_each_power_of_two_below_its_count() -> None:
    assert [levels(n) for n in (0, 1, 2, 3, 4, 5, 8, 9)] == [0, 0, 1, 2, 2, 3, 3, 4]
