"""Test that splitting an element address is the inverse of joining it."""

import pytest

from samebits.vectors.address import join_address, looks_like_operands, split_address


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("exp/f32/hard/c16912cd", ("exp/f32/hard", "c16912cd")),
        ("add/f32/specials/3f800000-7fc00000", ("add/f32/specials", "3f800000-7fc00000")),
        ("where/f16/specials/01-3c00-7e00", ("where/f16/specials", "01-3c00-7e00")),
        ("cast/f64_to_f16/ties/3ff0000000000000", ("cast/f64_to_f16/ties", "3ff0000000000000")),
        ("sum/f32/length/257@0", ("sum/f32/length/257", "0")),
        ("sum/f32/length/1024", ("sum/f32/length/1024", None)),
        ("exp/f32/hard", ("exp/f32/hard", None)),
        ("matmul/f32/ragged/m2-n3-k4", ("matmul/f32/ragged/m2-n3-k4", None)),
        ("nothing/f32/abcd", ("nothing/f32/abcd", None)),
        ("sum/f32/length@last", ("sum/f32/length@last", None)),
        ("1024", ("1024", None)),
    ],
)
def test_split(address: str, parts: tuple[str, str | None]) -> None:
    assert split_address(address) == parts
    if parts[1] is not None:
        assert join_address(*parts) == address


def test_operand_bits_are_recognised_by_their_width() -> None:
    assert looks_like_operands("3f800000-00")
    assert not looks_like_operands("3f80000")
    assert not looks_like_operands("hard")
    assert not looks_like_operands("3f800000-hard")
