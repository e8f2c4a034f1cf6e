"""Recurrent layers on GPU tensors, composed of the same ops that PyTorch uses on the CPU.

On a GPU PyTorch has its own kernels for a cell, and multiplies the input at each step. Here the
input of all steps is multiplied in one product, as on the CPU, so that gradients are the same sums.
The order of the ops is also the order on the CPU, because autograd adds gradients in the reverse
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from samebits.torch.table import recomposes_elsewhere

Hidden = tuple[Tensor, ...]
"""The hidden state of a cell, and the cell state of an LSTM."""


class _Weights(NamedTuple):
    """The parameters of one layer in one direction."""

    input: Tensor
    hidden: Tensor
    input_bias: Tensor | None = None
    hidden_bias: Tensor | None = None
    projection: Tensor | None = None

    def of_input(self, x: Tensor) -> Tensor:
        """Return the input's contribution to the gates."""
        return torch.nn.functional.linear(x, self.input, self.input_bias)

    def of_hidden(self, x: Tensor) -> Tensor:
        """Return the hidden state's contribution to the gates."""
        return torch.nn.functional.linear(x, self.hidden, self.hidden_bias)


Cell = Callable[[Tensor, Hidden, _Weights], Hidden]
"""A function that computes the next state from one step of the result of `of_input`."""


def _weights(params: Sequence[Tensor], biases: bool, projections: bool) -> Iterator[_Weights]:
    count = (4 if biases else 2) + projections
    if len(params) % count:
        raise RuntimeError(f"got {len(params)} parameters, which are not {count} for each layer")
    for i in range(0, len(params), count):
        own = list(params[i : i + count])
        projection = own.pop() if projections else None
        yield _Weights(*own)._replace(projection=projection)


def _lstm_cell(x: Tensor, state: Hidden, weights: _Weights) -> Hidden:
    hidden, cell = state
    gates = weights.of_hidden(hidden).add_(x).unsafe_chunk(4, 1)
    taken, kept = gates[0].sigmoid_(), gates[1].sigmoid_()
    new, out = gates[2].tanh_(), gates[3].sigmoid_()
    cell = (kept * cell).add_(taken * new)
    hidden = out * cell.tanh()
    if weights.projection is not None:
        hidden = torch.matmul(hidden, weights.projection.t())
    return hidden, cell


def _gru_cell(x: Tensor, state: Hidden, weights: _Weights) -> Hidden:
    (hidden,) = state
    given = x.unsafe_chunk(3, 1)
    gates = weights.of_hidden(hidden).unsafe_chunk(3, 1)
    reset = gates[0].add_(given[0]).sigmoid_()
    kept = gates[1].add_(given[1]).sigmoid_()
    new = given[2].add(gates[2].mul_(reset)).tanh_()
    return ((hidden - new).mul_(kept).add_(new),)


def _plain_cell(function: Callable[[Tensor], Tensor]) -> Cell:
    def cell(x: Tensor, state: Hidden, weights: _Weights) -> Hidden:
        return (function(weights.of_hidden(state[0]).add_(x)),)

    return cell


class _Steps:
    """Runs layers on a sequence [steps, batch, features]."""

    def run(
        self, cell: Cell, x: Tensor, state: Hidden, weights: _Weights, *, backwards: bool
    ) -> tuple[Tensor, Hidden]:
        """Return the outputs of one layer in one direction, and the last state."""
        steps = weights.of_input(x).unbind(0)
        if not steps:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        found = []
        for step in reversed(steps) if backwards else steps:
            state = cell(step, state, weights)
            found.append(state[0])
        return torch.stack(found[::-1] if backwards else found, 0), state


class _Packed:
    """Runs layers on packed sequences.

    `sizes` has the number of samples at each step, never increasing.
    """

    def __init__(self, sizes: Tensor) -> None:
        self.sizes: list[int] = sizes.tolist()

    def run(
        self, cell: Cell, x: Tensor, state: Hidden, weights: _Weights, *, backwards: bool
    ) -> tuple[Tensor, Hidden]:
        """Return the outputs of one layer in one direction, and the last state."""
        x = weights.of_input(x)
        return (self._backwards if backwards else self._forwards)(cell, x, state, weights)

    def _forwards(
        self, cell: Cell, x: Tensor, state: Hidden, weights: _Weights
    ) -> tuple[Tensor, Hidden]:
        found, ended, at, before = [], [], 0, self.sizes[0]
        for size in self.sizes:
            step = x.narrow(0, at, size)
            at += size
            if size < before:
                ended.append(tuple(s.narrow(0, size, before - size) for s in state))
                state = tuple(s.narrow(0, 0, size) for s in state)
            before = size
            state = cell(step, state, weights)
            found.append(state[0])
        states = [state, *reversed(ended)]
        return torch.cat(found, 0), tuple(
            torch.cat(parts, 0) for parts in zip(*states, strict=True)
        )

    def _backwards(
        self, cell: Cell, x: Tensor, state: Hidden, weights: _Weights
    ) -> tuple[Tensor, Hidden]:
        found, at, before = [], len(x), self.sizes[-1]
        whole, state = state, tuple(s.narrow(0, 0, before) for s in state)
        for size in reversed(self.sizes):
            if size > before:
                more = (s.narrow(0, before, size - before) for s in whole)
                state = tuple(torch.cat(parts, 0) for parts in zip(state, more, strict=True))
            step = x.narrow(0, at - size, size)
            at -= size
            before = size
            state = cell(step, state, weights)
            found.append(state[0])
        return torch.cat(found[::-1], 0), state


