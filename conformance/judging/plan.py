"""The plan of a run: its cases and laws, fixed before anything runs.

`supports` is asked about every planned call. Work with an unsupported call gets its result here and
never runs. The ids and their digest go into the header, and the verdict compares the results with
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from samebits.backends import executor
from samebits.backends.protocol import BackendError, Session, Unsupported
from samebits.common.release import suite_version
from samebits.conformance import machine
from samebits.conformance.calls.promises import Promises, promised
from samebits.conformance.calls.subject import Subject, ask_ahead
from samebits.conformance.errors import JudgeError, one_line
from samebits.conformance.judging.casework import base_result, kind_of, outcome_of
from samebits.conformance.judging.lawwork import law_result
from samebits.conformance.judging.options import SETS, Options
from samebits.conformance.judging.questionwork import drawn_result
from samebits.conformance.judging.refusedwork import refused_result
from samebits.conformance.judging.trajectorywork import trajectory_result, why_not
from samebits.conformance.laws.law_catalog import LawCase, law_cases_of
from samebits.conformance.questions.cases import (
    PREFIX,
    DrawnCase,
    drawn_cases,
    look_up_drawn,
    not_drawn,
)
from samebits.conformance.refused.refused_catalog import RefusedCase, is_refused_id, refused_cases
from samebits.conformance.results.records import SEEDED, CaseResult, Header, Kind, Outcome
from samebits.conformance.results.verdict import planned_digest
from samebits.conformance.trajectories.trajectory_catalog import (
    PREFIX as TRAJECTORY,
    TrajectoryCase,
    all_trajectory_cases,
    look_up_trajectories,
)
from samebits.spec.catalog import all_ops
from samebits.spec.language.call import Call
from samebits.spec.profiles import LEVELS, PROFILES, level_includes
from samebits.vectors.case import Case
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.digests import id_list_digest
from samebits.vectors.reader import ROOM, Vectors

Made = LawCase | DrawnCase | RefusedCase | TrajectoryCase
"""A case that is generated from declarations; it has one op and several calls."""

Work = Case | ExhaustiveCase | Made
"""A planned case: the work that belongs to one planned id."""

_MOST_LATE = 3
"""The number of hanging `supports` queries after which no further query is made."""

_UNCOUNTED_FORMATS = {"bool", "i64"}  # condition and index formats


@dataclass(frozen=True, slots=True)
class Plan:
    """The planned work, sorted by id, and the results that are known before anything runs.

    `promises` are the ops and formats for which the session supports every planned call.
    """

    work: tuple[Work, ...]
    settled: tuple[CaseResult, ...]
    header: Header
    promises: Promises = frozenset()

    @property
    def ids(self) -> tuple[str, ...]:
        """Return every planned id, sorted."""
        return tuple(work.id for work in self.work)

    def to_run(self, finished: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the ids that must still run: not settled, and not `finished` in a resumed run."""
        done = {result.id for result in self.settled} | set(finished)
        return tuple(i for i in self.ids if i not in done)


def make_plan(options: Options, vectors: Vectors, subject: Subject) -> Plan:
    """Plan a run. Raises SamebitsError for an empty selection, a wrong filter or bad vectors."""
    vectors.verify_all()
    chosen = choose(options, vectors)
    profiles = tuple(p for p in PROFILES if any(w.profile == p for w in chosen))
    for name in options.profiles:
        if name not in profiles:
            raise JudgeError(f"profile {name} has no case under the given filters")
    _check_frozen_lists(vectors, profiles, options.level)
    if not options.filters():
        _check_every_op(vectors, profiles)
    settled, promises = _settle(subject, chosen, options.deadline)
    header = _header(options, vectors, subject, profiles, chosen)
    return Plan(chosen, settled, header, promises)


