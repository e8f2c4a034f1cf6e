"""Second derivatives are near to PyTorch's or refused by name; there is no other error."""

import warnings
from collections import Counter

import pytest

pytest.importorskip("expecttest", reason="PyTorch's own tests need it: pip install expecttest")

from samebits.torch.tests import second
from samebits.torch.tests.opinfo_ops import database, name_of
from samebits.torch.tests.second import faults

OPS = {name_of(op): op for op in database()}


@pytest.mark.parametrize("name", OPS)
def test_second_derivatives_are_near_or_refused(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert not faults(OPS[name], Counter(), samples=2)


def test_another_value_and_another_error_are_faults(monkeypatch):
    own = second.second
    calls = []

    def planted(op, sample):
        calls.append(op)
        found = own(op, sample)
        return [None if x is None else x * 1.25 for x in found] if len(calls) % 3 == 0 else found

    monkeypatch.setattr(second, "second", planted)
    assert "PyTorch in binary64 has" in faults(OPS["sin"], Counter(), samples=1)[0]

    def failing(op, sample):
        calls.append(op)
        if len(calls) % 3 == 0:
            raise RuntimeError("no derivative")
        return own(op, sample)

    monkeypatch.setattr(second, "second", failing)
    assert faults(OPS["sin"], Counter(), samples=1) == ["sin: RuntimeError: no derivative"]
