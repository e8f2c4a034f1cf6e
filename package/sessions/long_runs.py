"""Sessions of minutes to hours whose records are committed, and shown by pages of docs/."""

from __future__ import annotations

from pathlib import Path

import nox

from sessions.environments import (
    BUILT,
    LINTERS,
    MODELS,
    NVRTC,
    TORCH,
    TORCH_TESTS,
    install_checkout,
    install_cuda_compiler,
    install_real_inputs,
    link_rooms,
    run_program,
)


@nox.session
def emulated(session: nox.Session) -> None:
    """Judge the CUDA backend at level standard on the emulated device, whole; half an hour.

    What was found is kept for docs/results/long-runs.md. An interrupted run goes on
    with `-- --resume`.
    """
    install_checkout(session, "judge")
    certify = ("samebits", "certify", "--backend", "cuda", "--device", "cuda:emulated")
    folder = Path("build/emulated")
    session.run(*certify, "--out", str(folder), *session.posargs, success_codes=[0, 1])
    report = str(folder / "cuda-emulated.jsonl")
    session.run("python", "-m", "samebits.conformance.trials.emulated", report)


@nox.session
def machine_code(session: nox.Session) -> None:
    """Judge the kernels as machine code: nox -s machine_code [-- --capability 80] [-- --op exp].

    Every instruction is executed by this processor, so that a case takes a second or minutes.
    Asked are golden cases of level smoke, unless something else is said; what was found is kept for
    docs/results/long-runs.md. An interrupted run goes on with `-- --resume`.
    """
    install_checkout(session, "judge")
    session.install(*NVRTC)
    arguments = list(session.posargs)
    capability = "90"
    if "--capability" in arguments:
        at = arguments.index("--capability")
        capability = arguments[at + 1]
        del arguments[at : at + 2]
    name = f"cuda-sm_{capability}"
    folder = Path("build/machine_code")
    certify = ("samebits", "certify", "--backend", "cuda", "--device", f"cuda:sm_{capability}")
    usual = [] if "--level" in arguments else ["--level", "smoke"]
    usual += [] if "--set" in arguments else ["--set", "golden"]
    session.run(*certify, "--out", str(folder), *usual, *arguments, success_codes=[0, 1])
    session.run(
        "python", "-m", "samebits.conformance.trials.emulated", str(folder / f"{name}.jsonl")
    )


@nox.session
def predictions(session: nox.Session) -> None:
    """Predict speed on four GPUs from machine code; nox -s predictions [-- --capability 90].

    Half an hour for all; what was done is kept, so that it can be interrupted. The page is
    backends/cuda/lab/predicted/PREDICTIONS.md.
    """
    install_checkout(session, "judge")
    session.install(*NVRTC, TORCH)
    session.run("python", "-m", "samebits.backends.cuda.lab.predicted", *session.posargs)


@nox.session
def lease(session: nox.Session) -> None:
    """Kill leases of the emulated device and go on elsewhere: nox -s lease [-- --rounds 20].

    Each must end with the report of one that was left in peace.
    """
    install_checkout(session, "test")
    session.install(TORCH)
    session.run(
        "python", "-m", "samebits.backends.cuda.lab.lease.rehearse", *session.posargs, env=BUILT
    )


@nox.session
def mutations(session: nox.Session) -> None:
    """Damage every kind of file that the judge reads: nox -s mutations [-- --count 100000].

    Each kind has a process of its own, 500 MB, and 10 s for each mutation; nothing is built.
    """
    names = {**link_rooms(session), "OPENBLAS_NUM_THREADS": "1"}
    session.run(
        "python", "-m", "samebits.conformance.trials.file_mutations", *session.posargs, env=names
    )


@nox.session
def mutants(session: nox.Session) -> None:
    """Change one expression of the judge at a time: nox -s mutants [-- --group verdict].

    Hours for all; what was done is kept in build/mutants, so that it can be interrupted, and is
    packed beside the record at the end, so that it can be gone on with after a loss. The copy that
    is changed lies in a temporary folder. The table is docs/results/mutants.md; the status is 1
    where a mutant survives that nobody has explained.
    """
    install_checkout(session, "test")
    tester = ("python", "-m", "samebits.conformance.trials.judge_mutants")
    arguments = [*session.posargs, "--page", "docs/results/mutants.md"]
    session.run(*tester, *arguments, env=BUILT, success_codes=[0, 1])


