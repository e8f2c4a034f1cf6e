"""Test that the root digest covers the lines that the README lists."""

from __future__ import annotations

import hashlib

from samebits.spec.documents.rules import normative_digest
from samebits.vectors.flags import flags_digest, read_flags
from samebits.vectors.manifest import Manifest
from samebits.vectors.part import read_part
from samebits.vectors.reader import ROOM


def test_the_root_is_the_digest_of_the_lines_that_the_readme_lists() -> None:
    add, flags = read_part(ROOM, "add"), read_flags(ROOM)
    lines = (
        "samebits vectors 3",
        f"specification {normative_digest()}",
        f"flags {flags_digest(flags)}",
        f"add {add.seal}",
    )
    wanted = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    assert Manifest(flags, {"add": add}).root == wanted
    readme = (ROOM / "README.md").read_text()
    assert "\n    samebits vectors 3\n    specification DIGEST\n    flags DIGEST\n" in readme
