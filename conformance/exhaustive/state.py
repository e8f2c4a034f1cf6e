"""The state of a proof: saved in a file, continued by --resume, and combined by --merge.

The file is in the work folder (`.samebits/prove` by default). It is always written as a whole, so a
killed proof loses only the last seconds.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive.prover import MAX_WRONG, BlockResult, Wrong
from samebits.conformance.exhaustive.sealed import read_sealed, write_sealed
from samebits.spec.language.call import Call
from samebits.vectors.certificate import HARDEST, Certificate, frozen, name_of
from samebits.vectors.domain import BLOCKS, Domain, domain_of
from samebits.vectors.errors import VectorError
from samebits.vectors.validate import Fields, is_hex, is_number

Identity = Mapping[str, Mapping[str, str]]
"""The facts that identify a proof, by group (proof, oracles, judged) and name."""

WORK = Path(".samebits") / "prove"
"""The folder of unfinished proofs, relative to the current directory."""

_MAY_DIFFER = ("oracles", "cpu")
"""The fact that may differ: a proof may use several processors.

The certificate names all of them.
"""

_PROOF = ("call", "block", "spec", "method")
"""The facts that the identity of a proof must name."""

_REMEDY = "run without --resume to begin anew"


@dataclass(slots=True)
class State:
    """The finished blocks of a proof.

    `identity` describes the proof: call, specification, oracles, backend. Only states of equal
    identity are continued or merged. `seconds` is the total time over all runs and shards.
    """

    identity: Identity
    digests: dict[int, str] = field(default_factory=dict)
    near: int = 0
    ties: int = 0
    hardest: list[tuple[float, int]] = field(default_factory=list)
    wrong: int = 0
    examples: list[Wrong] = field(default_factory=list)
    seconds: float = 0.0

    def domain(self, call: Call) -> Domain:
        """Return the inputs of the call, divided into the blocks of the proof."""
        return domain_of(call, int(self.identity["proof"]["block"]))

    def add(self, result: BlockResult) -> None:
        """Add the result of one block."""
        self.digests[result.block] = result.digest
        self._count(result.near, result.ties, result.wrong, result.hardest, result.examples)

    def absorb(self, other: State) -> None:
        """Add the blocks of another state.

        Raises JudgeError if it belongs to a different proof.
        """
        different = differences(self.identity, other.identity)
        if different:
            raise JudgeError(f"the parts belong to different proofs: {different}")
        if self.digests.keys() & other.digests.keys():
            block = min(self.digests.keys() & other.digests.keys())
            raise JudgeError(
                f"two parts contain block {block}, so they are not shards of one division"
            )
        self.identity = joined(self.identity, other.identity)
        self.digests |= other.digests
        self.seconds += other.seconds
        self._count(other.near, other.ties, other.wrong, other.hardest, other.examples)

    def _count(
        self,
        near: int,
        ties: int,
        wrong: int,
        hardest: Iterable[tuple[float, int]],
        examples: Iterable[Wrong],
    ) -> None:
        self.near += near
        self.ties += ties
        self.wrong += wrong
        ranked = (*self.hardest, *hardest)
        self.hardest = heapq.nsmallest(HARDEST, ranked, key=lambda item: (-item[0], item[1]))
        if wrong:
            found = sorted((*self.examples, *examples), key=lambda example: example.input)
            self.examples = found[:MAX_WRONG]

    def save(self, path: Path) -> None:
        """Write the whole state to a file. Raises JudgeError if it cannot be written."""
        data = {
            "identity": self.identity,
            "digests": sorted(self.digests.items()),
            "near": self.near,
            "ties": self.ties,
            "hardest": self.hardest,
            "wrong": self.wrong,
            "examples": [[x.input, x.wanted, x.got] for x in self.examples],
            "seconds": self.seconds,
        }
        try:
            write_sealed(path, data)
        except OSError as error:
            reason = error.strerror or error
            raise JudgeError(
                f"{path}: unfinished work cannot be stored there ({reason}); use another --work"
            ) from error


def load(path: Path) -> State:
    """Read a state. Raises JudgeError that names the file and the mistake in it."""
    try:
        return _parse(Fields(read_sealed(path), str(path)))
    except (JudgeError, VectorError) as error:
        raise JudgeError(f"{error}; {_REMEDY}") from error


def _parse(fields: Fields) -> State:
    """Return the state with its members checked and typed. Raises VectorError if one is invalid."""
    state = State(
        _parse_identity(fields),
        dict(fields.items("digests", _parse_digest)),
        fields.integer("near"),
        fields.integer("ties"),
        list(fields.items("hardest", _parse_hard)),
        fields.integer("wrong"),
        list(fields.items("examples", _parse_wrong)),
        fields.number("seconds"),
    )
    fields.done()
    return state


def _parse_identity(fields: Fields) -> Identity:
    groups = fields.mapping("identity")
    found = {name: Fields(groups, f"{fields.where}: identity").strings(name) for name in groups}
    missing = [name for name in _PROOF if name not in found.get("proof", {})]
    if missing or not {"oracles", "judged"} <= found.keys():
        raise VectorError(f"{fields.where}: its identity does not name call, oracles and judged")
    if found["proof"]["block"] not in map(str, BLOCKS):
        raise VectorError(f"{fields.where}: a block has {' or '.join(map(str, BLOCKS))} inputs")
    return found


def _parse_digest(value: object, where: str) -> tuple[int, str]:
    match value:
        case [int(block), str(digest)] if block >= 0 and is_hex(digest, 64):
            return block, digest
    raise VectorError(f"{where}: an item must be a block and its SHA-256")


def _parse_hard(value: object, where: str) -> tuple[float, int]:
    match value:
        case [int() | float() as bits, int(x)] if is_number(bits) and x >= 0:
            return float(bits), x
    raise VectorError(f"{where}: an item must be a distance and an input")


def _parse_wrong(value: object, where: str) -> Wrong:
    match value:
        case [int(x), int(wanted), int(got)] if min(x, wanted, got) >= 0:
            return Wrong(x, wanted, got)
    raise VectorError(f"{where}: an item must be an input, its expected bits and its returned bits")


def continued(path: Path, identity: Identity) -> State:
    """Return the state at a path, or a new state if there is no file.

    Raises JudgeError if the file belongs to a different proof.
    """
    if not path.exists():
        return State(identity)
    found = load(path)
    different = differences(found.identity, identity)
    if different:
        raise JudgeError(f"{path} cannot be continued: {different}; {_REMEDY}")
    found.identity = joined(found.identity, identity)
    return found


def merged(paths: Sequence[Path]) -> State:
    """Return all shards as one state. Raises JudgeError if they do not fit together."""
    parts = [load(path) for path in paths]
    whole = State(parts[0].identity)
    for part in parts:
        whole.absorb(part)
    return whole


def differences(before: Identity, now: Identity) -> str:
    """Return the first fact in which two identities differ, as text, or ""."""
    for group in sorted({*before, *now}):
        old, new = before.get(group, {}), now.get(group, {})
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name) and (group, name) != _MAY_DIFFER:
                return f"{group} {name} is {old.get(name)}, now {new.get(name)}"
    return ""


def joined(before: Identity, now: Identity) -> Identity:
    """Return an identity that names the processors of both identities."""
    group, name = _MAY_DIFFER
    names = [x[group][name] for x in (before, now) if name in x.get(group, {})]
    if len(set(names)) < 2:
        return before
    return {**before, group: {**before[group], name: " | ".join(dict.fromkeys(names))}}


def path_of(work: Path, call: Call, shard: tuple[int, int] = (1, 1)) -> Path:
    """Return the path of the file of a proof, or of one of its shards."""
    number, total = shard
    part = f".{number}-of-{total}" if total > 1 else ""
    return work / f"{call.op}-{name_of(call)}{part}.json"


def shard_paths(work: Path, call: Call) -> list[Path]:
    """Return the paths of all shards of a proof in the work folder.

    Raises JudgeError if there are no shards.
    """
    found = sorted(work.glob(f"{call.op}-{name_of(call)}.*-of-*.json"))
    if not found:
        raise JudgeError(f"{work} contains no shard of {call}; prove it with --shard first")
    return found


def missing_blocks(state: State, call: Call) -> int:
    """Return the number of blocks that are not proven yet."""
    return state.domain(call).blocks - len(state.digests)


def certificate_of(state: State, call: Call) -> Certificate:
    """Return the certificate of a proof. Raises JudgeError if blocks are missing or wrong."""
    if state.wrong:
        raise JudgeError(f"{call}: {state.wrong} inputs are wrong, so there is no certificate")
    left = missing_blocks(state, call)
    if left:
        raise JudgeError(f"{call}: {left} blocks are not proven yet, so there is no certificate")
    domain = state.domain(call)
    beyond = [block for block in state.digests if block >= domain.blocks]
    if beyond:
        raise JudgeError(f"{call} has no block {beyond[0]}, so there is no certificate")
    proof = state.identity["proof"]
    return Certificate(
        call,
        proof["spec"],
        domain.block,
        *frozen([state.digests[block] for block in sorted(state.digests)]),
        state.near,
        state.ties,
        tuple(state.hardest),
        proof["method"],
        state.identity["oracles"],
        state.identity["judged"],
        round(state.seconds, 1),
    )
