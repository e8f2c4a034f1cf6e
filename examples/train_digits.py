"""Train a convolutional net on digits, and print hashes that are the same everywhere.

    python examples/train_digits.py [--device avx2] [--threads 2] [--steps 200]

The run is the trajectory convolutional/f32/whole (docs/trajectories.md): 200 steps of AdamW over 64
images each, with batch norm and dropout. Every sixth image is held out for testing. Hashes are
Merkle roots over SHA-256 of all bits. With all 200 steps, the program prints the hashes of that
page on every processor and device of the C backend, with any number of threads. The program takes
about half a minute.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from samebits.backends import discovery
from samebits.backends.executor import execute
from samebits.conformance.trajectories.data import held_out, operands
from samebits.conformance.trajectories.roots import states_root
from samebits.spec.formats import bits_of
from samebits.spec.trajectories.trajectory import Trajectory, get_trajectory
from samebits.spec.trajectories.trajectory_steps import (
    attributes_of,
    next_states,
    run_graph,
    run_step,
)
from samebits.vectors.digests import bits_digest

Array = np.ndarray[Any, Any]

NAME = "convolutional/f32/whole"


def main(arguments: list[str] | None = None) -> int:
    """Train the network and print hashes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="of the C backend: baseline, avx2 or avx512")
    parser.add_argument("--threads", type=int, default=0, help="0, the default: all processors")
    parser.add_argument("--steps", type=int, default=200, help="steps of training")
    chosen = parser.parse_args(arguments)
    backend = discovery.load("c")
    device = chosen.device or next(d.name for d in backend.devices() if d.available)
    trajectory = get_trajectory(NAME)
    with backend.open(device) as session:
        session.configure(threads=chosen.threads)  # type: ignore[attr-defined]

        def run(call: Any, inputs: Any) -> Any:
            return execute(session, call, inputs)

        states = trajectory.start()
        print(f"initial model  {states_root(trajectory, states)}")
        for step in range(chosen.steps):
            made = run_step(trajectory, step, states, operands(trajectory.data, step), run)
            states = next_states(trajectory, made)
            if step % 20 == 0 or step == chosen.steps - 1:
                print(f"  step {step + 1:3}: loss {float(made['loss']):.4f}", file=sys.stderr)
        logits, classes = tested(trajectory, states, run)
    print(f"trained model  {states_root(trajectory, states)}")
    print(f"logits         {bits_digest(bits_of(logits))}")
    right = int((logits.argmax(axis=1) == classes).sum())
    print(f"right on {right} of {len(classes)} held-out digits, {100 * right / len(classes):.2f} %")
    return 0


def tested(trajectory: Trajectory, states: Mapping[str, Array], run: Any) -> tuple[Array, Array]:
    """Return the logits [images, 10] and the classes of the held-out images."""
    images, classes = held_out()
    values = {**states, "x": images.reshape(-1, 1, 8, 8)}
    sizes = {**trajectory.sizes, "N": len(images)}
    attributes = attributes_of(trajectory, 0, states)
    return run_graph(trajectory, trajectory.forward, values, attributes, run, sizes)[
        "logits"
    ], classes


if __name__ == "__main__":
    raise SystemExit(main())
