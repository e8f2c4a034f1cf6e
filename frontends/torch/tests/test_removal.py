"""Without its entry in the table, an overload raises: nothing computes it in another way."""

import warnings

import pytest
import torch

pytest.importorskip("expecttest", reason="no entry of the table is removed: pip install expecttest")

from samebits.torch import NoCanonicalDefinition, block, reproducible
from samebits.torch.hashing import tensor_bytes
from samebits.torch.natives import tensors_in
from samebits.torch.table import compositions, overload_of, table
from samebits.torch.tests.reaching import arguments, noted, reaching, table_of
from samebits.torch.tests.small_calls import small_calls

COMPUTES_NOTHING = {"index_fill_.int_Scalar", "masked_fill_.Scalar"}
"""Entries that refuse what PyTorch's own kernel would round, and leave it the rest."""


@pytest.fixture(scope="module")
def calls():
    """Arguments with which each entry of the table is reached."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # samples are small
    found, reached = noted(), {}
    with torch.no_grad(), reproducible("c:baseline", threads=1, count=True) as block:
        for name in {*table(), *compositions()}:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # `out` of another shape
                call = reaching(name, found, block)
            if call is not None:
                reached[name] = call
    torch.set_num_threads(threads)
    return reached


def results(name, call):
    """What an overload makes of arguments: the tensors, and those that it wrote; or its error."""
    args, kwargs = arguments(call)
    torch.manual_seed(5)
    try:
        found = overload_of(name)(*args, **kwargs)
    except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError) as error:
        return [str(error).splitlines()[0]]
    return list(tensors_in([found, *args, *kwargs.values()]))


def refusal(name, call):
    """What an overload says of arguments."""
    args, kwargs = call
    with pytest.raises(NoCanonicalDefinition) as raised:
        overload_of(name)(*args, **kwargs)
    return str(raised.value)


def test_every_entry_is_reached(calls):
    assert {*table(), *compositions()} - calls.keys() == COMPUTES_NOTHING


def test_every_entry_that_is_removed_raises_and_is_named(calls):
    anew = {name: arguments(call) for name, call in calls.items()}
    anew |= {name: small_calls()[name] for name in COMPUTES_NOTHING}
    with torch.no_grad(), table_of({}, {}):
        for name, call in anew.items():
            assert refusal(name, call).startswith(f"aten::{name} has no canonical definition here")


@pytest.mark.filterwarnings("ignore")
def test_behind_a_block_the_first_call_of_every_entry_is_pytorchs_own(calls):
    block._KERNELS._places.take_all()
    with torch.no_grad():
        usual = {name: results(name, call) for name, call in calls.items()}
        with reproducible("c:baseline"):
            pass
        for name, call in calls.items():
            for x, y in zip(results(name, call), usual[name], strict=True):
                if isinstance(y, str):
                    assert x == y, name
                    continue
                assert (x.dtype, x.shape, x.stride()) == (y.dtype, y.shape, y.stride()), name
                assert "empty" in name or tensor_bytes(x) == tensor_bytes(y), name


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
