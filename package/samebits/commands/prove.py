"""`samebits prove`: test a function on every input, and write the certificate."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource
from rich.console import Console
from rich.text import Text

from samebits.backends.hosting.remote import hosted
from samebits.common.errors import SamebitsError
from samebits.common.progress import Watch
from samebits.conformance.calls.subject import Subject, open_subject, split_device
from samebits.conformance.console import make_console
from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive import state as states
from samebits.conformance.exhaustive.proof import Request, prove
from samebits.conformance.exhaustive.state import State, certificate_of
from samebits.conformance.judging.options import Options
from samebits.conformance.machine import processors
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.profiles import PROFILES
from samebits.vectors.answers import can_answer
from samebits.vectors.certificate import Certificate, counts_distances, name_of, parse_attribute
from samebits.vectors.certificates import find_certificate, has_certificate
from samebits.vectors.domain import block_for, call_of, domain_of, exhaustible_calls
from samebits.vectors.flags import FLAGS
from samebits.vectors.manifest import read_manifest
from samebits.vectors.reader import ROOM
from samebits.vectors.writer import write_certificate


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settings:
    """Settings that all proofs of a run share."""

    backend: str
    device: str | None
    shard: tuple[int, int]
    resume: bool
    threads: int
    write: bool
    work: Path
    folder: Path


@click.command(
    epilog="\b\nExamples:\n"
    "  samebits prove exp --format f32\n"
    "  samebits prove exp --format f32 --shard 1/4\n"
    "  samebits prove --profile math --missing",
)
@click.argument("ops", metavar="[OP]...", nargs=-1)
@click.option(
    "--format", "labels", multiple=True, metavar="F",
    help="Format, or formats as in f32_to_bf16; repeatable; default: all that can be proven.",
)  # fmt: skip
@click.option("--profile", type=click.Choice(list(PROFILES)), help="All ops of a profile.")
@click.option(
    "--attribute", "attributes", multiple=True, metavar="NAME=VALUE",
    help="Attribute other than its default, as in saturate=false.",
)  # fmt: skip
@click.option(
    "--backend", default="c", show_default=True, metavar="NAME[:DEVICE]", help="Backend to check."
)
@click.option(
    "--device",
    metavar="DEVICE",
    help="Device of the backend; default: the last available one (for c the widest).",
)
@click.option("--missing", is_flag=True, help="Only calls without a certificate.")
@click.option("--shard", default="", metavar="K/N", help="Only part K of N; see --merge.")
@click.option("--merge", is_flag=True, help="Combine the shards in the work folder.")
@click.option("--resume", is_flag=True, help="Continue an unfinished proof.")
@click.option(
    "--threads", type=click.IntRange(1), metavar="N", help="Default: one for each processor."
)
@click.option("--no-write", is_flag=True, help="Write no certificate.")
@click.option(
    "--work", type=click.Path(path_type=Path, file_okay=False), default=states.WORK,
    show_default=True, help="Folder of unfinished proofs.",
)  # fmt: skip
@click.option(
    "--vectors", "folder", type=click.Path(path_type=Path, file_okay=False), default=ROOM,
    help="Folder of vectors to write to; default: that of this samebits.",
)  # fmt: skip
def command(
    ops: tuple[str, ...],
    labels: tuple[str, ...],
    profile: str | None,
    attributes: tuple[str, ...],
    backend: str,
    device: str | None,
    missing: bool,
    shard: str,
    merge: bool,
    resume: bool,
    threads: int | None,
    no_write: bool,
    work: Path,
    folder: Path,
) -> None:
    """Try every input of OP (2^32 in f32) on a backend, and write the certificate.

    Only the oracles decide each block of results; the backend must return the same bytes. If it
    does so for every input, the SHA-256 of the blocks and their Merkle root are written to
    data/OP/ in the folder of vectors. `samebits certify --level exhaustive` uses them to judge
    other backends.

    Finished blocks are stored in the work folder every few seconds: Ctrl-C loses no result, and
    --resume continues. Exit status: 0 if no input is wrong, 1 if some inputs are wrong, 2 if this
    cannot be decided.
    """
    backend, device = split_device(backend, device)
    settings = _Settings(
        backend=backend,
        device=device,
        shard=Options(backend=backend, shard=shard).shard_of() if shard else (1, 1),
        resume=resume,
        threads=threads or processors(),
        write=not no_write,
        work=work,
        folder=folder,
    )
    if merge:
        _refuse_with_merge(click.get_current_context())
    if settings.write and (merge or settings.shard[1] == 1):
        _require_room(folder)
    calls = chosen_calls(ops, labels, profile, attributes)
    if missing:
        calls = [call for call in calls if not has_certificate(folder, call)]
    console = make_console()
    if not ops:
        calls = _decidable(calls, console)
    written: list[Path] = []
    try:
        statuses = [_status(call, settings, console, written, merge, len(calls)) for call in calls]
    except KeyboardInterrupt:
        console.print(f"interrupted; continue with --resume (unfinished work is in {work})")
        sys.exit(130)
    finally:
        if written:
            _tell_root(folder, console)
    sys.exit(max(statuses, default=0))


def _refuse_with_merge(context: click.Context) -> None:
    """Raise JudgeError for options of new proofs, because --merge only combines finished shards."""
    for name in ("backend", "device", "shard", "resume", "threads"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise JudgeError(f"--merge only combines finished shards: omit --{name}")


def chosen_calls(
    ops: Sequence[str], labels: Sequence[str], profile: str | None, attributes: Sequence[str]
) -> list[Call]:
    """Return the calls that the options select.

    Raises SamebitsError for a call that cannot be tested on all inputs.
    """
    if not ops and profile is None:
        raise JudgeError("name an op: `samebits prove exp --format f32`; `samebits ops` lists them")
    names = list(ops) or [op.name for op in all_ops().values() if op.profile == profile]
    given = dict(parse_attribute(text) for text in attributes)
    found = []
    for name in names:
        if labels and ops:
            found += [call_of(name, label, given) for label in labels]
        else:
            some = exhaustible_calls(name, given)
            found += [call for label, call in some if not labels or label in labels]
    for call in found:
        domain_of(call)
    if not found:
        raise JudgeError(
            f"nothing to prove: no call of {', '.join(names)} can be tried on all inputs"
        )
    return found


def _decidable(calls: Sequence[Call], console: Console) -> list[Call]:
    """Return the calls that the oracles can decide on all inputs, and print the others."""
    left = [call for call in calls if can_answer(call)]
    out = [str(call) for call in calls if call not in left]
    if out:
        console.print(Text(f"no oracle decides all inputs of {', '.join(out)}", style="dim"))
    return left


def _status(
    call: Call, settings: _Settings, console: Console, written: list[Path], merge: bool, calls: int
) -> int:
    """Return the exit status of one proof.

    With several proofs, print an error instead of raising it.
    """
    try:
        return 0 if _one(call, settings, console, written, merge=merge) else 1
    except SamebitsError as error:
        if calls == 1:
            raise
        console.print(Text(f"{call}: no answer: {error}", style="red"))
        return 2


def _one(
    call: Call, settings: _Settings, console: Console, written: list[Path], *, merge: bool
) -> bool:
    """Run one proof, add written files to `written`, and return whether no input was wrong."""
    before = find_certificate(settings.folder, call)
    request = Request(
        domain=before.domain if before else domain_of(call, block_for(call)),
        threads=settings.threads,
        shard=settings.shard,
        resume=settings.resume,
        work=settings.work,
    )
    backend = settings.backend
    if merge:
        paths = states.shard_paths(settings.work, call)
        state = states.merged(paths)
        if states.missing_blocks(state, call):
            raise JudgeError(
                f"{call}: the {len(paths)} shards in {settings.work} lack "
                f"{states.missing_blocks(state, call)} of {state.domain(call).blocks} blocks; "
                "prove the missing ones with --shard"
            )
        judged = state.identity["judged"]
        call, backend = _call_of(state), _judged(judged)
    else:
        paths = [request.path]
        with open_subject(settings.backend, _device(settings), None) as subject:
            state = _with_progress(subject, request)
    console.print(Text("\n".join(summary(call, state, backend))))
    if states.missing_blocks(state, call):
        if settings.shard[1] > 1:
            console.print(f"  shard {settings.shard[0]}/{settings.shard[1]} kept in {request.path}")
        return not state.wrong
    writes = settings.write and not state.wrong
    if writes:
        written.append(_written(settings.folder, certificate_of(state, call)))
        console.print(Text(f"  certificate {name_of(call)} in {written[-1]}"))
    # shards may come from many machines, so they are removed only when a certificate replaces them
    if writes or not merge:
        for path in paths:
            path.unlink(missing_ok=True)
    return not state.wrong


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK)


def _written(folder: Path, certificate: Certificate) -> Path:
    try:
        return write_certificate(folder, certificate)
    except OSError as error:
        reason = error.strerror or error
        raise JudgeError(
            f"{folder}: the certificate cannot be written ({reason}); the proof is stored, and "
            "--resume writes it"
        ) from error


def _device(settings: _Settings) -> str | None:
    """Return the named device, or else the last available one, because the simplest come first."""
    if settings.device is not None:
        return settings.device
    with hosted(settings.backend) as backend:
        usable = [d.name for d in backend.devices() if d.available and not d.by_name]
    return usable[-1] if usable else None


def _judged(judged: Mapping[str, str]) -> str:
    """Return the name of the backend in a state of a proof."""
    return judged.get("backend_spelled") or judged.get("backend") or "an unnamed backend"


def _call_of(state: State) -> Call:
    """Return the call in a state of a proof. Raises JudgeError if this is not a valid call."""
    said = state.identity["proof"]["call"]
    try:
        op, version, inputs, outputs, attributes = json.loads(said)
        call = get_op(op).call(tuple(inputs), tuple(outputs), **attributes)
    except (ValueError, TypeError, KeyError, RecursionError, SamebitsError) as error:
        raise JudgeError(f"a proof of {said[:80]!r}, which is not a call") from error
    if call.version != version:
        raise JudgeError(f"a proof of version {version} of {op}; this samebits has {call.version}")
    return call


def _with_progress(subject: Subject, request: Request) -> State:
    """Run a proof, and show its progress and the remaining time."""
    with Watch(str(request.call), len(request.blocks()), make_console(stderr=True)) as watch:
        return prove(subject, request, watch.reach)


def summary(call: Call, state: State, spelled: str) -> list[str]:
    """Return the result of a proof as text, line by line."""
    domain = state.domain(call)
    inputs = sum(domain.span(block)[1] for block in state.digests)
    judged = state.identity["judged"]
    who = f"{judged['backend']}:{judged['device']}"
    lines = [f"{call} on {who}: {state.wrong:,} wrong of {inputs:,} inputs, {state.seconds:.1f} s"]
    if state.hardest:
        bits, hardest = state.hardest[0]
        lines.append(f"  hardest {domain.element(hardest)} ({bits:.1f} bits)")
    method = state.identity["proof"]["method"]
    if counts_distances(method):
        lines.append(f"  {state.ties:,} ties; {state.near:,} near inputs left to the op's oracle")
    lines.append(f"  oracles: {method}")
    form = get_format(call.outputs[0])
    name = name_of(call).partition("+")
    for example in state.examples:
        element = domain.element(example.input)
        variant = f"/{name[2]}" if name[1] else ""
        lines.append(
            f"  input {element}: wanted {form.hex(example.wanted)}, got {form.hex(example.got)}; "
            f"samebits explain {call.op}/{call.label}/exhaustive{variant}/{element} "
            f"--backend {spelled} --device {judged['device']}"
        )
    if state.wrong > len(state.examples):
        lines.append(f"  and {state.wrong - len(state.examples):,} more")
    if not state.wrong and not states.missing_blocks(state, call):
        lines.append(f"  root {certificate_of(state, call).root}")
    return lines


def _require_room(folder: Path) -> None:
    """Raise JudgeError if no certificate can be written to the folder.

    It is checked before the proof, which can take hours.
    """
    if not folder.is_dir():
        what = "does not exist"
    elif not (folder / FLAGS).is_file():
        what = f"holds no {FLAGS}, so it is no folder of vectors"
    elif not _writable(folder):
        what = "is read-only"
    else:
        return
    raise JudgeError(
        f"no certificate can be written: {folder} {what}; name another folder by --vectors, or "
        "prove without one by --no-write"
    )


def _tell_root(folder: Path, console: Console) -> None:
    """Print the new root digest of the vectors, because reports contain it."""
    try:
        console.print(Text(f"root of the vectors {read_manifest(folder).root}"))
    except SamebitsError as error:
        console.print(Text(f"the certificate is written, but the vectors are damaged: {error}"))
