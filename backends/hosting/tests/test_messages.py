"""Tests of messages: parsing reverses packing, and texts from the other side become one line."""

import json
from importlib.resources import files

import pytest
from hypothesis import given, settings, strategies as st

from samebits.backends.hosting import messages, wire
from samebits.backends.hosting.messages import MessageError, length_of, pack, parse, plain
from samebits.backends.protocol import Device, Supported, Unsupported
from samebits.spec.language.call import Call

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)  # fmt: skip


@given(st.dictionaries(st.text(), JSON))
@settings(max_examples=200)
def test_a_message_comes_back_as_it_was(message):
    data = pack(message)
    assert length_of(data[:4]) == len(data) - 4
    assert parse(data[4:]) == message


@given(st.binary(max_size=60))
def test_bytes_are_an_object_or_an_error(data):
    try:
        found = parse(data)
    except MessageError as error:
        found = {"error": str(error)}
    assert isinstance(found, dict)
    assert "\n" not in str(found.get("error", ""))


def test_a_message_that_is_too_long_is_not_sent():
    with pytest.raises(MessageError, match="at most 10 are sent"):
        pack({"a": "long enough"}, most=10)


def test_a_text_that_is_none_is_named_by_its_type_however_deep():
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    assert plain(deep) == "a JSON list"
    assert plain({"a": 1}) == "a JSON dict"


@given(st.text(st.characters()))
def test_a_text_is_one_line_that_can_be_printed(text):
    found = plain(text)
    assert found.isprintable()
    assert found.encode().decode() == found
    assert len(found) <= messages.MOST_TEXT + 3


def test_a_text_of_the_greatest_length_is_whole_and_a_longer_one_is_cut():
    most = messages.MOST_TEXT
    assert plain("x" * most) == "x" * most
    assert plain("x" * (most + 1)) == "x" * most + "..."


def test_a_lone_surrogate_is_written_as_its_escape():
    assert plain("odd \ud800\n text") == "odd \\ud800 text"


@pytest.mark.parametrize(
    "call",
    [
        Call("sum", 1, ("f32",), ("f32",), {"axes": (0, -1), "keepdims": True}),
        Call("sum", 1, ("f32",), ("f32",), {"axes": None, "keepdims": False}),
        Call("pad", 1, ("f32",), ("f32",), {"widths": (1, 1), "value": float("-inf")}),
        Call("norm", 1, ("bf16",), ("bf16",), {"ord": "inf", "eps": 1e-5}),
    ],
)
def test_a_call_comes_back_equal(call):
    body = pack({"call": wire.call_to_json(call)})[4:]
    again = wire.call_from_json(parse(body)["call"])
    assert again == call
    assert [type(v) for v in again.attributes.values()] == [
        type(v) for v in call.attributes.values()
    ]


def test_a_device_and_an_answer_come_back_equal():
    device = Device("gpu0", "a device", False, "it is away", True)
    assert wire.device_from_json(wire.device_to_json(device)) == device
    for answer in (Supported(), Unsupported("why")):
        assert wire.support_from_json(wire.support_to_json(answer)) == answer


@pytest.mark.parametrize(
    "device",
    [[], {"name": "a"}, {"name": "a", "description": 1}, {"name": "a", "description": "b", "x": 1},
     {"name": "a", "description": "b", "available": 1}, {"name": "", "description": "b"},
     {"name": "\u200b", "description": "b"}, {"name": "a" * 101, "description": "b"}],
)  # fmt: skip
def test_a_device_of_another_form_is_refused(device):
    with pytest.raises(MessageError):
        wire.device_from_json(device)


@pytest.mark.parametrize("answer", [True, {}, {"supported": 1}, {"supported": "no"}, []])
def test_an_answer_of_another_form_is_refused(answer):
    with pytest.raises(MessageError):
        wire.support_from_json(answer)


def versions(schema):
    """Return every protocol version that a schema demands."""
    if isinstance(schema, list):
        return {v for item in schema for v in versions(item)}
    if not isinstance(schema, dict):
        return set()
    mine = schema.get("protocol", {}).get("const") if "protocol" in schema else None
    return {v for item in schema.values() for v in versions(item)} | ({mine} - {None})


def test_the_version_is_the_one_of_the_published_schema():
    published = files("samebits.backends.hosting").joinpath("protocol.schema.json").read_text()
    assert versions(json.loads(published)) == {messages.HOST_PROTOCOL}


def test_judge_and_host_speak_the_version_of_the_schema():
    schema = json.loads(
        files("samebits.backends.hosting").joinpath("protocol.schema.json").read_text()
    )
    for side in ("requests", "ok"):
        said = schema["$defs"][side]["hello"]["properties"]["protocol"]
        assert said == {"const": messages.HOST_PROTOCOL}