def everything(
    vectors: Vectors,
    ops: Sequence[str] = (),
    level: str = LEVELS[-1],
    sets: Collection[str] = SETS,
) -> list[Work]:
    """Return all cases of the given ops and sets, sorted by id; no ops means all ops.

    `level` limits only the cases from the vectors, because they take long to read.
    """
    cases: list[Work] = []
    stored = {"golden", "real"} & {*sets} | ({"golden"} if "refused" in sets else set())
    if stored:
        frozen = vectors.cases(ops=ops or None, level=level, sets=stored)
        cases += (case for case in frozen if case.set in sets)
        cases += refused_cases(frozen, ops, level) if "refused" in sets else ()
    if "golden" in sets:
        cases += [case for case in vectors.exhaustive_cases() if not ops or case.call.op in ops]
    if "law" in sets:
        cases += law_cases_of(ops or all_ops(), level)
    if "trajectory" in sets and not ops:
        cases += all_trajectory_cases()
    if "drawn" in sets:
        cases += drawn_cases(vectors.exhaustive_cases(), ops)
    return sorted(cases, key=lambda work: work.id)


def choose(options: Options, vectors: Vectors) -> tuple[Work, ...]:
    """Return the cases that the options select. Raises JudgeError (see `select`) or VectorError."""
    ops = options.ops or options.ops_of_cases()
    try:
        return select(options, everything(vectors, ops, options.level, options.sets or SETS))
    except JudgeError:  # repeated over all cases, so that the message counts all of them
        return select(options, everything(vectors))


def set_of(work: Work) -> str:
    """Return the set to which a planned case belongs, as `--set` names it."""
    return kind_of_work(work) if isinstance(work, Made) else work.set


def kind_of_work(work: Work) -> Kind:
    """Return the kind that results of a planned case have."""
    if isinstance(work, RefusedCase):
        return "refused"
    if isinstance(work, DrawnCase):
        return "drawn"
    if isinstance(work, TrajectoryCase):
        return "trajectory"
    return "law" if isinstance(work, LawCase) else kind_of(work)


def op_of(work: Work) -> str:
    """Return the op that a planned case is about."""
    return work.op if isinstance(work, Made) else work.call.op


def calls_of(work: Work) -> list[Call]:
    """Return the well-formed calls of a planned case, which the backend must support."""
    return work.calls() if isinstance(work, Made) else [work.call]


def bare_result(work: Work, outcome: Outcome, reason: str) -> CaseResult:
    """Return the bare result of a planned case that was not run."""
    if isinstance(work, LawCase):
        return law_result(work, outcome, reason)
    if isinstance(work, DrawnCase):
        return drawn_result(work, outcome, reason)
    if isinstance(work, RefusedCase):
        return refused_result(work, outcome, reason)
    if isinstance(work, TrajectoryCase):
        return trajectory_result(work, outcome, reason)
    return base_result(work, outcome, reason)


def select(options: Options, work: Sequence[Work]) -> tuple[Work, ...]:
    """Return the selected cases. Raises JudgeError for a filter that excludes all cases."""
    left = list(work)
    if not left:
        raise JudgeError("there are no cases, because the vectors are empty; reinstall samebits")
    admitted: list[str] = []
    for name, admits in _filters(options):
        rest = [item for item in left if admits(item)]
        if not rest:
            before = f" selected by {', '.join(admitted)}" if admitted else ""
            raise JudgeError(
                f"no case to run: {name} matches none of the {len(left)} cases{before}; "
                "change it or "
                "leave it out"
            )
        left = rest
        admitted.append(name)
    if options.shard:
        number, total = options.shard_of()
        left = left[number - 1 :: total]
        if not left:
            raise JudgeError(f"no case to run: shard {options.shard} of {len(work)} cases is empty")
    return tuple(left)


