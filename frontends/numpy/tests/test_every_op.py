"""Every op through its public function: the call that is made, and the bits of the results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.backends import executor
from samebits.backends.protocol import Session
from samebits.numpy import arrays as arrays_module, space
from samebits.numpy.functions import public_ops
from samebits.numpy.names import SHARED, public_name
from samebits.numpy.tests.every import asked, calls, form_of, function, operands
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

OPS = tuple(all_ops())


@pytest.mark.parametrize("name", OPS)
def test_a_function_makes_the_call_of_each_signature_and_has_its_bits(
    name: str, baseline: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    op = get_op(name)
    made: list[Call] = []
    run = arrays_module.run

    def noted(call: Call, *others: Any) -> Any:
        made.append(call)
        return run(call, *others)

    monkeypatch.setattr(arrays_module, "run", noted)
    with snp.device("c:baseline", threads=1):
        for call in calls(op):
            x = operands(call)
            wanted = executor.execute(baseline, call, x)
            made.clear()
            positional, named = asked(call, x)
            found = function(op)(*positional, **named)
            assert made == [call]
            results = found if isinstance(found, tuple) else [found]
            assert all(type(y) is np.ndarray for y in results)
            assert [y.dtype for y in results] == [y.dtype for y in wanted]
            assert [y.shape for y in results] == [y.shape for y in wanted]
            for mine, other in zip(results, wanted, strict=True):
                assert np.array_equal(bits_of(mine), bits_of(other)), call


def test_every_op_has_one_public_name_and_every_name_an_op() -> None:
    reached = {op: name for name, op in public_ops().items()}
    for name in OPS:
        if name not in SHARED:
            assert public_name(get_op(name)) == reached[name]
        elif form := form_of(get_op(name)):
            assert public_name(get_op(name)) == public_name(get_op(form[0])) in public_ops()
        else:
            assert public_name(get_op(name)) in public_ops()
    assert len(reached) + len(SHARED) == len(OPS)


def test_what_is_called_otherwise_is_named_by_the_error() -> None:
    for name in OPS:
        public = public_name(get_op(name))
        if public != name and name not in space.members(""):
            with pytest.raises(AttributeError, match=rf"use snp\.{public}\b"):
                getattr(snp, name)


def test_no_module_of_the_room_hides_a_function() -> None:
    modules = {path.stem for path in Path(str(space.__file__)).parent.glob("*.py")} - {"__init__"}
    assert modules & {*space.members(""), *space.SUBMODULES} == {*space.SUBMODULES}
    assert not {*space.OTHERS} & {*public_ops()}


def test_dir_lists_what_there_is() -> None:
    for module in (snp, snp.random, snp.linalg):
        listed = dir(module)
        assert listed == sorted(listed)
        assert all(hasattr(module, name) for name in listed)
    assert {"exp", "sum", "random", "linalg", "device", "bfloat16"} <= {*dir(snp)}
    assert dir(snp.linalg) == [
        *("cross", "diagonal", "matmul", "matrix_transpose", "outer", "qr", "tensordot", "trace"),
        *("vecdot", "vector_norm"),
    ]
