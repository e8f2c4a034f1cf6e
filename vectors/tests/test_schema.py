"""Test that tables are read as they were written, and that an error names the malformed field."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from samebits.vectors.errors import VectorError
from samebits.vectors.flags import parse_flags
from samebits.vectors.schema import parse_table

TABLE: dict[str, Any] = {
    "schema": 1,
    "set": "golden",
    "op": "add",
    "label": "f32",
    "calls": [[1, ["f32", "f32"], ["f32"], {}]],
    "cases": [
        {
            "name": "ties",
            "call": 0,
            "level": "standard",
            "flags": ["tie"],
            "inputs": [
                {"by": "value", "shape": [2], "at": 0},
                {
                    "by": "philox",
                    "transform": "choice",
                    "parameters": {"values": ["00000000", "3f800000"]},
                    "seed": "0123456789abcdef",
                    "stream": 1,
                    "shape": [2],
                    "sha256": "a" * 64,
                },
            ],
            "outputs": [{"by": "value", "shape": [2], "at": 2}],
        }
    ],
}


def test_a_table_is_read_back_as_it_was_written() -> None:
    table = parse_table(copy.deepcopy(TABLE), "t.json")
    assert parse_table(json.loads(table.to_bytes()), "t.json") == table


def test_a_table_at_a_level_has_the_calls_of_its_cases() -> None:
    two = copy.deepcopy(TABLE)
    two["calls"] = [[1, ["f32"], ["f32"], {}], TABLE["calls"][0]]
    two["cases"][0]["call"] = 1
    table = parse_table(two, "t.json", "standard")
    assert [table.calls[case.call].inputs for case in table.cases] == [("f32", "f32")]
    assert parse_table(two, "t.json", "smoke").calls == ()
    with pytest.raises(VectorError, match=r"calls\[0\]: add"):
        parse_table(two, "t.json")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("schema",), 2, "reads schema 1; update samebits"),
        (("set",), "silver", "'set' must be one of golden, real, got 'silver'"),
        (("op",), None, "'op' must be a text"),
        (("calls", 0, 1), ["f32", "f16"], r"calls\[0\]: add: no signature"),
        (("calls", 0), [1, 2], r"calls\[0\]: a call is \[version"),
        (("cases", 0, "call"), 1, r"cases\[0\] \(ties\): 'call' must be below 1"),
        (("cases", 0, "level"), "easy", "'level' must be one of smoke"),
        (("cases", 0, "flags"), "tie", "'flags' must be a list of texts"),
        (("cases", 0, "inputs", 0, "by"), "guess", "'by' must be one of value"),
        (("cases", 0, "inputs", 0, "at"), -1, "'at' must be an integer >= 0"),
        (("cases", 0, "inputs", 0, "shape"), [1.5], "'shape' must be a list of integers"),
        (("cases", 0, "inputs", 1, "seed"), "12", "'seed' must be 16 hexadecimal digits"),
        (("cases", 0, "inputs", 1, "sha256"), "A" * 64, "'sha256' must be 64 hexadecimal"),
        (("cases", 0, "inputs", 1, "parameters"), {"values": 1.5}, "integers and lists of bit"),
        (("cases", 0, "extra"), 1, "unknown field 'extra'"),
        (("cases",), {}, "'cases' must be a list"),
    ],
)
def test_a_malformed_table_gets_one_line(
    path: tuple[Any, ...], value: object, message: str
) -> None:
    broken = copy.deepcopy(TABLE)
    place: Any = broken
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(VectorError, match=message) as caught:
        parse_table(broken, "t.json")
    assert str(caught.value).startswith("t.json")
    assert "\n" not in str(caught.value)


def test_missing_fields_and_repeated_names_are_refused() -> None:
    with pytest.raises(VectorError, match="t.json: expected an object, got 3"):
        parse_table(3, "t.json")
    without = copy.deepcopy(TABLE)
    del without["cases"][0]["outputs"]
    with pytest.raises(VectorError, match="'outputs' is missing"):
        parse_table(without, "t.json")
    twice = copy.deepcopy(TABLE)
    twice["cases"] *= 2
    with pytest.raises(VectorError, match="sorted and unique"):
        parse_table(twice, "t.json")


def test_a_flag_needs_description_failure_and_clause() -> None:
    with pytest.raises(VectorError, match="flags.json: tie: 'clause' is missing"):
        parse_flags({"tie": {"description": "a", "failure": "b"}}, "flags.json")
