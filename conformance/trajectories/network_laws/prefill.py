"""Law: prefill (all tokens in one pass) equals decode (token by token, with a cache)."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.conformance.trajectories.data import operands
from samebits.conformance.trajectories.laws import Bench, NetworkLaw, Sides
from samebits.spec.formats import get_format
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import attributes_of, run_graph

Array = np.ndarray[Any, Any]

CACHE, GROWN = ".cache", ".all"


def _check(trajectory: Trajectory, bench: Bench) -> Sides | None:
    """Compare the logits of every token, and the keys and values in the caches."""
    graph, sizes = trajectory.decode, trajectory.sizes
    assert graph is not None  # the law applies only to trajectories that have it
    states, data = trajectory.start(), operands(trajectory.data, 0)
    attributes = attributes_of(trajectory, 0, states)
    values = {**states, **data}
    whole = run_graph(trajectory, trajectory.forward, values, attributes, bench.run)
    rows, length, heads = sizes["N"], sizes["T"], sizes["H"]
    empty = np.zeros((rows, heads, 0, sizes["D"] // heads), get_format(trajectory.precision).dtype)
    caches = {name: empty for name in graph.operands if name.endswith(CACHE)}
    for token in range(length):
        some = {name: x.reshape(rows, length)[:, token].copy() for name, x in data.items()}
        now = {**sizes, "T": 1, "P": token}
        given = {**states, **some, **caches}
        made = run_graph(trajectory, graph, given, attributes, bench.run, now)
        caches = {name: made[name.replace(CACHE, GROWN)] for name in caches}
        for name in caches:
            split = name.replace(CACHE, ".heads")
            found = bench.differs(
                f"{split} of token {token}",
                "prefill", whole[split][:, :, token : token + 1],
                "decode", caches[name][:, :, token:],
            )  # fmt: skip
            if found is not None:
                return found
        logits = whole["logits"].reshape(rows, length, -1)[:, token]
        found = bench.differs(
            f"logits of token {token}", "prefill", logits, "decode", made["logits"]
        )
        if found is not None:
            return found
    return None


LAW = NetworkLaw(
    name="prefill",
    says="all tokens at once give the bits that they give one by one, with keys and values kept",
    rules=("G20.7", "T8.4"),
    applies=lambda trajectory: trajectory.decode is not None,
    check=_check,
)
