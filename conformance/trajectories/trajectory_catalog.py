"""The planned items about trajectories: the steps of one, or a law on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from samebits.conformance.errors import JudgeError
from samebits.conformance.trajectories.laws import all_laws
from samebits.spec.language.call import Call
from samebits.spec.trajectories.trajectory import Trajectory, all_trajectories, get_trajectory
from samebits.spec.trajectories.trajectory_steps import calls

PREFIX = "trajectory/"
STEPS = "steps"
"""The item about the roots of all steps; any other name is that of a law."""


@dataclass(frozen=True, slots=True)
class TrajectoryCase:
    """A trajectory and what is asked of it, as `trajectory/perceptron/f32/small/steps`."""

    name: str
    what: str

    @property
    def id(self) -> str:
        """The id in plans and reports."""
        return f"{PREFIX}{self.name}/{self.what}"

    @property
    def trajectory(self) -> Trajectory:
        """What is run."""
        return get_trajectory(self.name)

    @property
    def op(self) -> str:
        """The name of the network, which stands where others have an op."""
        return self.trajectory.family

    @property
    def label(self) -> str:
        """The precision."""
        return self.trajectory.precision

    @property
    def profile(self) -> str:
        """Every trajectory belongs to `train`."""
        return "train"

    @property
    def level(self) -> str:
        """Small ones in f32 are asked at smoke, all small ones at standard, the whole at full."""
        if self.trajectory.size != "small":
            return "full"
        if self.what != STEPS:
            return "standard" if self.label == "f32" else "full"
        return "smoke" if self.label == "f32" else "standard"

    def elements(self) -> int | None:
        """The digests that are compared where it passes; of a law nobody knows how many values."""
        trajectory = self.trajectory
        return trajectory.steps * len(trajectory.watched) if self.what == STEPS else None

    def calls(self) -> list[Call]:
        """The distinct calls of a step, of any number and rate."""
        return calls(self.trajectory)


@cache
def all_trajectory_cases() -> tuple[TrajectoryCase, ...]:
    """Every item, sorted by id: laws are put to the small trajectories alone."""
    found = [TrajectoryCase(name, STEPS) for name in all_trajectories()]
    found += [
        TrajectoryCase(name, law.name)
        for name, trajectory in all_trajectories().items()
        for law in all_laws().values()
        if trajectory.size == "small" and law.applies(trajectory)
    ]
    return tuple(sorted(found, key=lambda case: case.id))


def look_up_trajectories(ids: Iterable[str]) -> list[TrajectoryCase]:
    """The items of ids, what stands behind an @ left out. Raises JudgeError for one unknown."""
    known = {case.id: case for case in all_trajectory_cases()}
    found = []
    for identity in ids:
        plain = identity.partition("@")[0]
        if plain not in known:
            raise JudgeError(f"there is no case {plain!r}; known: {', '.join(known)}")
        found.append(known[plain])
    return found