def _layers(
    run: _Steps | _Packed,
    cell: Cell,
    x: Tensor,
    states: Sequence[Hidden],
    weights: Sequence[_Weights],
    dropout: float,
    bidirectional: bool,
) -> tuple[Tensor, list[Tensor]]:
    """Compute all layers.

    Return the outputs of the last layer, and the last states of all layers: one tensor for each
    part of the state.
    """
    directions = 2 if bidirectional else 1
    last: list[Hidden] = []
    for first in range(0, len(states), directions):
        if first and dropout:
            x = torch.dropout(x, dropout, True)
        parts = []
        for i in range(first, first + directions):
            output, state = run.run(cell, x, states[i], weights[i], backwards=i > first)
            parts.append(output)
            last.append(state)
        x = torch.cat(parts, parts[0].dim() - 1) if bidirectional else parts[0]
    return x, [torch.stack(parts, 0) for parts in zip(*last, strict=True)]


def _recurrent(
    run: _Steps | _Packed,
    cell: Cell,
    x: Tensor,
    hx: Sequence[Tensor],
    params: Sequence[Tensor],
    has_biases: bool,
    dropout: float,
    bidirectional: bool,
) -> tuple[Tensor, ...]:
    projections = len(hx) == 2 and hx[0].shape[2] != hx[1].shape[2]
    weights = [*_weights(params, has_biases, projections)]
    states = [*zip(*(part.unbind(0) for part in hx), strict=True)]
    output, last = _layers(run, cell, x, states, weights, dropout, bidirectional)
    return output, *last


@recomposes_elsewhere("lstm.input")
def lstm(
    input: Tensor,  # noqa: A002
    hx: Sequence[Tensor],
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> Any:
    """Compute nn.LSTM for sequences of equal length."""
    rest = (params, has_biases, dropout if train else 0.0, bidirectional)
    x = input.transpose(0, 1) if batch_first else input
    output, hidden, cell = _recurrent(_Steps(), _lstm_cell, x, hx, *rest)
    return output.transpose(0, 1) if batch_first else output, hidden, cell


@recomposes_elsewhere("lstm.data")
def packed_lstm(
    data: Tensor,
    batch_sizes: Tensor,
    hx: Sequence[Tensor],
    params: Sequence[Tensor],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
) -> Any:
    """Compute nn.LSTM for packed sequences."""
    rest = (params, has_biases, dropout if train else 0.0, bidirectional)
    return _recurrent(_Packed(batch_sizes), _lstm_cell, data, hx, *rest)


def _one_state(name: str, cell: Cell) -> None:
    """Register the layers of a cell with a state that is one tensor."""

    @recomposes_elsewhere(f"{name}.input")
    def steps(
        input: Tensor,  # noqa: A002
        hx: Tensor,
        params: Sequence[Tensor],
        has_biases: bool,
        num_layers: int,
        dropout: float,
        train: bool,
        bidirectional: bool,
        batch_first: bool,
    ) -> Any:
        rest = (params, has_biases, dropout if train else 0.0, bidirectional)
        x = input.transpose(0, 1) if batch_first else input
        output, hidden = _recurrent(_Steps(), cell, x, [hx], *rest)
        return output.transpose(0, 1) if batch_first else output, hidden

    @recomposes_elsewhere(f"{name}.data")
    def packed(
        data: Tensor,
        batch_sizes: Tensor,
        hx: Tensor,
        params: Sequence[Tensor],
        has_biases: bool,
        num_layers: int,
        dropout: float,
        train: bool,
        bidirectional: bool,
    ) -> Any:
        rest = (params, has_biases, dropout if train else 0.0, bidirectional)
        return _recurrent(_Packed(batch_sizes), cell, data, [hx], *rest)


_one_state("gru", _gru_cell)
_one_state("rnn_tanh", _plain_cell(torch.tanh))
_one_state("rnn_relu", _plain_cell(torch.relu))


@recomposes_elsewhere("lstm_cell")
def lstm_cell(
    input: Tensor,  # noqa: A002
    hx: Sequence[Tensor],
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
) -> Any:
    """Compute nn.LSTMCell."""
    weights = _Weights(w_ih, w_hh, b_ih, b_hh)
    return _lstm_cell(weights.of_input(input), tuple(hx), weights)


@recomposes_elsewhere("gru_cell")
def gru_cell(
    input: Tensor,  # noqa: A002
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    b_ih: Tensor | None = None,
    b_hh: Tensor | None = None,
) -> Any:
    """Compute nn.GRUCell."""
    weights = _Weights(w_ih, w_hh, b_ih, b_hh)
    return _gru_cell(weights.of_input(input), (hx,), weights)[0]
