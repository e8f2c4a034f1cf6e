"""Tests that all messages between judge and hosts match the JSON Schema."""

import json
import shlex
import sys
from pathlib import Path

import jsonschema
import pytest

from samebits.backends import hosting
from samebits.conformance.judging.options import Options
from samebits.conformance.tests import eavesdrop
from samebits.conformance.tests.exec_faults import compiled
from samebits.conformance.tests.judging import judged, read_vectors_once

SCHEMA = json.loads((Path(hosting.__file__).parent / "protocol.schema.json").read_text())
HOST = [sys.executable, "-m", "samebits.commands.cli", "host"]
CASES = ("add/f32/*", "sum/f32/length/3", "law/*/add/f32", "softmax/f32/*")
ALWAYS = {"hello", "open", "supports", "environment", "run", "close"}


@pytest.fixture(autouse=True)
def _vectors_read_once(monkeypatch):
    read_vectors_once(monkeypatch)


def valid(part, value):
    """Assert that a value is valid for a part of the schema."""
    schema = {"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]}
    jsonschema.Draft202012Validator(schema).validate(value)


def test_the_schema_itself_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("backend", "device", "more"),
    [
        ("exec", "cpu", set()),
        ("c", "baseline", set()),
        ("numpy", None, set()),
    ],
)
def test_every_message_of_a_run_has_the_form_of_the_schema(backend, device, more, tmp_path):
    host = [str(compiled(tmp_path))] if backend == "exec" else [*HOST, backend]
    heard = tmp_path / "heard.jsonl"
    command = [sys.executable, eavesdrop.__file__, str(heard), *host]
    options = Options(
        backend=f"exec:{shlex.join(command)}",
        device=device,
        level="standard",
        cases=CASES,
        workers=0,
    )
    _, found = judged(options, tmp_path / "report.jsonl")
    assert found["add/f32/random"].outcome == "pass"

    pairs = [json.loads(line) for line in heard.read_text().splitlines()]
    for pair in pairs:
        valid("request", pair["request"])
        valid("answer", pair["answer"])
        assert pair["answer"]["number"] == pair["request"]["number"]
        if "ok" in pair["answer"]:
            valid(f"ok/{pair['request']['do']}", pair["answer"]["ok"])
    assert {pair["request"]["do"] for pair in pairs} == ALWAYS | more
    assert len(pairs) > 50
    if backend != "exec":
        asked = {name for pair in pairs for name in pair["request"]}
        assert {"together", "environment"} <= asked


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("answer", {"number": 1, "ok": {}, "error": "both"}),
        ("answer", {"number": 1}),
        ("answer", {"ok": {}}),
        ("answer", {"number": "1", "ok": {}}),
        ("ok/hello", {"protocol": 2, "name": "a", "version": "1", "devices": []}),
        ("ok/run", {"environment": {"flush": 1, "daz": False, "rounding": "up"}}),
        ("request", {"number": 1, "do": "run", "jobs": []}),
        ("request", {"number": 1, "do": "dance"}),
        ("request", {"do": "close"}),
    ],
)
def test_another_form_is_none_of_the_schema(part, value):
    with pytest.raises(jsonschema.ValidationError):
        valid(part, value)


def test_a_backend_judged_through_samebits_host_is_judged_as_by_its_name(tmp_path):
    judgements, digests = [], []
    for number, spelled in enumerate(("c", f"exec:{shlex.join([*HOST, 'c'])}")):
        options = Options(backend=spelled, device="baseline", level="smoke", cases=CASES, workers=0)
        status, found = judged(options, tmp_path / f"{number}.jsonl")
        assert status == 0
        header = json.loads((tmp_path / f"{number}.jsonl").read_text().splitlines()[0])
        environment = {**header["environment"], "backend_spelled": ""}
        digests.append(environment.pop("module_digest"))  # of package c, and of the program
        bare = {i: {**r.to_json(), "seconds": 0, "seed": ""} for i, r in found.items()}
        judgements.append((header["backend"], header["device"], environment, bare))
    assert judgements[0] == judgements[1]
    assert len(set(digests)) == 2
    assert all(len(digest) == 64 for digest in digests)