@nox.session
def sabotage(session: nox.Session) -> None:
    """Plant faults by program before the judge: nox -s sabotage [-- --count 6000] [-- --resume].

    Half an hour for 6000; the table is docs/results/saboteurs.md. Some survivors are put again to
    questions of other seeds. The status is 1 where a fault that the judge is bound to see was not
    caught.
    """
    install_checkout(session, "test")
    harness = ("python", "-m", "samebits.conformance.trials.sabotage.harness")
    session.run(*harness, *session.posargs, success_codes=[0, 1])
    page = "docs/results/saboteurs.md"
    session.run(*harness, "--again", "2", "--page", page, success_codes=[0, 1])


@nox.session
def sabotage_classes(session: nox.Session) -> None:
    """Plant faults that kernel authors make: nox -s sabotage_classes [-- --count 800] [--resume].

    Class, op and format are drawn at random (`--seed`); the table is
    docs/results/saboteurs-classes.md. The status is 1 where a fault that the judge is bound to see
    was not caught. With `--every-case` each fault meets every case, and a table says which kinds of
    cases catch it and what they cost.
    """
    install_checkout(session, "test")
    results = ("--classes", "--results", "build/sabotage-classes.jsonl")
    harness = ("python", "-m", "samebits.conformance.trials.sabotage.harness", *results)
    usual = [] if "--count" in session.posargs else ["--count", "800"]
    session.run(*harness, *usual, *session.posargs, success_codes=[0, 1])
    session.run(*harness, "--page", "docs/results/saboteurs-classes.md")


@nox.session
def orders(session: nox.Session) -> None:
    """Fill operands with NaN, infinite and absent stretches in every order: [-- --op softmax].

    All C devices and the emulated CUDA device are compared with the NumPy route, an hour; what was
    found of all ops is kept for docs/results/long-runs.md. An interrupted run goes on
    with `-- --resume`.
    """
    install_checkout(session, "test")
    usual = ["--record"] if set(session.posargs) <= {"--resume"} else []
    session.run("python", "-m", "samebits.conformance.trials.orders", *usual, *session.posargs)


@nox.session
def one_op(session: nox.Session) -> None:
    """Add ops as CONTRIBUTING.md says, in a copy of the checkout: nox -s one_op [-- stretch ptp].

    Then each of their fields and files is left out, which an error must name, and the unit tests
    and lint are run there; `--part K/N` runs a part of the slow tests. Two hours on two cores
    with 1/8, most of them for compiling and the tests; a run that was interrupted goes on. The copy
    is kept in build/one_op; what was found of all is kept for docs/results/long-runs.md. Without
    NVRTC the gates are not run.
    """
    install_checkout(session, "test")
    session.install(TORCH, *LINTERS)
    install_real_inputs(session)
    install_cuda_compiler(session)
    session.run("python", "-m", "samebits.conformance.trials.one_op", *session.posargs)
    if not {"--folder", "--gaps-only"} & {*session.posargs}:
        session.run("python", "-m", "samebits.conformance.trials.one_op_record", "build/one_op")


@nox.session
def killing(session: nox.Session) -> None:
    """Kill certifications, parent or child, at random moments: nox -s killing [-- --kills 100].

    Each is resumed, and must end with the report of one that was left in peace.
    """
    run_program(session, "samebits.conformance.trials.killing", "test")


@nox.session
def torch_runs(session: nox.Session) -> None:
    """Train the example of PyTorch in all 72 ways; 20 min; writes docs/results/torch-runs.md."""
    run_program(session, "samebits.torch.tools.runs", "test", TORCH, "scikit-learn>=1.3")


@nox.session
def torch_opinfo(session: nox.Session) -> None:
    """Put every op, sample and dtype of PyTorch's data base to samebits.torch, and keep the record.

    `-- f32 --only softmax --samples 6` tries a part and keeps nothing. Eight minutes for all; lists
    of what is not right are frontends/torch/tests/opinfo.json, which tests hold against the table.
    """
    install_checkout(session, "test")
    session.install(TORCH, TORCH_TESTS)
    arguments = session.posargs or ["--record"]
    session.run("python", "-m", "samebits.torch.tests.opinfo", *arguments)


