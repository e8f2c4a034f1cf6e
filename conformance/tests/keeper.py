"""A recorder for tests, which writes the arguments of the hooks to the file in SAMEBITS_KEEP."""

from __future__ import annotations

import json
import os
from pathlib import Path

from samebits.common.errors import SamebitsError
from samebits.conformance.results.records import CaseResult

_kept: dict[str, object] = {"results": [], "calls": []}


def pytest_samebits_begin(config, header):
    _kept["header"] = header.to_json()
    _kept["calls"].append("begin")
    if os.environ.get("SAMEBITS_KEEP_REFUSES"):
        raise SamebitsError("the report of another run cannot be continued")
    before = os.environ.get("SAMEBITS_KEEP_FINISHED")
    return [CaseResult.from_json(r) for r in json.loads(before)] if before else None


def pytest_samebits_result(config, result):
    assert not hasattr(config, "workerinput")
    _kept["results"].append(result.to_json())


def pytest_samebits_differs(config, result):
    _kept["calls"].append("differs")


def pytest_samebits_end(config, header, verdict, condition):
    _kept["calls"].append("end")
    _kept["condition"] = condition
    _kept["verdict"] = {"word": verdict.word, "claim": verdict.claim, "text": verdict.text}


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput"):
        Path(os.environ["SAMEBITS_KEEP"]).write_text(json.dumps(_kept))
