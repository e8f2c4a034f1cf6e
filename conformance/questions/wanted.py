"""The right answers to drawn questions, computed by the NumPy route once for all devices.

Only the SHA-256 of an answer is stored, in a folder of the run. A backend is a process of the same
user and could read and write there. The digest of a short result reveals its bits to a program that
tries all bit patterns. Therefore the digests are encrypted with a secret that only the processes of
the judge have. They are also stored with an authentication code (HMAC-SHA-256) that is made with
this secret, and are ignored if the code is wrong. If a digest differs, the answer is computed again
to show the elements.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from samebits.conformance.errors import JudgeError
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.route import evaluate
from samebits.vectors.digests import bits_digest

Bits = np.ndarray[Any, Any]
Digests = tuple[str, ...]
"""The SHA-256 of each result of a call, in hexadecimal, or the beginning of the SHA-256."""


def answer(question: Question) -> list[Bits]:
    """Return the right bits of every result. Raises SamebitsError if only a digest is known."""
    if question.leaf:
        raise JudgeError(
            f"only the certified digest of {question.call} on all inputs is known, not its bits"
        )
    if question.wanted is not None:
        known = zip(question.wanted, question.output_shapes, strict=True)
        return [np.resize(bits, shape) for bits, shape in known]
    if question.period:
        few = evaluate(question.call, question.operands(question.period))
        pairs = zip(few, question.output_shapes, strict=True)
        return [np.resize(bits, shape) for bits, shape in pairs]
    return evaluate(question.call, question.operands())


def has_digests(results: Sequence[Bits], digests: Digests) -> bool:
    """Return whether each result has its digest.

    Only the beginning of a digest may be known.
    """
    pairs = zip(digests_of(results), digests, strict=True)
    return all(got.startswith(wanted) for got, wanted in pairs)


def digests_of(results: Sequence[Bits]) -> Digests:
    """Return the digest of each result."""
    return tuple(bits_digest(bits) for bits in results)


SECRET_BYTES = 32
"""The length of the secret of a run in bytes."""


class Answers:
    """The digests of the answers of one run.

    Without a folder they are not stored. The processes of the judge share `secret`, and hosts do
    not have it.
    """

    def __init__(self, folder: Path | None, secret: bytes = b"") -> None:
        self._folder = folder
        self._secret = secret

    def digests(self, case_id: str, seed: str, questions: Sequence[Question]) -> list[Digests]:
        """Return the digests of the answers to a case's questions. Missing ones are computed."""
        path = self._path(case_id, seed) if questions and questions[0].wanted is None else None
        kept = self._read(path)
        if kept is not None and len(kept) == len(questions):
            return [tuple(map(str, digests)) for digests in kept]
        known: dict[Question, Digests] = {}
        alone = [question.alone() for question in questions]
        for question in alone:
            if question not in known:
                leaf = (question.leaf,) if question.leaf else None
                known[question] = leaf or digests_of(answer(question))
        found = [known[question] for question in alone]
        self._write(path, found)
        return found

    def known(self, case_id: str, seed: str) -> dict[str, Digests]:
        """Return the digests by name that `learn` stored for a case, or {} if it stored none."""
        kept = self._read(self._path(case_id, seed))
        return {str(name): tuple(digests) for name, digests in kept.items()} if kept else {}

    def learn(self, case_id: str, seed: str, found: Mapping[str, Digests]) -> None:
        """Store digests by name for the other devices of the run."""
        self._write(self._path(case_id, seed), found)

    def _path(self, case_id: str, seed: str) -> Path | None:
        if self._folder is None:
            return None
        return self._folder / (hashlib.sha256(f"{seed} {case_id}".encode()).hexdigest() + ".json")

    def _code(self, path: Path, text: bytes) -> bytes:
        """Return the authentication code of a file's name and content, in hexadecimal."""
        return hmac.digest(self._secret, path.name.encode() + b"\n" + text, "sha256").hex().encode()

    def _read(self, path: Path | None) -> Any:
        """Return the stored value, or None if it cannot be read or has a wrong code."""
        if path is None:
            return None
        try:
            code, _, hidden = path.read_bytes().partition(b"\n")
        except OSError:
            return None
        if not hmac.compare_digest(code, self._code(path, hidden)):
            return None
        return json.loads(self._veiled(path, hidden))

    def _veiled(self, path: Path, data: bytes) -> bytes:
        """Encrypt or decrypt bytes with a stream that depends on the secret and the file name."""
        key = hmac.digest(self._secret, b"veil " + path.name.encode(), "sha256")
        stream = hashlib.shake_256(key).digest(len(data))
        pair = (np.frombuffer(each, np.uint8) for each in (data, stream))
        return np.bitwise_xor(*pair).tobytes()

    def _write(self, path: Path | None, found: object) -> None:
        """Write the file atomically.

        It is not synced, because it is useless after the run. If the disk is full, the answer is
        not stored, and the next process computes it again.
        """
        if path is None:
            return
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        hidden = self._veiled(path, json.dumps(found).encode())
        with suppress(OSError):
            try:
                temporary.write_bytes(self._code(path, hidden) + b"\n" + hidden)
                temporary.replace(path)
            except OSError:
                temporary.unlink(missing_ok=True)
