"""Judging by a certificate: every input is run and every block is hashed, without an oracle."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from samebits.backends.protocol import BackendError, Session
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import one_line
from samebits.conformance.exhaustive.blocks import Bits, BlockRunner
from samebits.conformance.exhaustive.wrong_inputs import narrow_blocks, sample
from samebits.conformance.judging.casework import base_result, diagnose_safely, outcome_of
from samebits.conformance.results.records import CaseResult
from samebits.vectors.certificate import Certificate
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.digests import bits_digest, merkle_root

MOST_KEPT = 8
"""The largest number of wrong blocks whose bits are stored, to find the wrong inputs."""

Tell = Callable[[int], None]
"""A function that is called with the number of inputs judged since its last call."""

Armed = Callable[[], AbstractContextManager[None]]
"""A function that returns a context with the deadline for one block."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The results of a backend for some blocks.

    `digests` has the digest of each block that was run. `wrong` lists the blocks whose digest
    differs from the certificate, and `kept` has the bits of the first few of them.
    """

    digests: tuple[str, ...]
    wrong: tuple[int, ...]
    kept: tuple[tuple[int, Bits], ...]


def run_blocks(
    session: Session,
    certificate: Certificate,
    blocks: Sequence[int],
    armed: Armed,
    tell: Tell,
    right: dict[int, Bits] | None = None,
) -> Blocks:
    """Run a backend on some blocks and compare their digests with the certificate.

    Raises errors of the backend. If `right` is given, it receives the bits of the first block whose
    digest is right.
    """
    domain = certificate.domain
    runner = BlockRunner(session, domain)
    digests: list[str] = []
    wrong: list[int] = []
    kept: list[tuple[int, Bits]] = []
    for block in blocks:
        first, count = domain.span(block)
        with armed():
            bits = runner.bits(first, count)
        digests.append(bits_digest(bits))
        if not certificate.holds(block, digests[-1]):
            wrong.append(block)
            if len(kept) < MOST_KEPT:
                kept.append((block, bits.copy()))
        elif right is not None and not right:
            right[block] = bits.copy()
        tell(count)
    return Blocks(tuple(digests), tuple(wrong), tuple(kept))


def judge_exhaustive(
    subject: Subject, case: ExhaustiveCase, armed: Armed, tell: Tell
) -> tuple[CaseResult, Blocks | None]:
    """Judge a case of level exhaustive.

    The blocks are returned exactly when the case fails. Raises VectorError if the certificate
    cannot be read.
    """
    certificate = case.certificate()
    domain = certificate.domain
    started = time.perf_counter()
    try:
        found = run_blocks(subject.session, certificate, range(domain.blocks), armed, tell)
    except BackendError as error:
        again = subject.certify_command(case.id, case.level)
        return replace(base_result(case, outcome_of(error), one_line(error)), repeat=again), None
    seconds = round(time.perf_counter() - started, 6)
    result = replace(base_result(case, "pass"), elements=domain.inputs, seconds=seconds)
    whole = merkle_root(found.digests) == certificate.root
    if not found.wrong and whole:
        return result, None
    failed = replace(
        result,
        outcome="fail",
        wrong=len(found.wrong) or 1,
        reason=_reason(certificate, found.wrong),
        repeat=subject.certify_command(case.id, case.level),
    )
    return failed, found


def explain_exhaustive(
    subject: Subject, case: ExhaustiveCase, result: CaseResult, found: Blocks
) -> CaseResult:
    """Return a failing result with the wrong inputs of its first blocks, if they can be found."""
    certificate = case.certificate()
    narrowed = narrow_blocks(case, certificate, found.kept)
    if not narrowed.examples:
        more = f"; {narrowed.trouble}" if narrowed.trouble else ""
        return replace(result, reason=result.reason + more)
    left = len(found.wrong) - narrowed.blocks
    least = "at least " if left else ""
    reason = f"{least}{narrowed.wrong + left} of {result.elements} inputs are wrong"
    more = f"; {narrowed.trouble}" if narrowed.trouble else ""
    inputs, wanted, got = sample(certificate, narrowed)
    diagnosis, trouble = diagnose_safely(subject.session, case.call, inputs, [wanted], [got])
    more += f"; {trouble}" if trouble else ""
    return replace(
        result,
        reason=f"{reason}; {result.reason}{more}",
        wrong=narrowed.wrong + left,
        max_ulp=narrowed.max_ulp,
        examples=narrowed.examples,
        diagnosis=diagnosis,
        repeat=subject.explain_command(narrowed.examples[0].address),
    )


def _reason(certificate: Certificate, wrong: Sequence[int]) -> str:
    if not wrong:
        return (
            f"the tree hash over all {certificate.domain.blocks} digests is not the certified root "
            f"{certificate.root[:16]}..., though each digest begins as its leaf does"
        )
    named = ", ".join(block_text(certificate, block) for block in wrong[:4])
    more = f" and {len(wrong) - 4} more" if len(wrong) > 4 else ""
    return f"the digest of {named}{more} differs"


def block_text(certificate: Certificate, block: int) -> str:
    """Return a text with the number of a block and its range of inputs."""
    domain = certificate.domain
    first, count = domain.span(block)
    last = first + count - 1
    return f"block {block} (inputs {domain.element(first)} to {domain.element(last)})"
