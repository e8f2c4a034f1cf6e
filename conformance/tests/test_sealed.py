"""Tests that unfinished proofs are read back as they were written, or refused in one line."""

import json

import pytest

from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive.prover import Wrong
from samebits.conformance.exhaustive.sealed import SEAL, read_sealed, write_sealed
from samebits.conformance.exhaustive.state import State, load

IDENTITY = {
    "proof": {
        "call": '["neg",1,["f16"],["f16"],{}]',
        "block": "1048576",
        "spec": "0.1",
        "method": "arithmetic",
    },
    "oracles": {"numpy": "2"},
    "judged": {"backend": "c"},
}
STATE = State(IDENTITY, {0: "ab" * 32, 7: "cd" * 32}, 3, 1, [(31.5, 77)], 1, [Wrong(1, 2, 3)], 4.25)


def test_a_state_survives_the_file_exactly(tmp_path):
    STATE.save(tmp_path / "s.json")
    assert load(tmp_path / "s.json") == STATE


def test_a_changed_digit_anywhere_is_refused(tmp_path):
    path = tmp_path / "s.json"
    STATE.save(path)
    good = path.read_bytes()
    for at in range(len(good)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(JudgeError) as caught:
            load(path)
        assert "\n" not in str(caught.value)


def test_a_file_without_a_seal_is_told_so(tmp_path):
    path = tmp_path / "s.json"
    for text in ("{}", "[]", "3", '{"identity": {}}'):
        path.write_text(text)
        with pytest.raises(JudgeError, match="has no seal.*run without --resume"):
            load(path)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"digests": [[0, "ab"]]}, "must be a block and its SHA-256"),
        ({"digests": [[-1, "ab" * 32]]}, "must be a block and its SHA-256"),
        ({"digests": 3}, "'digests' must be a list"),
        ({"near": -1}, "'near' must be an integer"),
        ({"hardest": [["x", 1]]}, "must be a distance and an input"),
        ({"examples": [[1, 2]]}, "must be an input, its expected bits and its returned bits"),
        ({"seconds": "1"}, "'seconds' must be a finite number"),
        ({"identity": {}}, "does not name call, oracles and judged"),
        ({"identity": {**IDENTITY, "proof": {}}}, "does not name call, oracles and judged"),
        (
            {"identity": {**IDENTITY, "proof": {**IDENTITY["proof"], "block": "7"}}},
            "a block has 1048",
        ),
        ({"identity": {**IDENTITY, "judged": {"a": 1}}}, "'judged' must be texts by name"),
        ({"more": 1}, "unknown field 'more'"),
    ],
)
def test_a_forged_state_is_refused_by_its_member(tmp_path, change, why):
    path = tmp_path / "s.json"
    STATE.save(path)
    write_sealed(path, read_sealed(path) | change)
    with pytest.raises(JudgeError, match=why):
        load(path)


def test_the_seal_does_not_depend_on_spaces_or_order(tmp_path):
    path = tmp_path / "s.json"
    write_sealed(path, {"b": [1.5, 2], "a": "x"})
    turned = dict(sorted(json.loads(path.read_text()).items(), reverse=True))
    path.write_text(json.dumps(turned, indent=2))
    assert read_sealed(path) == {"a": "x", "b": [1.5, 2]}
    assert SEAL in turned
