"""Test one row: its record, and the effect of a failing peer and of our own failure."""

from __future__ import annotations

import math

import numpy as np
import pytest

from samebits.backends import discovery
from samebits.backends.protocol import BackendError
from samebits.benchmarks.gpu import gpu_measuring as measuring, with_cupy, with_torch
from samebits.benchmarks.gpu.gpu_measuring import measured
from samebits.benchmarks.gpu.operands import SECOND_COLUMNS, TRANSPOSED, Operand
from samebits.benchmarks.gpu.places import StandIn
from samebits.benchmarks.gpu.rows import Row

torch = pytest.importorskip("torch")
ADD = Row("elementwise", "add", (Operand((64,)),) * 2, least=0.5)


@pytest.fixture(scope="module")
def place():
    with discovery.load("cuda").open("emulated") as session:
        yield StandIn(session)


def test_a_record_says_what_was_measured_and_every_sides_figures(place):
    line = measured(place, ADD, 0)
    assert line["name"] == "elementwise: add f32 64; contiguous; normal * 4"
    assert (line["bytes"], line["flops"], line["least"], line["rounds"]) == (768, 0, 0.5, 5)
    assert set(line["sides"]) == {"samebits", "PyTorch"}
    ours = line["sides"]["samebits"]
    assert ours["seconds"] > 0
    assert ours["ratio"] == 1
    assert ours["host_seconds"] > 0
    assert line["missing"] == {"CuPy": "CuPy needs a GPU"}
    assert line["difference"] == {"PyTorch": 0}


def test_arrays_that_a_cache_holds_take_turns(place):
    assert measured(place, ADD, 0)["sets"] == math.ceil(place.cache / 768)
    small = Row("small calls", "add", ADD.operands, is_small=True)
    assert measured(place, small, 0)["sets"] == 1
    order = []
    run = measuring._in_turn([lambda i=i: order.append(i) for i in range(3)])
    for _ in range(7):
        run()
    assert order == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize("layout", [SECOND_COLUMNS, TRANSPOSED])
@pytest.mark.parametrize("label", ["f32", "bf16"])
def test_our_side_sees_the_elements_where_they_lie(place, layout, label):
    row = Row("layouts", "add", (Operand((6, 8), label, layout=layout), Operand((6, 8), label)))
    assert measured(place, row, 0)["difference"] == {"PyTorch": 0}


def test_a_peer_that_raises_is_left_out_with_the_reason(place):
    row = Row("16 and 8 bits", "add", (Operand((64,), "f8e4m3fn"),) * 2)
    line = measured(place, row, 0)
    assert set(line["sides"]) == {"samebits"}
    assert line["missing"]["PyTorch"].startswith("NotImplementedError: ")
    assert "\n" not in line["missing"]["PyTorch"]


def test_a_row_whose_peer_computes_something_else_is_an_error(place, monkeypatch):
    monkeypatch.setattr(with_torch, "side", lambda torch, row, x: lambda: x[0] - x[1])
    line = measured(place, ADD, 0)
    assert line["error"].startswith("no peer agrees with us: PyTorch: another result than ours")
    assert "sides" not in line


def test_of_two_peers_the_one_that_computes_something_else_is_left_out(place, monkeypatch):
    monkeypatch.setattr(place, "cupy", object())
    monkeypatch.setattr(with_cupy, "side", lambda cupy, row, x: lambda: x[0] - x[1])
    line = measured(place, ADD, 0)
    assert set(line["sides"]) == {"samebits", "PyTorch"}
    assert line["missing"]["CuPy"].startswith("another result than ours, by ")


def test_a_third_side_takes_its_turn(place, monkeypatch):
    numpy = with_cupy.Cupy(np, None, np.add.at)
    monkeypatch.setattr(place, "cupy", numpy)
    square = Operand((16, 16))
    for row in (
        ADD,
        Row("reductions", "sum", (square,), {"axes": (0, 1)}),
        Row("products", "matmul", (square, square), {"transpose_b": True}),
    ):
        line = measured(place, row, 0)
        assert set(line["sides"]) == {"samebits", "PyTorch", "CuPy"}
        assert line["missing"] == {}


def test_a_peer_of_another_shape_is_no_peer(place, monkeypatch):
    monkeypatch.setattr(with_torch, "side", lambda torch, row, x: lambda: x[0][:1])
    assert "by inf of its size" in measured(place, ADD, 0)["error"]


def test_our_own_failure_is_the_rows_and_is_one_line(place, monkeypatch):
    def run(call, inputs, outputs):
        raise BackendError("no memory\nfor this")

    monkeypatch.setattr(place.session, "run", run)
    assert measured(place, ADD, 0)["error"] == "no memory"


def test_all_sides_have_the_same_operands_in_every_run(place, monkeypatch):
    seen = []

    def side(torch, row, tensors):
        seen.append(tensors[0].clone())
        return lambda: tensors[0] + tensors[1]

    monkeypatch.setattr(with_torch, "side", side)
    monkeypatch.setattr(place, "cache", 0, raising=False)
    measured(place, ADD, 0)
    measured(place, ADD, 0)
    assert torch.equal(*seen)
