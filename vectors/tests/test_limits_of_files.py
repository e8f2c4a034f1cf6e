"""Test the limits of reading: file size, uncompressed size, and depth of JSON."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from samebits.vectors.errors import VectorError
from samebits.vectors.files import compact, deflate, dump_json, inflate, parse_json, read_bytes

PATH = Path("values.z")


def test_a_file_may_hold_as_much_as_is_allowed_and_no_more_is_read(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    for most in (4, 3):
        with pytest.raises(VectorError, match=f"{path}: holds more than {most} bytes; restore"):
            read_bytes(path, most)


def test_what_a_stream_holds_is_the_listed_size_and_all_of_the_file() -> None:
    packed = deflate(b"12345")
    assert inflate(PATH, packed, 5) == b"12345"
    for data, size in ((packed, 4), (packed, 6), (packed + b"x", 5), (packed[:-1], 5)):
        with pytest.raises(VectorError, match=f"values.z: does not unpack to the {size} bytes"):
            inflate(PATH, data, size)
    with pytest.raises(VectorError, match="values.z: cannot be unpacked"):
        inflate(PATH, b"\0\0\0", 5)


def test_an_empty_stream_is_whole_too() -> None:
    assert inflate(PATH, zlib.compress(b""), 0) == b""
    with pytest.raises(VectorError, match="does not unpack to the 0 bytes listed"):
        inflate(PATH, zlib.compress(b"1"), 0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"1" * 5000, "is not JSON"),
        (b"[" * 100_000, "is nested too deeply"),
    ],
)
def test_what_is_no_json_is_refused_with_the_reason(data: bytes, words: str) -> None:
    with pytest.raises(VectorError, match=f"^here: {words}.*; restore the file"):
        parse_json("here", data)


def test_a_key_twice_is_refused_where_keys_have_to_be_distinct() -> None:
    assert parse_json("here", b'{"a":1,"a":2}') == {"a": 2}
    assert parse_json("here", b'{"a":1,"b":2}', unique=True) == {"a": 1, "b": 2}
    with pytest.raises(VectorError, match=r"here: is not JSON \(an object has a key twice\)"):
        parse_json("here", b'[{"a":1,"a":2}]', unique=True)


def test_json_is_written_in_one_form_in_ascii() -> None:
    assert compact({"a": [1, "\u00e9"]}) == '{"a":[1,"\\u00e9"]}'
    assert dump_json({"a": 1}, {"b": [1, 2], "c": []}) == (
        b'{\n"a": 1,\n"b": [\n  1,\n  2\n],\n"c": []\n}\n'
    )
