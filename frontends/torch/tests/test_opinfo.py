"""Run OpInfo for a part of the ops that changes with each commit, and check the record of all."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest
import torch

pytest.importorskip("expecttest", reason="PyTorch's own tests need it: pip install expecttest")

from samebits.torch.tests import opinfo

PARTS = 40


def part(parts=PARTS):
    """Return an index below `parts`, which changes with each commit."""
    command = ["git", "rev-parse", "HEAD"]
    ended = subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return int(hashlib.sha256(ended.stdout.encode()).hexdigest(), 16) % parts


@pytest.mark.parametrize("dtype", ["f32", "bf16", "c64"])
def test_the_ops_of_a_part_are_right_or_refused(dtype):
    found = opinfo.verdicts(dtype, part(), PARTS)
    bad = {n: f.reasons for n, f in found.items() if f.verdict in ("wrong", "error", "untainted")}
    assert found
    assert not bad


def test_the_data_base_leaves_flags_of_this_process_free():
    assert opinfo.database()
    assert not torch.backends.flags_frozen()


def test_the_record_has_no_wrong_op_and_is_that_of_the_table():
    record = json.loads(opinfo.RECORD.read_text())
    assert record["sources"] == opinfo.table_digest(), "run nox -s record -- torch_opinfo"
    for dtype in opinfo.DTYPES:
        assert not {"wrong", "error", "untainted"} & set(record[dtype]["counts"])
    assert record["f32"]["counts"]["ok"] >= 400