@nox.session
def torch_meaning(session: nox.Session) -> None:
    """Compare ops, modules and optimizers in a block with PyTorch's own results; keep the record.

    `-- --only "nn.functional.*loss" --formats f16` compares some and keeps nothing. Seven minutes
    of one core for all. Tests hold frontends/torch/tests/meaning/record.json against the sources.
    The status is 1 where a difference is not in differences.txt beside it.
    """
    install_checkout(session, "test")
    session.install(TORCH, TORCH_TESTS)
    arguments = session.posargs or ["--record"]
    session.run("python", "-m", "samebits.torch.tests.meaning.record", *arguments)


@nox.session
def torch_removal(session: nox.Session) -> None:
    """Remove each entry of samebits.torch's table alone: a call of it must raise. Two minutes.

    The counts are kept in frontends/torch/tests/removed.json, which tests hold against the table.
    """
    install_checkout(session, "test")
    session.install(TORCH, TORCH_TESTS)
    session.run("python", "-m", "samebits.torch.tests.removed", "--record")


@nox.session
def torch_models(session: nox.Session) -> None:
    """Train whole models, those of transformers too, in every way.

    Writes docs/results/torch-models.md.
    `-- --only BERT GRU` tries some and keeps nothing. Five minutes for all; the hashes are kept in
    frontends/torch/tests/models/models.json, which tests hold against the sources.
    """
    install_checkout(session, "test")
    session.install(TORCH, MODELS)
    arguments = session.posargs or ["--record"]
    session.run("python", "-m", "samebits.torch.tests.models.record", *arguments)


@nox.session
def torch_sentences(session: nox.Session) -> None:
    """Embed 100 sentences on every device, in three batches.

    Writes docs/results/torch-sentences.md.
    Four minutes; the digests are kept in frontends/torch/tests/sentences.json.
    """
    install_real_inputs(session)
    run_program(session, "samebits.torch.tests.sentences", "test", TORCH)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Try random pairs of pow, atan2, hypot, logaddexp: nox -s fuzz [-- pow --pairs 24]."""
    install_checkout(session, "oracles")
    session.run("python", "backends/c/tests/exhaustive/fuzz.py", *session.posargs)


@nox.session
def fuzz_f64(session: nox.Session) -> None:
    """Try random operands of all functions of binary64: nox -s fuzz_f64 [-- exp --operands 24].

    Some eight hours on two cores for 2^30 operands and 2^28 pairs of each; a run that was
    interrupted goes on. Records are kept for docs/results/long-runs.md.
    """
    install_checkout(session, "oracles")
    session.run("python", "-m", "samebits.backends.c.tests.exhaustive.fuzz_f64", *session.posargs)


@nox.session
def replies(session: nox.Session) -> None:
    """Change 10^5 answers of a host at random; each ends as an outcome with one line, and soon."""
    install_checkout(session, "test")
    count = {"SAMEBITS_REPLIES": "100000"}
    session.run("python", "-m", "pytest", "backends/hosting/tests/test_garbage.py", env=count)


@nox.session
def isa(session: nox.Session) -> None:
    """Compare aarch64, emulated, with the certificates: nox -s isa [-- --op exp --target s390x]."""
    session.install("cmake>=3.24", "ninja")
    install_checkout(session, "oracles")
    session.run("python", "backends/c/tests/isa/agree.py", *session.posargs)


@nox.session
def isa_judged(session: nox.Session) -> None:
    """Judge the C backend on emulated aarch64: nox -s isa_judged [-- --profile nn --format f32].

    --resume goes on with a run that was stopped.

    Its libraries are cross-compiled and a Python of that machine is unpacked in build/isa, 100 MB.
    """
    session.install("cmake>=3.24", "ninja")
    install_checkout(session, "judge", "oracles")
    program = "backends/c/tests/isa/judged.py"
    session.run("python", program, *session.posargs, success_codes=[0, 1])