def _filters(options: Options) -> list[tuple[str, Callable[[Work], bool]]]:
    """Return the active filters: the user's spelling of each, and its predicate."""
    sets = options.sets or SETS
    found: list[tuple[str, Callable[[Work], bool]]] = [
        (f"--level {options.level}", lambda w: level_includes(options.level, w.level))
    ]
    if options.profiles:
        found.append((_shown("profile", options.profiles), lambda w: w.profile in options.profiles))
    if options.sets:
        found.append((_shown("set", sets), lambda w: set_of(w) in sets))
    if options.ops:
        found.append((_shown("op", options.ops), lambda w: op_of(w) in options.ops))
    if options.formats:
        found.append(
            (_shown("format", options.formats), lambda w: _formats(w) <= {*options.formats})
        )
    if options.cases:
        found.append(
            (
                _shown("case", options.cases),
                lambda w: any(fnmatchcase(w.id, pattern) for pattern in options.cases),
            )
        )
    return found


def _shown(name: str, values: Sequence[str]) -> str:
    return " ".join(f"--{name} {value}" for value in values)


def _formats(work: Work) -> set[str]:
    """Return the formats of a case's calls.

    Formats of conditions and indices are included only if the calls have no other formats.
    """
    found = {f for c in calls_of(work) for f in (*c.inputs, *c.outputs)}
    return found - _UNCOUNTED_FORMATS or found


def _check_frozen_lists(vectors: Vectors, profiles: Sequence[str], level: str) -> None:
    """Raise JudgeError if a profile's golden cases differ from the manifest's frozen list."""
    for profile in profiles:
        frozen = vectors.manifest.list_of(profile, level)
        ids = [case.id for case in vectors.cases(profiles=[profile], level=level)]
        ids += [
            case.id
            for case in vectors.exhaustive_cases()
            if case.profile == profile and level_includes(level, case.level)
        ]
        if frozen is None:
            if ids:
                raise JudgeError(
                    f"the manifest has no must-pass list of {profile} at {level}; "
                    "install samebits again"
                )
        elif id_list_digest(ids) != frozen.sha256:
            raise JudgeError(
                f"the {len(ids)} cases of profile {profile} at level {level} are not the "
                f"{frozen.count} that the manifest froze; install samebits anew"
            )


def _check_every_op(vectors: Vectors, profiles: Sequence[str]) -> None:
    """Raise JudgeError if the installed vectors have no folder for an op."""
    if vectors.folder != ROOM:  # the owner of another folder decides which ops it contains
        return
    for name, op in all_ops().items():
        if op.profile in profiles and name not in vectors.manifest.parts:
            raise JudgeError(
                f"there are no vectors of {name}: reinstall samebits, or write them with "
                f"`nox -s vectors -- --op {name}`"
            )


def _settle(
    subject: Subject, chosen: Sequence[Work], deadline: float
) -> tuple[tuple[CaseResult, ...], Promises]:
    """Ask `supports` about every planned call; return the known results and the promises.

    No further query is made after `_MOST_LATE` of them have hung.
    """
    answers: dict[Call, tuple[Outcome, str] | None] = {}
    settled = []
    with subject.within(deadline):
        ask_ahead(subject.session, [call for work in chosen for call in calls_of(work)])
    late = 0
    for work in chosen:
        for call in calls_of(work):
            if call not in answers and late == _MOST_LATE:
                answers[call] = "timeout", f"supports({call}) not asked: it hung {late} times"
            elif call not in answers:
                with subject.within(deadline):
                    answers[call] = _ask(subject.session, call)
                late += (answers[call] or ("",))[0] == "timeout"
            answer = answers[call]
            if answer is not None:
                settled.append(bare_result(work, *answer))
                break
        else:
            missing = _missing(work)
            if missing:
                settled.append(bare_result(work, "not_run", missing))
    return tuple(settled), promised({call: answer is None for call, answer in answers.items()})


def _missing(work: Work) -> str | None:
    """Return the reason why the judge cannot run a case here, or an empty value."""
    if isinstance(work, TrajectoryCase):
        return why_not(work)
    return None if isinstance(work, Made) else work.available()


