"""Choose mutants: all mutants of the files that judge, and a random part of the others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from samebits.common.sources import ASIDE, digest_of
from samebits.conformance.trials.judge_mutants.operators import Mutant, mutants

ROOT = Path(__file__).resolve().parents[3]

GROUPS: dict[str, tuple[str, ...]] = {
    "comparison": (
        "conformance/calls/comparison.py",
        "conformance/calls/narrow.py",
    ),
    "verdict": ("conformance/results/verdict.py",),
    "verify": ("reports/verify.py", "reports/plausible.py"),
    "plan": ("conformance/judging/plan.py", "reports/plan.py"),
    "readers": (
        "common/files.py",
        "common/reading.py",
        "vectors/reader.py",
        "vectors/files.py",
        "vectors/manifest.py",
        "vectors/part.py",
        "vectors/contents.py",
        "vectors/pools.py",
        "vectors/certificate.py",
        "vectors/certificates.py",
        "vectors/address.py",
        "reports/reading.py",
        "reports/lines.py",
        "reports/fields.py",
        "reports/values.py",
        "conformance/results/records.py",
        "conformance/results/schema1.py",
    ),
    "host protocol": (
        "package/samebits/commands/host.py",
        *(f"backends/hosting/{name}.py" for name in (
            "demands", "fenv", "footprint", "last_words", "leash", "link", "mapped",
            "memory", "messages", "placing", "process", "remote", "serve", "session", "together",
            "wire",
        )),
    ),
}  # fmt: skip

OTHERS = 500
"""The number of mutants that are drawn, with a fixed seed, from the other files of the judge."""

_SEED = "17"


def all_mutants(root: Path = ROOT, kept: Iterable[str] = ()) -> dict[str, list[Mutant]]:
    """Return the mutants of each group.

    The group "others" has the mutants drawn from the rest of the judge. `kept` are the names of
    mutants for which there are results.
    """
    return {**judging(root), "others": drawn(rest(root), kept)}


def judging(root: Path = ROOT) -> dict[str, list[Mutant]]:
    """Return all mutants of the files in GROUPS, which contain the judging itself."""
    return {
        group: [m for name in names for m in of_file(root, name)] for group, names in GROUPS.items()
    }


def of_file(root: Path, name: str) -> list[Mutant]:
    """Return the mutants of one file.

    Raises OSError or SyntaxError if it cannot be read or parsed.
    """
    return mutants(name, (root / name).read_text())


def rest(root: Path = ROOT) -> list[Mutant]:
    """Return all mutants of files of the judge and its commands that belong to no group."""
    named = {name for names in GROUPS.values() for name in names}
    found: list[Mutant] = []
    for room in ("conformance", "package/samebits"):
        for path in sorted((root / room).rglob("*.py")):
            name = path.relative_to(root)
            if not ASIDE & {*name.parts} and name.as_posix() not in named:
                found += of_file(root, name.as_posix())
    return found


def drawn(rest: Iterable[Mutant], kept: Iterable[str], number: int = OTHERS) -> list[Mutant]:
    """Return `number` mutants of `rest`. Mutants with results (`kept`) come first.

    The others are ordered by a digest of seed and name. A change of one function therefore replaces
    only the mutants of this function in the draw.
    """
    before = set(kept)

    def order(mutant: Mutant) -> tuple[bool, bytes]:
        lot = hashlib.sha256(f"{_SEED} {mutant.name}".encode()).digest()
        return mutant.name not in before, lot

    return sorted(sorted(rest, key=order)[:number], key=lambda m: (m.path, m.start, m.end, m.put))


def digest(root: Path, names: list[str]) -> str:
    """Return a digest of the code of these files, which shows to which sources a record applies."""
    return digest_of((root / name for name in names), root)


TESTS = (
    "backends/hosting/tests",
    "backends/tests",
    "conformance/tests",
    "reports/tests",
    "common/tests/test_files.py",
    "common/tests/test_reading.py",
    "vectors/tests/test_address.py",
    "vectors/tests/test_certificate.py",
    "vectors/tests/test_certificates.py",
    "vectors/tests/test_contents.py",
    "vectors/tests/test_digests.py",
    "vectors/tests/test_limits_of_files.py",
    "vectors/tests/test_manifest.py",
    "vectors/tests/test_mutations.py",
    "vectors/tests/test_part.py",
    "vectors/tests/test_pools.py",
    "vectors/tests/test_reader.py",
    "vectors/tests/test_reader_of_cases.py",
    "vectors/tests/test_schema.py",
    "vectors/tests/test_writer.py",
)
"""The test files that are run on mutants of the judge."""
