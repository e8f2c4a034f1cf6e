"""A call of an overload raises if its entry is missing in the table; nothing else computes it."""

import json

import pytest
import torch

pytest.importorskip("expecttest", reason="no entry of the table is removed: pip install expecttest")

from samebits.torch import NoCanonicalDefinition
from samebits.torch.table import compositions, table, table_digest
from samebits.torch.tests import removed
from samebits.torch.tests.reaching import arguments, table_of


@pytest.fixture(scope="module")
def calls():
    """Return arguments that reach each entry of the table."""
    return removed.calls()


def test_every_entry_is_reached(calls):
    assert calls.keys() == {*table(), *compositions()}


def test_every_entry_that_is_removed_raises_and_is_named(calls):
    anew = {name: arguments(call) for name, call in calls.items()}
    with torch.no_grad(), table_of({}, {}):
        assert [name for name, call in anew.items() if not removed.refused(name, call)] == []


@pytest.mark.parametrize("name", ["exp", "index_fill_.int_Scalar", "linear", "mul_.Tensor"])
def test_a_table_without_one_entry_refuses_it(name, calls):
    assert removed.without(name, calls[name])


def test_the_record_has_every_entry_removed_alone_and_is_that_of_the_table():
    record = json.loads(removed.RECORD.read_text())
    assert record["sources"] == table_digest(), "run nox -s record -- torch_removal"
    assert record["entries"] == len({*table(), *compositions()})
    assert record["computed"] == []


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("linear", lambda x: torch.nn.functional.linear(x, x)),
        ("convolution", lambda x: torch.nn.functional.conv1d(x[None], x[None])),
        ("cat", lambda x: torch.cat([x, x])),
        ("silu_backward", lambda x: torch.nn.functional.silu(x.requires_grad_()).sum().backward()),
    ],
)
def test_one_entry_alone_that_is_removed_raises_where_others_would_serve(name, work):
    lowerings = {n: entry for n, entry in table().items() if n != name}
    composed = {n: function for n, function in compositions().items() if n != name}
    x = torch.ones(3, 3)
    with table_of(lowerings, composed), pytest.raises(NoCanonicalDefinition, match=f"::{name} "):
        work(x)
