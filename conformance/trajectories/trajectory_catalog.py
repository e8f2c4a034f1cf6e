"""The planned cases about trajectories: all steps of a trajectory, or a law about it."""

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
"""The name of the case about the roots of all steps. All other names are names of laws."""


@dataclass(frozen=True, slots=True)
class TrajectoryCase:
    """A trajectory and one test of it, such as `trajectory/perceptron/f32/small/steps`."""

    name: str
    what: str

    @property
    def id(self) -> str:
        """Return the id that plans and reports use."""
        return f"{PREFIX}{self.name}/{self.what}"

    @property
    def trajectory(self) -> Trajectory:
        """Return the trajectory that is run."""
        return get_trajectory(self.name)

    @property
    def op(self) -> str:
        """Return the name of the network, which reports show in place of an op."""
        return self.trajectory.family

    @property
    def label(self) -> str:
        """Return the precision of the trajectory, such as `f32`."""
        return self.trajectory.precision

    @property
    def profile(self) -> str:
        """Return `train`, the profile of every trajectory."""
        return "train"

    @property
    def level(self) -> str:
        """Return the level: smoke for steps in f32, standard for other small ones, else full.

        Laws are one level higher: standard in f32, and full in other formats.
        """
        if self.trajectory.size != "small":
            return "full"
        if self.what != STEPS:
            return "standard" if self.label == "f32" else "full"
        return "smoke" if self.label == "f32" else "standard"

    def elements(self) -> int | None:
        """Return the number of digests that a passing case compares, or None for a law."""
        trajectory = self.trajectory
        return trajectory.steps * len(trajectory.watched) if self.what == STEPS else None

    def calls(self) -> list[Call]:
        """Return the distinct calls of a step."""
        return calls(self.trajectory)


@cache
def all_trajectory_cases() -> tuple[TrajectoryCase, ...]:
    """Return every case, sorted by id.

    Laws are checked only on small trajectories.
    """
    found = [TrajectoryCase(name, STEPS) for name in all_trajectories()]
    found += [
        TrajectoryCase(name, law.name)
        for name, trajectory in all_trajectories().items()
        for law in all_laws().values()
        if trajectory.size == "small" and law.applies(trajectory)
    ]
    return tuple(sorted(found, key=lambda case: case.id))


def look_up_trajectories(ids: Iterable[str]) -> list[TrajectoryCase]:
    """Return the cases with these ids, ignoring text after an @.

    Raises JudgeError for an unknown id.
    """
    known = {case.id: case for case in all_trajectory_cases()}
    found = []
    for identity in ids:
        plain = identity.partition("@")[0]
        if plain not in known:
            raise JudgeError(f"there is no case {plain!r}; known: {', '.join(known)}")
        found.append(known[plain])
    return found
