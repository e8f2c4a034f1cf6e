"""The damaged files, and how a reader may respond: refuse in one line, or read the same content.

A target is made once, in its own folder. Each call takes a random generator, damages the file in a
different way, reads it, and returns whether the reader accepted it. The reader has a mistake if it
raises anything but a SamebitsError of one line. It also has a mistake if it accepts a change of
something that a seal protects.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from samebits.conformance.exhaustive.prover import Wrong
from samebits.conformance.exhaustive.sealed import read_sealed, write_sealed
from samebits.conformance.exhaustive.state import State, certificate_of, load
from samebits.conformance.results.waivers import read_waivers
from samebits.conformance.trials.file_mutations.reports import (
    partial_bytes,
    partial_resumed,
    report_bytes,
    report_forged,
    report_gzip,
    report_pages,
)
from samebits.conformance.trials.file_mutations.ways import Trial, on_bytes
from samebits.vectors.certificate import call_named
from samebits.vectors.certificates import read_certificate
from samebits.vectors.contents import OpFolder
from samebits.vectors.files import parse_json
from samebits.vectors.flags import FLAGS, read_flags
from samebits.vectors.part import FILES, NAME, parse_part, path_of, read_part
from samebits.vectors.reader import ROOM
from samebits.vectors.tests.mutating import altered, damaged, mutated, one_line

OP = "exp"
WAIVERS = b"""
[[waiver]]
id = "add/f32/*"
status = "waived"
reason = "driver bug 123"
expires = 2031-01-31

[[waiver]]
id = "exp/*"
status = "xfail"
reason = "another"
expires = 2032-02-29
"""


def waivers_bytes(folder: Path) -> Trial:
    """Damage a waiver file. This file is written by hand and has no seal."""
    path = folder / "waivers.toml"
    return on_bytes(path, WAIVERS, lambda: read_waivers(path))


def state_bytes(folder: Path) -> Trial:
    """Damage the bytes of an unfinished proof."""
    path, state = _state(folder)

    def ask() -> None:
        assert load(path) == state

    return on_bytes(path, path.read_bytes(), ask)


def state_forged(folder: Path) -> Trial:
    """Put unexpected values into an unfinished proof, seal it correctly, and read it."""
    path, _ = _state(folder)
    good = read_sealed(path)
    call = call_named("neg", "f16")

    def trial(draw: random.Random) -> bool:
        changed = altered(good, draw)
        try:
            write_sealed(path, changed)
        except (TypeError, ValueError):  # not an object, or a number that JSON cannot express
            path.write_text(json.dumps(changed))
        return one_line(lambda: certificate_of(load(path), call).stored())

    return trial


def vectors_bytes(folder: Path) -> Trial:
    """Damage the bytes of a file of an op.

    If the reader accepts it, the content must be unchanged.
    """
    shutil.copy(ROOM / FLAGS, folder / FLAGS)
    shutil.copytree(path_of(ROOM, OP), path_of(folder, OP))
    part = read_part(folder, OP)
    kinds = {name: OpFolder(folder, part).content(kind) for kind, name in FILES.items()}
    kind_of = {name: kind for kind, name in FILES.items()}
    paths = [path_of(folder, OP) / name for name in (*kinds, NAME)]
    good = {path: path.read_bytes() for path in (*paths, folder / FLAGS)}
    flags = read_flags(folder)

    def trial(draw: random.Random) -> bool:
        path = draw.choice(sorted(good))

        def ask() -> None:
            # missing entries are allowed here, because the root digest detects them
            if path.name == FLAGS:
                assert all(flags[name] == flag for name, flag in read_flags(folder).items())
            elif path.name == NAME:
                assert read_part(folder, OP) == part
            else:
                found = OpFolder(folder, part).content(kind_of[path.name])
                assert found == kinds[path.name]

        path.write_bytes(mutated(good[path], draw))
        try:
            return one_line(ask)
        finally:
            path.write_bytes(good[path])

    return trial


def certificates_forged(folder: Path) -> Trial:
    """Put unexpected values into certificates, with matching digests."""
    files = OpFolder(ROOM, read_part(ROOM, OP))
    data = files.data()

    def trial(draw: random.Random) -> bool:
        stored = draw.choice(data.certificates)
        text, leaves = damaged(stored.text, draw), stored.leaves
        if draw.random() < 0.2:
            leaves = mutated(leaves, draw)
        forged = replace(stored, text=text, leaves=leaves)
        files.__dict__["_certificates"] = {stored.name: forged}
        return one_line(lambda: read_certificate(files, stored.name))

    return trial


def manifests_forged(folder: Path) -> Trial:
    """Put unexpected values into manifests."""
    text = (path_of(ROOM, OP) / NAME).read_bytes()

    def trial(draw: random.Random) -> bool:
        data = damaged(text, draw)
        return one_line(lambda: parse_part(parse_json("p", data), "p").to_bytes())

    return trial


TARGETS: Mapping[str, Callable[[Path], Trial]] = {
    make.__name__: make
    for make in (
        report_bytes,
        report_gzip,
        report_forged,
        report_pages,
        partial_bytes,
        partial_resumed,
        waivers_bytes,
        state_bytes,
        state_forged,
        vectors_bytes,
        certificates_forged,
        manifests_forged,
    )
}


def _state(folder: Path) -> tuple[Path, State]:
    identity = {
        "proof": {"call": '["neg",1,["f16"],["f16"],{}]', "spec": "0.1", "method": "arithmetic"},
        "oracles": {"numpy": "2"},
        "judged": {"backend": "c", "cpu": "a"},
    }
    hardest = [(31.5, 77), (30.25, 5)]
    state = State(identity, {0: "ab" * 32}, 3, 1, hardest, 1, [Wrong(1, 2, 3)], 4.25)
    path = folder / "neg-f16.json"
    state.save(path)
    return path, state
