"""The pytest plugin that runs the judge.

It is loaded only by `-p samebits.conformance.judging.plugin`. It replaces collection: the items are
the planned cases and laws, and files on disk are ignored. The controller plans, asks `supports`,
and stores the results. Items run in this process or in workers of pytest-xdist, which get the
planned ids and send results back with their reports. `runner.run` makes the arguments that exclude
the user's own pytest settings.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from samebits.common.errors import SamebitsError
from samebits.conformance.errors import JudgeError, error_line
from samebits.conformance.judging import hooks
from samebits.conformance.judging.controller import Controller
from samebits.conformance.judging.items import CaseItem, StoppedItem, Worker
from samebits.conformance.judging.options import DEADLINE, SETS, Options
from samebits.conformance.judging.plan import Work, look_up
from samebits.conformance.questions.wanted import SECRET_BYTES
from samebits.conformance.results.records import SeedOrigin
from samebits.conformance.results.waivers import read_waivers
from samebits.spec.formats import FORMATS
from samebits.spec.profiles import LEVELS, PROFILES
from samebits.vectors.reader import Vectors

CONTROLLER: pytest.StashKey[Controller] = pytest.StashKey()
WORKER: pytest.StashKey[Worker] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the judge to pytest; `Options` has their typed values."""
    group = parser.getgroup("samebits", "samebits: judge a backend")
    group.addoption("--backend", metavar="NAME", help="a registered backend, or py:module:object")
    group.addoption("--device", metavar="DEVICE", help="default: the first available one")
    group.addoption("--level", default="standard", metavar="LEVEL", help=", ".join(LEVELS))
    many = {
        "profile": f"only this profile: {', '.join(PROFILES)}",
        "op": "only this op",
        "format": f"only this format: {', '.join(FORMATS)}",
        "set": f"only this set: {', '.join(SETS)}",
        "case": "only ids that match this shell pattern",
    }
    for name, text in many.items():
        group.addoption(
            f"--{name}", action="append", default=[], metavar=name.upper(), help=f"{text}; repeat"
        )
    group.addoption("--shard", default="", metavar="K/N", help="only part K of N")
    group.addoption("--threads", type=int, metavar="N", help="threads of the session")
    group.addoption(
        "--deadline", type=float, default=DEADLINE, metavar="SECONDS", help="time limit of one case"
    )
    group.addoption("--waivers", metavar="FILE", help="TOML file of known failures")
    group.addoption("--vectors", metavar="FOLDER", help="vectors in another folder")
    group.addoption(
        "--seed", default="", metavar="SEED", help="draw operands from it; default: a new one"
    )
    group.addoption(
        "--seed-origin", default="", choices=get_args(SeedOrigin), help="who chose the seed"
    )
    group.addoption("--answers", metavar="FOLDER", help="keep the digests of answers there")
    group.addoption(
        "--secret", type=int, metavar="FD", help="read the secret of --answers from this descriptor"
    )
    group.addoption("--pulse", metavar="FILE", help="tell here how far the exhaustive cases are")


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare the hooks for recorders."""
    pluginmanager.add_hookspecs(hooks)


def options_of(config: pytest.Config) -> Options:
    """Return the options of a run. Raises SamebitsError for invalid options."""
    get = config.getoption
    if not get("--backend"):
        raise JudgeError(
            "no backend is given: use --backend NAME; `samebits backends` lists the names"
        )
    return Options(
        backend=get("--backend"),
        device=get("--device"),
        level=get("--level"),
        profiles=tuple(get("--profile")),
        ops=tuple(get("--op")),
        formats=tuple(get("--format")),
        sets=tuple(get("--set")),
        cases=tuple(get("--case")),
        shard=get("--shard"),
        threads=get("--threads"),
        deadline=get("--deadline"),
        waivers=Path(get("--waivers")) if get("--waivers") else None,
        vectors=Path(get("--vectors")) if get("--vectors") else None,
        pulse=Path(get("--pulse")) if get("--pulse") else None,
        seed=get("--seed"),
        seed_origin=get("--seed-origin"),
        answers=Path(get("--answers")) if get("--answers") else None,
        workers=len(config.getoption("tx", None) or []),
    ).check()


def _secret(config: pytest.Config) -> bytes:
    """Read the secret from the descriptor that the caller passed, or make a random one."""
    descriptor = config.getoption("--secret")
    if descriptor is None:
        return os.urandom(SECRET_BYTES)
    with os.fdopen(descriptor, "rb") as pipe:
        return pipe.read()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Plan the run on the controller, before any worker starts."""
    config = session.config
    if hasattr(config, "workerinput"):
        return
    try:
        options = replace(options_of(config), secret=_secret(config)).seeded()
        config.option.seed = options.seed  # workers inherit the options of this process
        controller = Controller(session, options)
        config.stash[CONTROLLER] = controller
        config.pluginmanager.register(controller, "samebits-controller")
        controller.plan()
    except (SamebitsError, OSError) as error:
        text = error_line(error)
        config.hook.pytest_samebits_failed(config=config, text=text)
        raise pytest.UsageError(text) from error


def pytest_collection(session: pytest.Session) -> bool | None:
    """Make one item for each planned id, in order, without looking at files or folders."""
    config = session.config
    handed = getattr(config, "workerinput", {}).get("samebits")
    if handed is None:
        controller = config.stash[CONTROLLER]
        if controller.distributed:
            return None  # pytest-xdist collects in the workers
        handed = controller.handed_out()
    options = replace(options_of(config), **handed["set"])
    waivers = read_waivers(options.waivers) if options.waivers else ()
    try:
        work = _planned_work(options, handed)
    except SamebitsError as error:
        text = str(error)
        session.items = [StoppedItem.from_parent(session, name=i, text=text) for i in handed["ids"]]
    else:
        worker = config.stash[WORKER] = Worker(options, waivers, handed["promises"])
        session.items = [
            CaseItem.from_parent(session, name=item.id, work=item, worker=worker) for item in work
        ]
    session.testscollected = len(session.items)
    config.hook.pytest_collection_modifyitems(session=session, config=config, items=session.items)
    config.hook.pytest_collection_finish(session=session)
    session.testscollected = len(session.items)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Judge one case and send one report.

    pytest's own protocol sends three reports for each item, two of them about setup and teardown,
    which cases do not have. Workers would send all three to the controller. If pytest's terminal
    plugin is loaded, the usual protocol is used.
    """
    ours = isinstance(item, (CaseItem, StoppedItem))
    if not ours or item.config.pluginmanager.hasplugin("terminalreporter"):
        return None
    stops = (pytest.exit.Exception, KeyboardInterrupt)
    call = pytest.CallInfo.from_call(item.runtest, when="call", reraise=stops)
    report = item.ihook.pytest_runtest_makereport(item=item, call=call)
    item.ihook.pytest_runtest_logreport(report=report)
    return True


def _planned_work(options: Options, handed: Mapping[str, Any]) -> list[Work]:
    """Return the planned cases, from the same vectors as the plan.

    Raises SamebitsError if the vectors have changed.
    """
    vectors = Vectors.open(options.vectors)
    if vectors.manifest.root != handed["root"]:
        raise JudgeError("the vectors have changed since the run was planned; run it anew")
    return look_up(vectors, handed["ids"], options.level)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the session of this process."""
    worker = config.stash.get(WORKER, None)
    if worker is not None:
        worker.close()
        del config.stash[WORKER]
