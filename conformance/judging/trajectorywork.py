"""Judging one trajectory: its roots step by step, and the origin of the first wrong root.

The root of a step is one digest for all watched values after the step. The reason of a failure has
this form: `step 4 of 10: node hidden1 (relu[f32]): 3 of 128 elements differ, the first [2, 7]:
...`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError
from samebits.conformance.calls.comparison import largest, ulp_distance
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError, one_line
from samebits.conformance.judging.casework import diagnose_safely, frame, outcome_of
from samebits.conformance.results.records import (
    MAX_EXAMPLES,
    CaseResult,
    Diagnosis,
    Example,
    Outcome,
)
from samebits.conformance.trajectories.bisect import Difference, first_difference
from samebits.conformance.trajectories.data import missing, operands, source
from samebits.conformance.trajectories.laws import Bench, Sides, all_laws
from samebits.conformance.trajectories.reference import believed
from samebits.conformance.trajectories.roots import root, roots_of, start_root
from samebits.conformance.trajectories.trajectory_catalog import STEPS, TrajectoryCase
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import (
    FIRST,
    attributes_of,
    formats_of,
    next_states,
    run_step,
    unfolded,
)

Array = np.ndarray[Any, Any]
Within = Callable[[], AbstractContextManager[None]]


def trajectory_result(case: TrajectoryCase, outcome: Outcome, reason: str = "") -> CaseResult:
    """Return the bare result of a trajectory case."""
    return frame(case, "trajectory", outcome, reason)


def why_not(case: TrajectoryCase) -> str:
    """Return the reason why the judge cannot run the case on this machine, or ""."""
    data = case.trajectory.data
    lacking = missing(data.source)
    if lacking or case.what != STEPS:
        return lacking
    if source(data.source).digest != roots_of(case.trajectory).data:
        return f"the data {data.source} that are installed are not those of the recorded roots"
    return ""


def judge_trajectory(subject: Subject, case: TrajectoryCase, within: Within) -> CaseResult:
    """Run a trajectory and locate the first difference. The deadline applies to each step."""
    repeat = subject.explain_command(case.id)
    lacking = why_not(case)
    if lacking:
        return trajectory_result(case, "not_run", lacking)
    started = time.perf_counter()
    judge = _judge_steps if case.what == STEPS else _judge_law
    result = judge(subject, case, within)
    if result.outcome != "pass":
        return replace(result, repeat=repeat)
    return replace(result, seconds=round(time.perf_counter() - started, 6))


@dataclass(slots=True)
class _Running:
    """A session that runs calls and counts them."""

    subject: Subject
    ran: int = field(default=0)

    def run(self, call: Call, inputs: Sequence[Array]) -> Sequence[Array]:
        """Run a call and return its results."""
        made = execute(self.subject.session, call, inputs)
        self.ran += 1
        return made


def _judge_steps(subject: Subject, case: TrajectoryCase, within: Within) -> CaseResult:
    """Compare the root of every step with the recorded root, in order."""
    trajectory = case.trajectory
    known = roots_of(trajectory)
    if start_root(trajectory) != known.start:
        raise JudgeError(
            f"{trajectory.name}: the start differs from the recorded start; install samebits again"
        )
    states, elements = trajectory.start(), 0
    running = _Running(subject)
    for step, wanted in enumerate(known.roots):
        data, running.ran = operands(trajectory.data, step), 0
        try:
            with within():
                made = run_step(trajectory, step, states, data, running.run)
        except BackendError as error:
            where = _where(trajectory, step, _node_after(trajectory, running.ran))
            return trajectory_result(case, outcome_of(error), f"{where}: {one_line(error)}")
        elements += len(trajectory.watched)
        if root(trajectory, made) != wanted:
            result = replace(trajectory_result(case, "fail"), elements=elements)
            with within():
                return _explained(subject, trajectory, result, step, states, data, wanted, made)
        states = next_states(trajectory, made)
    return replace(trajectory_result(case, "pass"), elements=elements)


def _node_after(trajectory: Trajectory, ran: int) -> str:
    """Return the name of the node whose call follows the first `ran` calls of a step."""
    found = unfolded(trajectory, trajectory.step, formats_of(trajectory), FIRST).steps
    calls = [step for step in found if step.call is not None]
    return f"node {calls[ran].name} ({calls[ran].call})"


def _where(trajectory: Trajectory, step: int, node: str) -> str:
    return f"step {step + 1} of {trajectory.steps}: {node}"


def _explained(
    subject: Subject,
    trajectory: Trajectory,
    result: CaseResult,
    step: int,
    states: Mapping[str, Array],
    data: Mapping[str, Array],
    wanted: str,
    made: Mapping[str, Array],
) -> CaseResult:
    """Return the failing result with the first wrong node, its wrong elements, and the mistake."""
    attributes = attributes_of(trajectory, step, states)
    with believed(trajectory, step, states, data, wanted) as (reference, name):
        if reference is None:
            reason = _where(trajectory, step, f"the root differs; no reference: {name}")
            return replace(result, reason=reason, wrong=1)
        found = first_difference(
            trajectory, trajectory.step, {**states, **data}, attributes, reference, made
        )
    if found is None:
        text = _where(
            trajectory, step, "the root differs, though the results of all nodes are right"
        )
        return replace(result, reason=text, wrong=1)
    return _named(subject, trajectory, result, step, found, name)


def _named(
    subject: Subject,
    trajectory: Trajectory,
    result: CaseResult,
    step: int,
    found: Difference,
    reference: str,
) -> CaseResult:
    wanted_bits = [bits_of(np.ascontiguousarray(x)) for x in found.wanted]
    diagnosis, trouble = diagnose_safely(
        subject.session, found.call, found.inputs, wanted_bits, found.got
    )
    node = f"node {found.node} ({found.call.op}[{found.call.label}])"
    form = get_format(found.format)
    wanted, got = found.bits()
    total = sum(x.size for x in found.wanted)
    where = _where(trajectory, step, node)
    reason = (
        f"{where}: {found.wrong} of {total} elements differ, the first {found.element}: "
        f"wanted {form.hex(wanted)}, got {form.hex(got)}"
    )
    details = {
        "step": str(step + 1),
        "node": found.node,
        "op": found.call.op,
        "call": str(found.call),
        "element": found.element,
        "format": found.format,
        "reference": reference,
    }
    looks = diagnosis or Diagnosis(
        "unexplained", "no known kind of mistake makes these bits", False
    )
    return replace(
        result,
        reason=f"{reason}; {trouble}" if trouble else reason,
        wrong=found.wrong,
        max_ulp=_largest(found),
        examples=tuple(_examples(result.id, found)),
        diagnosis=Diagnosis(
            looks.name, f"{where}: {looks.text}", looks.confirmed, {**looks.details, **details}
        ),
    )


def _examples(identity: str, found: Difference) -> list[Example]:
    """Return the first differing elements of the first result that differs."""
    a, b = (bits_of(x[found.result]).reshape(-1) for x in (found.wanted, found.got))
    form, places = get_format(found.format), np.flatnonzero(a != b)[:MAX_EXAMPLES]
    return [
        Example(
            f"{identity}@{found.node}-{i}",
            int(i),
            (),
            form.hex(int(a[i])),
            form.hex(int(b[i])),
            far,
        )
        for i, far in zip(places, ulp_distance(a[places], b[places], found.format), strict=True)
    ]


def _largest(found: Difference) -> int | None:
    a, b = (bits_of(x[found.result]).reshape(-1) for x in (found.wanted, found.got))
    return largest(ulp_distance(a, b, found.format))


def _judge_law(subject: Subject, case: TrajectoryCase, within: Within) -> CaseResult:
    law, bench = all_laws()[case.what], Bench(subject)
    try:
        with within():
            sides = law.check(case.trajectory, bench)
    except BackendError as error:
        return trajectory_result(case, outcome_of(error), one_line(error))
    result = replace(trajectory_result(case, "pass"), elements=bench.elements)
    return result if sides is None else _broken(result, law.name, law.says, sides)


def _broken(result: CaseResult, name: str, says: str, sides: Sides) -> CaseResult:
    form = get_format(sides.format)
    base, found = form.hex(sides.base), form.hex(sides.found)
    text = (
        f"{sides.where}: {sides.wrong} elements differ, the first {sides.index}: "
        f"{sides.one} {base}, {sides.other} {found}"
    )
    a, b = (np.array([bits], form.bits_dtype) for bits in (sides.base, sides.found))
    (far,) = ulp_distance(a, b, sides.format)
    example = Example(f"{result.id}@{sides.index}", sides.index, (), base, found, far)
    details = {"law": says, "value": sides.where, "format": sides.format}
    return replace(
        result,
        outcome="fail",
        reason=text,
        wrong=sides.wrong,
        examples=(example,),
        diagnosis=Diagnosis(f"network:{name}", text, True, details),
    )
