"""Recurrent cells and layers, with the values that their gradients need (clause G11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_forms import widened
from samebits.spec.language.call import Call


def _projections(torch: Any, x: Any, h: Any, weights: tuple[Any, ...]) -> tuple[Any, Any]:
    w_ih, w_hh, b_ih, b_hh = (*weights, None, None)[:4]
    linear = torch.nn.functional.linear
    return linear(x, w_ih, b_ih), linear(h, w_hh, b_hh)


def _lstm_gates(torch: Any, x: Any, h: Any, weights: tuple[Any, ...]) -> Any:
    i, f, g, o = sum(_projections(torch, x, h, weights)).chunk(4, -1)
    return torch.cat((i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()), -1)


def _gru_gates(torch: Any, x: Any, h: Any, weights: tuple[Any, ...]) -> Any:
    a, u = (part.chunk(3, -1) for part in _projections(torch, x, h, weights))
    r = (a[0] + u[0]).sigmoid()
    return torch.cat((r, (a[1] + u[1]).sigmoid(), (a[2] + r * u[2]).tanh(), u[2]), -1)


def _lstm_cell(torch: Any) -> Callable[..., Any]:
    """Return a function for torch.lstm_cell that also returns the gates for the gradient."""

    def run(call: Call, x: Any, h: Any, c: Any, *weights: Any) -> Any:
        new = torch.lstm_cell(x, (h, c), *weights)
        return (*new, *widened(_lstm_gates(torch, x, h, weights)))

    return run


def _gru_cell(torch: Any) -> Callable[..., Any]:
    """Return a function for torch.gru_cell that also returns the gates for the gradient."""

    def run(call: Call, x: Any, h: Any, *weights: Any) -> Any:
        new = torch.gru_cell(x, h, *weights)
        return (new, *widened(_gru_gates(torch, x, h, weights)))

    return run


def _lstm(torch: Any) -> Callable[..., Any]:
    """Return a function for torch.lstm with one layer that also returns all gates and cells."""

    def run(call: Call, x: Any, h: Any, c: Any, *weights: Any) -> Any:
        y, hn, cn = torch.lstm(
            x, (h[None], c[None]), weights, len(weights) == 4, 1, 0.0, False, False, False
        )
        gates, cells = [], []
        for step in range(x.shape[0]):
            before = y[step - 1] if step else h
            gates.append(_lstm_gates(torch, x[step], before, weights))
            c = torch.lstm_cell(x[step], (before, c), *weights)[1]
            cells.append(c)
        return (y, hn[0], cn[0], *widened(torch.stack(gates), torch.stack(cells)))

    return run


def _gru(torch: Any) -> Callable[..., Any]:
    """Return a function for torch.gru with one layer that also returns all gates and states."""

    def run(call: Call, x: Any, h: Any, *weights: Any) -> Any:
        y, hn = torch.gru(x, h[None], weights, len(weights) == 4, 1, 0.0, False, False, False)
        gates = [
            _gru_gates(torch, x[step], y[step - 1] if step else h, weights)
            for step in range(x.shape[0])
        ]
        return (y, hn[0], *widened(torch.stack(gates), y))

    return run


PEERS: Mapping[str, Peers] = {
    "lstm": Peers(numpy=None, torch=_lstm, torch_into=None),
    "lstm_cell": Peers(numpy=None, torch=_lstm_cell, torch_into=None),
    "gru": Peers(numpy=None, torch=_gru, torch_into=None),
    "gru_cell": Peers(numpy=None, torch=_gru_cell, torch_into=None),
}
