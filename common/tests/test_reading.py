"""Test strict reading: limits of size and depth, and error messages of one line."""

import gzip
import random
import tracemalloc

import pytest

from samebits.common.reading import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_FRACTION,
    MOST_RATIO,
    MOST_TEXT,
    UnreadableError,
    parse_json,
    read_bounded,
    read_lines,
)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("data", [b"", b"a\n", b"a\n\nb", b"\r\x0b\n" * 50_000, b"x" * 200_000])
def test_lines_are_those_of_the_file_packed_or_not(tmp_path, pack, data):
    path = tmp_path / "f"
    path.write_bytes(pack(data))
    rows = list(read_lines(path))
    assert b"".join(rows) == read_bounded(path) == data
    assert all(row.count(b"\n") == 1 for row in rows[:-1])


def test_a_file_and_a_line_beyond_the_limit_are_refused(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"a" * 50 + b"\n" + b"b" * 49)
    assert len(list(read_lines(path, 100, 50))) == 2
    with pytest.raises(UnreadableError, match="more than 99 bytes"):
        list(read_lines(path, 99, 50))
    with pytest.raises(UnreadableError, match="a line of more than 49 bytes"):
        list(read_lines(path, 100, 49))


@pytest.mark.parametrize("filling", [b"\n", b"x", b"\0"])
def test_a_gzip_bomb_takes_neither_memory_nor_time(tmp_path, filling):
    path = tmp_path / "bomb"
    path.write_bytes(gzip.compress(filling * (1 << 26)))
    assert path.stat().st_size < 80_000
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableError, match="200 times its size|a line of more than"):
            for _ in read_lines(path):
                pass
        with pytest.raises(UnreadableError, match="200 times its size"):
            read_bounded(path)
        assert tracemalloc.get_traced_memory()[1] < 40 * 2**20
    finally:
        tracemalloc.stop()


def test_a_gzip_file_has_to_be_whole_and_alone(tmp_path):
    packed, path = gzip.compress(b"a\nb\n"), tmp_path / "f"
    for data in (packed[:-1], packed[:20], packed + b"x", packed + packed,
                 packed[:-6] + b"\0" + packed[-5:]):  # fmt: skip
        path.write_bytes(data)
        with pytest.raises(UnreadableError, match="not a (complete|single) gzip file"):
            list(read_lines(path))


