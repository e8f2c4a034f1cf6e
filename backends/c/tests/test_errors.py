"""Test that the session refuses calls that cannot run, with a one-line message.

test_border.py tests the C interface itself.
"""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.protocol import BackendError, Unsupported
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

ADD = get_op("add").call(["f32", "f32"])
X = np.ones(4, np.float32)


def test_an_unknown_op_is_unsupported(session: CSession) -> None:
    support = session.supports(Call("nonesuch", 1, ("f32",), ("f32",)))
    assert isinstance(support, Unsupported)
    assert "nonesuch" in support.reason
    assert not session.supports(Call("exp", 1, ("i32",), ("i32",)))
    assert not session.supports(Call("exp", 2, ("f32",), ("f32",)))
    assert session.supports(ADD)


def test_the_python_side_refuses_wrong_arrays(session: CSession) -> None:
    with pytest.raises(BackendError, match="pass 2 inputs and 1 outputs"):
        session.run(ADD, [X], [X.copy()])
    with pytest.raises(BackendError, match="has dtype float64, but must be f32"):
        session.run(ADD, [X, X.astype(np.float64)], [X.copy()])
    with pytest.raises(BackendError, match="has dtype >f4, but must be f32"):
        session.run(ADD, [X, X.astype(">f4")], [X.copy()])
    frozen = X.copy()
    frozen.flags.writeable = False
    with pytest.raises(BackendError, match="read-only"):
        session.run(ADD, [X, X], [frozen])
    with pytest.raises(BackendError, match=f"c:{session.device}: add: .*one shape"):
        session.run(ADD, [X, X[:2]], [X.copy()])


@pytest.mark.parametrize("value", ["text", 1 << 63, (0, 1 << 63), 1.5, float("nan"), (1.5,)])
def test_attributes_that_do_not_fit_are_refused(session: CSession, value: object) -> None:
    for name in ("keepdims", "nonesuch"):
        call = Call("sum", 1, ("f32",), ("f32",), {name: value})  # type: ignore[dict-item]
        with pytest.raises(BackendError, match=f"attribute.*{name}|{name}"):
            session.run(call, [X], [np.zeros((), np.float32)])
