"""Long runs of the backends, and of other libraries with which they are compared."""

from __future__ import annotations

from sessions.packages import CMAKE, COMPILERS, NVRTC, TORCH
from sessions.record import BUILT, LONG_RUNS, RESULTS, Command, Record, module

LAB = "backends.cuda.lab"

CUDA = (
    Record(
        "emulated",
        "Judge the whole CUDA backend at level standard on the emulated device.",
        time="30 min",
        keeps=LONG_RUNS,
        commands=(
            module(
                *("commands.cli", "certify", "--backend", "cuda", "--device", "cuda:emulated"),
                *("--out", "build/emulated"),
                codes=(0, 1),
            ),
            module("conformance.trials.emulated", "build/emulated/cuda-emulated.jsonl"),
        ),
        example="--resume",
        extras=("judge",),
    ),
    Record(
        "machine_code",
        "Judge kernels as machine code of sm_90, which this processor executes.",
        time="not timed",
        keeps=LONG_RUNS,
        example="--op exp --capability 80",
        extras=("judge",),
        packages=NVRTC,
    ),
    Record(
        "compilers",
        "Judge every CUDA kernel with each of three versions of NVRTC, 40 min each.",
        time="2 h",
        keeps=f"{RESULTS}/cuda-compilers.md",
        commands=(module(f"{LAB}.gate"),),
        whole=("--differences",),
        last=(module(f"{LAB}.compilers"),),
        partial=("--quick", "--only"),
        example="13.0 --quick",
        variants=COMPILERS,
        builds=False,
    ),
    Record(
        "predictions",
        "Predict the speed of CUDA kernels on four GPUs from their machine code.",
        time="30 min",
        keeps="backends/cuda/lab/predicted/PREDICTIONS.md",
        commands=(module(f"{LAB}.predicted"),),
        example="--capability 90",
        extras=("judge",),
        packages=(*NVRTC, TORCH),
    ),
    Record(
        "lease",
        "Kill leases of the emulated device at random moments, and resume them.",
        time="not timed",
        keeps="",
        commands=(module(f"{LAB}.lease.rehearse", SAMEBITS_C_LIBRARIES=BUILT),),
        example="--rounds 2",
        packages=(TORCH,),
    ),
)

C_BACKEND = (
    Record(
        "fuzz",
        "Try 2^30 random pairs of pow, atan2, hypot and logaddexp in binary32.",
        time="~5 h",
        keeps=LONG_RUNS,
        commands=(Command(("backends/c/tests/exhaustive/fuzz.py",)),),
        example="pow --pairs 24",
        extras=("oracles",),
    ),
    Record(
        "fuzz_f64",
        "Try 2^30 random operands and 2^28 pairs of all functions in binary64.",
        time="8 h",
        keeps=LONG_RUNS,
        commands=(module("backends.c.tests.exhaustive.fuzz_f64"),),
        example="exp --operands 24",
        extras=("oracles",),
    ),
    Record(
        "published_f64",
        "Try the operands in binary64 that CORE-MATH publishes as hard to round.",
        time="2 min",
        keeps=LONG_RUNS,
        commands=(module("backends.c.tests.exhaustive.published_f64"),),
        example="CHECKOUT exp",
        extras=("oracles",),
    ),
    Record(
        "isa",
        "Compare the C backend on emulated aarch64 with the certificates.",
        time="not timed",
        keeps=LONG_RUNS,
        commands=(Command(("backends/c/tests/isa/agree.py",)),),
        example="--op exp --target s390x",
        extras=("oracles",),
        packages=CMAKE,
    ),
    Record(
        "isa_judged",
        "Judge the C backend on emulated aarch64, served by a Python of that machine.",
        time="not timed",
        keeps=LONG_RUNS,
        commands=(Command(("backends/c/tests/isa/judged.py",), (0, 1)),),
        example="--profile nn --format f32",
        extras=("judge", "oracles"),
        packages=CMAKE,
    ),
    Record(
        "coverage",
        "List the lines of the C backend that no case reaches.",
        time="not timed",
        keeps="",
        commands=(Command(("backends/c/tests/coverage.py",)),),
        example="--level smoke",
        extras=("judge",),
        packages=(*CMAKE, "gcovr"),
    ),
    Record(
        "trajectories",
        "Repeat whole training runs on each device of the C backend.",
        time="10 min",
        keeps="conformance/trajectories/agreed.json",
        commands=(module("conformance.trajectories"),),
        example="--device cuda:emulated --steps 3",
        wishes=("real",),
    ),
)

ACCURACY = (
    Record(
        "accuracy",
        "Count the binary32 inputs that NumPy, PyTorch and glibc get wrong.",
        time="not timed",
        keeps=f"{RESULTS}/accuracy.md",
        commands=(module("benchmarks.accuracy"),),
        example="--op exp --sample 64",
        extras=("oracles",),
        packages=(TORCH,),
    ),
    Record(
        "accuracy_f64",
        "Count the random inputs in binary64 that NumPy, PyTorch and glibc get wrong.",
        time="not timed",
        keeps=f"{RESULTS}/accuracy-f64.md",
        commands=(module("benchmarks.accuracy.binary64"),),
        example="--op exp --bits 20",
        extras=("oracles",),
        packages=(TORCH,),
    ),
    Record(
        "accuracy_aligned",
        "Measure errors of aligned products, of T4 and PyTorch, and of two networks.",
        time="not timed",
        keeps=f"{RESULTS}/accuracy-aligned.md",
        commands=(module("benchmarks.accuracy.aligned"),),
        extras=("oracles",),
        packages=(TORCH,),
        wishes=("real",),
    ),
)