def test_an_absent_file_and_a_folder_are_refused(tmp_path):
    for path in (tmp_path / "absent", tmp_path):
        with pytest.raises(UnreadableError, match="cannot be read"):
            read_bounded(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"{", "not valid JSON"),
        (b"\xff", "not valid JSON"),
        (b"NaN", "NaN is not a JSON number"),
        (b"[-Infinity]", "-Infinity is not a JSON number"),
        (b"1e999", "too large for binary64"),
        (b"1." + b"0" * 500, "is too long"),
        (b"1" + b"0" * MOST_DIGITS, None),
        (b"1" + b"0" * (MOST_DIGITS + 1), "a number of 42 digits"),
        (b'{"a":1,"b":2,"a":3}', "member 'a' occurs twice"),
        (b"[" * MOST_DEPTH + b"]" * MOST_DEPTH, None),
        (b"[" * (MOST_DEPTH + 1) + b"]" * (MOST_DEPTH + 1), "nested more than 32 deep"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested more than 32 deep"),
        (b'["' + b"[" * 500 + b'\\"{{", [], []]', None),
        (b'"' + b"[" * 500, "not valid JSON"),
    ],
)
def test_json_is_strict_and_bounded(text, why):
    if why is None:
        parse_json(text)
        return
    with pytest.raises(UnreadableError, match=why) as caught:
        parse_json(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_object_of_many_members_is_searched_once_for_a_double():
    members = [f'"m{i}":1' for i in range(60_000)]
    with pytest.raises(UnreadableError, match="'m59999' occurs twice"):
        parse_json(("{" + ",".join([*members, members[-1]]) + "}").encode())


def deep(depth, inner):
    """Return JSON with `depth` nested lists and objects in alternation around `inner`."""
    begin = "".join('{"a":' if i % 2 else "[" for i in range(depth))
    end = "".join("}" if i % 2 else "]" for i in reversed(range(depth)))
    return f"{begin}{inner}{end}".encode()


def test_depth_counts_what_is_open_not_what_was_closed():
    many = ",".join(["[]", "{}"] * 100)
    assert len(parse_json(f"[{many}]".encode())) == 200
    parse_json(deep(MOST_DEPTH - 2, f"[{many}]"))
    with pytest.raises(UnreadableError, match="nested more than 32 deep"):
        parse_json(deep(MOST_DEPTH - 1, f"[{many}]"))


def test_brackets_in_text_do_not_count_and_those_behind_it_do():
    text = '"' + "[{\\\\" * 40 + '"'
    parse_json(f"[{text},{text}]".encode())
    parse_json(deep(MOST_DEPTH, text))
    with pytest.raises(UnreadableError, match="nested more than 32 deep"):
        parse_json(deep(MOST_DEPTH + 1, text))


def test_numbers_up_to_the_limits_are_read():
    most = "9" * MOST_DIGITS
    assert parse_json(most.encode()) == int(most)
    assert parse_json(f"-{most}".encode()) == -int(most)
    with pytest.raises(UnreadableError, match="a number of 42 digits"):
        parse_json(f"-9{most}".encode())
    assert parse_json(("1." + "0" * (MOST_FRACTION - 2)).encode()) == 1.0
    with pytest.raises(UnreadableError, match="is too long, or too large"):
        parse_json(("1." + "0" * (MOST_FRACTION - 1)).encode())


def test_what_is_refused_is_shown_cut():
    with pytest.raises(UnreadableError) as caught:
        parse_json(b"1." + b"0" * 500)
    shown = f"1.{'0' * 38}"
    assert str(caught.value) == f"not valid JSON ({shown} is too long, or too large for binary64)"
    name = b"x" * 100
    with pytest.raises(UnreadableError) as caught:
        parse_json(b'{"%s":1,"%s":1}' % (name, name))
    assert str(caught.value) == f"not valid JSON (the member '{'x' * 80}' occurs twice)"


def test_the_limits_are_those_of_the_documents():
    assert (MOST_BYTES, MOST_TEXT, MOST_DEPTH, MOST_RATIO) == (2**27, 2**20, 32, 200)
    assert (MOST_DIGITS, MOST_FRACTION) == (40, 400)


def test_a_gzip_file_may_unpack_to_200_times_its_size_and_small_ones_to_more(tmp_path):
    path = tmp_path / "f"
    small = gzip.compress(b"\n" * 2**20)
    assert len(small) * MOST_RATIO < 2**20
    path.write_bytes(small)
    assert len(read_bounded(path)) == 2**20
    path.write_bytes(gzip.compress(b"\n" * (2**20 + 1)))
    with pytest.raises(UnreadableError, match="200 times its size"):
        read_bounded(path)
    noise = random.Random(1).randbytes(20_000)
    path.write_bytes(gzip.compress(noise + b"\n" * 3_000_000))
    assert len(read_bounded(path)) == 3_020_000
    path.write_bytes(gzip.compress(noise + b"\n" * 6_000_000))
    with pytest.raises(UnreadableError, match="200 times its size"):
        read_bounded(path)


def test_what_follows_a_gzip_member_is_seen_wherever_a_chunk_ends(tmp_path):
    path = tmp_path / "f"
    for size in range(65_500, 65_540):
        path.write_bytes(_packed_to(size) + b"x")
        with pytest.raises(UnreadableError, match="other data follows its end"):
            read_bounded(path)


def _packed_to(size):
    """Return a complete gzip file of `size` bytes. Its content is stored uncompressed."""
    return gzip.compress(random.Random(2).randbytes(size - 18 - 10), compresslevel=0)


def test_a_limit_holds_for_what_is_unpacked_and_is_met_exactly(tmp_path):
    path = tmp_path / "f"
    for data in (b"a" * 100, gzip.compress(b"a" * 100)):
        path.write_bytes(data)
        assert read_bounded(path, 100) == b"a" * 100
        with pytest.raises(UnreadableError, match="has more than 99 bytes, so it is not read"):
            read_bounded(path, 99)


def test_a_packed_file_of_many_pieces_is_read_to_its_end(tmp_path):
    data = random.Random(1).randbytes(300_000)
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(data))
    assert path.stat().st_size > 4 * (1 << 16)
    assert read_bounded(path) == data


@pytest.mark.parametrize("before", ["", "[]," * 200, "{}," * 200])
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")])
def test_depth_is_that_of_the_deepest_place_whatever_closed_before_it(before, opens, closes):
    def nested(deep):
        return f"[{before}{opens * deep}1{closes * deep}]".encode()

    parse_json(nested(MOST_DEPTH - 1))
    with pytest.raises(UnreadableError, match=f"nested more than {MOST_DEPTH} deep"):
        parse_json(nested(MOST_DEPTH))
