"""Invalid calls raise the same errors in a block as in PyTorch, except for reviewed differences."""

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests import mistakes
from samebits.torch.tests.mistakes import Outcome, difference
from samebits.torch.tests.opinfo_ops import database, name_of

SOME = {"add", "kthvalue", "matmul"}


def test_mistakes_of_some_ops_differ_as_the_record_says():
    ops = [op for op in database() if op.name in SOME]
    found, number = mistakes.lines(ops)
    assert number > 50
    record = mistakes.RECORD.read_text().splitlines()
    names = {name_of(op) for op in ops}
    assert found == [line for line in record if line.partition(": ")[0] in names]


def test_the_record_has_no_call_that_writes_before_it_raises():
    record = mistakes.RECORD.read_text()
    assert record
    assert "writes to its arguments" not in record


@pytest.mark.parametrize(
    ("plain", "inside", "said"),
    [
        (RuntimeError, RuntimeError, ""),
        (None, None, ""),
        (None, NoCanonicalDefinition, ""),
        (RuntimeError, torch.linalg.LinAlgError, ""),
        (IndexError, RuntimeError, "RuntimeError, IndexError in PyTorch"),
        (ValueError, None, "computes, ValueError in PyTorch"),
        (None, IndexError, "IndexError, computes in PyTorch"),
        (RuntimeError, NoCanonicalDefinition, "NoCanonicalDefinition, RuntimeError in PyTorch"),
    ],
)
def test_a_difference_is_told(plain, inside, said):
    assert difference(Outcome(plain, "", False), Outcome(inside, "", False)) == said


def test_a_write_before_an_error_is_told():
    wrote = Outcome(RuntimeError, "", True)
    assert "writes to its arguments" in difference(Outcome(RuntimeError, "", False), wrote)
    x = torch.ones(3)
    call = mistakes.Call("none", (x, [], {}))

    def write(given):
        given.add_(1)
        raise RuntimeError

    with reproducible("c:baseline"):
        assert mistakes.outcome(write, call).wrote
    assert x.equal(torch.ones(3))
