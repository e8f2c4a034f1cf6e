"""Run a row of the table of long runs, in a separate environment.

nox names environments after sessions, and `nox --list` shows every session. The session of a row is
therefore made only if the command line names the row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import nox

from sessions import table
from sessions.environments import (
    install_checkout,
    install_cuda_compiler,
    install_real_inputs,
    link_rooms,
)
from sessions.record import Record
from sessions.records import RECORDS
from sessions.torch_releases import torch_news, torch_releases

WISHES: Mapping[str, Callable[[nox.Session], None]] = {
    "real": install_real_inputs,
    "cuda": install_cuda_compiler,
}


def begin(session: nox.Session) -> None:
    """Print the table, or schedule the sessions of the row that the arguments name."""
    if not session.posargs:
        print(table.printed(), end="")
        return
    name, *arguments = session.posargs
    if name == "--index":
        text = table.PAGE.read_text(encoding="utf-8")
        table.PAGE.write_text(table.with_index(text), encoding="utf-8")
        return
    if name not in RECORDS:
        session.error(table.unknown(name))
    variants = list(RECORDS[name].variants) or [""]
    if arguments and arguments[0] in variants:
        variants = [arguments.pop(0)]
    for variant in variants:
        session.notify(session_name(name, variant), arguments)


def make_sessions(command_line: Sequence[str]) -> None:
    """Make the sessions of a row, if a command line of nox names one after `--`."""
    words = list(command_line)
    row = RECORDS.get(words[words.index("--") + 1]) if "--" in words[:-1] else None
    if row is None:
        return
    for variant in list(row.variants) or [""]:
        nox.session(name=session_name(row.name, variant))(_performer(row, variant))


def session_name(name: str, variant: str) -> str:
    """Return the name of a row's session, which is also the name of its environment."""
    return "-".join(["record", name, *([variant] if variant else [])])


def perform(session: nox.Session, row: Record, variant: str = "") -> None:
    """Install the packages of a row, and run its commands with the session's arguments."""
    environment = _install(session, row, variant)
    if row.name in FUNCTIONS:
        FUNCTIONS[row.name](session)
        return
    for call in row.calls(session.posargs):
        variables = {**environment, **call.environment}
        session.run("python", *call.words, env=variables, success_codes=[*call.codes])


def _performer(row: Record, variant: str) -> Callable[[nox.Session], None]:
    def run(session: nox.Session) -> None:
        perform(session, row, variant)

    run.__doc__ = row.what
    return run


def _install(session: nox.Session, row: Record, variant: str) -> dict[str, str]:
    packages = (*row.packages, *row.variants.get(variant, ()))
    if not row.builds:
        return link_rooms(session, *packages)
    install_checkout(session, *row.extras)
    if packages:
        session.install(*packages)
    for wish in row.wishes:
        WISHES[wish](session)
    return {}


def machine_code(session: nox.Session) -> None:
    """Judge the machine code of kernels for one architecture.

    The default is golden cases of level smoke. The processor interprets every instruction, so a
    case takes seconds or minutes. An interrupted run continues with `--resume`.
    """
    arguments = list(session.posargs)
    capability = "90"
    if "--capability" in arguments:
        at = arguments.index("--capability")
        capability = arguments[at + 1]
        del arguments[at : at + 2]
    folder = Path("build/machine_code")
    certify = ("samebits", "certify", "--backend", "cuda", "--device", f"cuda:sm_{capability}")
    usual = [] if "--level" in arguments else ["--level", "smoke"]
    usual += [] if "--set" in arguments else ["--set", "golden"]
    session.run(*certify, "--out", str(folder), *usual, *arguments, success_codes=[0, 1])
    report = str(folder / f"cuda-sm_{capability}.jsonl")
    session.run("python", "-m", "samebits.conformance.trials.emulated", report)


FUNCTIONS: Mapping[str, Callable[[nox.Session], None]] = {
    "machine_code": machine_code,
    "torch_news": torch_news,
    "torch_releases": torch_releases,
}
"""Functions for the rows that need more than commands, by name of the row."""