def _ask(session: Session, call: Call) -> tuple[Outcome, str] | None:
    """Return None if the session supports the call, else the outcome and the reason."""
    try:
        answer = executor.supports(session, call)
    except BackendError as error:
        return outcome_of(
            error
        ), f"supports({call}) {one_line(error).removeprefix(f'supports({call}) ')}"
    return ("unsupported", answer.reason) if isinstance(answer, Unsupported) else None


def _header(
    options: Options,
    vectors: Vectors,
    subject: Subject,
    profiles: tuple[str, ...],
    chosen: Sequence[Work],
) -> Header:
    with subject.within(options.deadline):
        # The facts that the judge states itself override the statements of the backend.
        environment = {**machine.facts(), **subject.environment(), **machine.facts()}
    with subject.within(options.deadline):
        condition = subject.condition()
    draws = any(kind_of_work(work) in SEEDED for work in chosen)
    return Header(
        suite_version=suite_version(),
        spec_version=vectors.manifest.spec_version,
        manifest_root=vectors.manifest.root,
        profiles=profiles,
        level=options.level,
        filters=options.filters(),
        shard=options.shard,
        backend=subject.backend.name,
        backend_version=subject.backend.version,
        protocol=subject.backend.protocol,
        device=subject.device.name,
        device_description=subject.device.description,
        environment=environment,
        started=machine.now(),
        planned=len(chosen),
        planned_digest=planned_digest(work.id for work in chosen),
        command=options.command(subject.device.name),
        condition=condition,
        workers=options.workers,
        seed=options.seed if draws else "",
        seed_origin=options.seed_origin if draws else "",
        not_drawn=ops_not_drawn(options, vectors, chosen),
        left_out=subject.left_out(),
    )


def ops_not_drawn(options: Options, vectors: Vectors, chosen: Sequence[Work]) -> tuple[str, ...]:
    """Return the run's ops and formats that have no drawn questions; () if it plans no such set."""
    if options.cases or "drawn" not in (options.sets or SETS):
        return ()
    of_ops = [work for work in chosen if not isinstance(work, TrajectoryCase)]
    judged = {f"{op_of(work)}/{call.label}" for work in of_ops for call in calls_of(work)}
    found = not_drawn(vectors.exhaustive_cases(), (op_of(work) for work in of_ops))
    return tuple(name for name in found if name in judged)


def look_up(vectors: Vectors, ids: Sequence[str], level: str = LEVELS[-1]) -> list[Work]:
    """Return the cases with these ids, in their order. Raises JudgeError for an unknown id."""
    lawful = {i.split("/")[2] for i in ids if i.count("/") == 3 and i.startswith("law/")}
    laws = {case.id: case for case in law_cases_of(lawful & set(all_ops()), level)}
    drawn = [i for i in ids if i.startswith(PREFIX)]
    runs = [i for i in ids if i.startswith(TRAJECTORY)]
    others = {PREFIX.rstrip("/"), TRAJECTORY.rstrip("/")}
    ops = {i.split("/")[0] for i in ids if i not in laws} - others
    cases: dict[str, Work] = dict(laws)
    cases |= {case.id: case for case in look_up_trajectories(runs)}
    if drawn:
        cases |= {case.id: case for case in look_up_drawn(vectors.exhaustive_cases(), drawn)}
    if ops:
        found = vectors.cases(ops=ops, level=level, sets=("golden", "real"))
        cases |= {case.id: case for case in found}
        refused = {i.split("/")[0] for i in ids if is_refused_id(i)}
        if refused:
            cases |= {case.id: case for case in refused_cases(found, sorted(refused), level)}
        cases |= {case.id: case for case in vectors.exhaustive_cases()}
    missing = [i for i in ids if i not in cases]
    if missing:
        raise JudgeError(f"planned case {missing[0]} is not in the vectors of this process")
    return [cases[i] for i in ids]
