"""Test the stream of cases: its format, and that it is made in pieces."""

from __future__ import annotations

from collections.abc import Iterator

from samebits.vectors.case import Case
from samebits.vectors.emit import PIECE, emitted
from samebits.vectors.reader import Vectors


def stream(vectors: Vectors, *names: str) -> list[list[str]]:
    """Return the lines of the stream of the named cases, each split into words."""
    cases = [vectors.case(name) for name in names]
    text = "".join(emitted(cases[0].call.op, "0123", cases))
    assert text.endswith("\n")
    return [line.split(" ") for line in text.splitlines()]


def test_a_line_of_an_elementwise_op_asks_one_question(vectors: Vectors) -> None:
    found = stream(vectors, "cast/f64_to_f16/ties")
    case = vectors.case("cast/f64_to_f16/ties")
    assert found[0] == ["stream", "1", "cast", "0123"]
    assert found[1] == ["case", "cast/f64_to_f16/ties"]
    assert found[2] == ["call", "cast", "1", "f64", "->", "f16"]
    assert found[3] == ["attribute", "saturate", "true"]
    assert found[-1] == ["end", "1", "0"]
    questions = found[4:-1]
    assert len(questions) == case.elements()
    assert {(len(x), len(y)) for x, y in questions} == {(16, 4)}
    assert all(not set("".join(row)) - set("0123456789abcdef") for row in questions)


def test_only_questions_consist_of_hexadecimal_digits_alone(vectors: Vectors) -> None:
    for row in stream(vectors, "sum/f32/axes/0", "sum/f32/bulk"):
        if row[0] in ("stream", "case", "call", "attribute", "operand", "result", "skipped", "end"):
            assert set(row[0]) - set("0123456789abcdef")


def test_an_array_has_its_format_its_rank_its_sizes_and_its_bits(vectors: Vectors) -> None:
    found = stream(vectors, "sum/f32/axes/0")
    (operand,) = [row for row in found if row[0] == "operand"]
    (result,) = [row for row in found if row[0] == "result"]
    assert operand[1:7] == ["f32", "4", "3", "4", "5", "7"]
    assert len(operand[7:]) == 3 * 4 * 5 * 7
    assert result[1:6] == ["f32", "3", "4", "5", "7"]
    assert len(result[6:]) == 4 * 5 * 7


def test_an_array_without_elements_and_one_without_axes_have_their_line(vectors: Vectors) -> None:
    found = stream(vectors, "sum/f32/length/0")
    assert ["operand", "f32", "2", "4", "0"] in found
    (result,) = [row for row in stream(vectors, "dot/f32/length/1/spread") if row[0] == "result"]
    assert result[:3] == ["result", "f32", "0"]
    assert len(result) == 4


def test_an_infinite_attribute_is_a_text_as_JSON_has_no_infinity(vectors: Vectors) -> None:
    cases = [c for c in vectors.cases(ops=["pad"], level="full") if "inf" in str(c.call)]
    words = stream(vectors, cases[0].id)
    assert ["attribute", "value", '"inf"'] in words or ["attribute", "value", '"-inf"'] in words


def test_a_case_known_by_digest_is_named_and_counted(vectors: Vectors) -> None:
    found = stream(vectors, "add/f32/bulk/bits", "add/f32/ties")
    assert found[1][:2] == ["skipped", "add/f32/bulk/bits"]
    assert " ".join(found[1][2:]) == "its results are known by digest only"
    assert found[-1] == ["end", "1", "1"]


def test_the_stream_is_made_case_by_case_and_piece_by_piece(vectors: Vectors) -> None:
    asked = []

    def cases() -> Iterator[Case]:
        for name in ("sum/f32/length/1048577", "sum/f32/length/3"):
            asked.append(name)
            yield vectors.case(name)

    longest = 0
    for piece in emitted("sum", "0123", cases()):
        longest = max(longest, len(piece))
        if "length/1048577" in piece:
            assert len(asked) == 1
    assert len(asked) == 2
    assert longest <= PIECE * (8 + 1) + 1
