"""Long runs of the judge and of the front ends."""

from __future__ import annotations

from sessions.packages import LINTERS, MODELS, SCIKIT_LEARN, TORCH, TORCH_TESTS
from sessions.record import BUILT, LONG_RUNS, RESULTS, Command, Record, module

TRIALS = "conformance.trials"
HARNESS = f"{TRIALS}.sabotage.harness"
SABOTEURS = f"{RESULTS}/saboteurs.md"
CLASSES = f"{RESULTS}/saboteurs-classes.md"
MUTANTS = f"{RESULTS}/mutants.md"
TORCH_FOLDER = "frontends/torch/tests"

JUDGE = (
    Record(
        "sabotage",
        "Plant 4000 faults, and count those that the judge catches.",
        time="~20 min",
        keeps=SABOTEURS,
        commands=(
            module(HARNESS, codes=(0, 1)),
            module(HARNESS, "--again", "2", "--page", SABOTEURS, codes=(0, 1)),
        ),
        example="--count 200 --resume",
    ),
    Record(
        "sabotage_classes",
        "Plant 800 faults that authors of kernels make, drawn at random.",
        time="~1 h",
        keeps=CLASSES,
        commands=(
            module(
                *(HARNESS, "--classes", "--results", "build/sabotage-classes.jsonl"),
                *("--count", "800"),
                codes=(0, 1),
            ),
            module(
                *(HARNESS, "--classes", "--results", "build/sabotage-classes.jsonl"),
                *("--page", CLASSES),
            ),
        ),
        example="--count 20 --seed 7 --every-case",
    ),
    Record(
        "mutants",
        "Change one expression of the judge at a time: its tests must notice.",
        time="hours",
        keeps=MUTANTS,
        commands=(
            module(
                *(f"{TRIALS}.judge_mutants", "--page", MUTANTS),
                codes=(0, 1),
                SAMEBITS_C_LIBRARIES=BUILT,
            ),
        ),
        example="--group verdict",
    ),
    Record(
        "mutations",
        "Damage every kind of file that the judge reads, 10^5 times.",
        time="not timed",
        keeps=LONG_RUNS,
        commands=(module(f"{TRIALS}.file_mutations", OPENBLAS_NUM_THREADS="1"),),
        example="--count 1000",
        builds=False,
    ),
    Record(
        "replies",
        "Change 10^5 answers of a host; each must end in an outcome of one line.",
        time="~10 min",
        keeps="",
        commands=(
            Command(
                ("-m", "pytest", "backends/hosting/tests/test_garbage.py"),
                environment={"SAMEBITS_REPLIES": "100000"},
            ),
        ),
    ),
    Record(
        "killing",
        "Kill 100 certifications at random moments, and resume them.",
        time="~1 h",
        keeps=LONG_RUNS,
        commands=(module(f"{TRIALS}.killing"),),
        example="--kills 10",
    ),
    Record(
        "orders",
        "Try NaN, infinite and absent stretches in every order on all devices.",
        time="60 min",
        keeps=LONG_RUNS,
        commands=(module(f"{TRIALS}.orders"),),
        whole=("--record",),
        example="--op softmax",
    ),
    Record(
        "graph_mutants",
        "Change every declared graph by program: a golden case must notice.",
        time="not timed",
        keeps=f"{RESULTS}/graph-mutants.md",
        commands=(module(f"{TRIALS}.graph_mutants"),),
        example="--op adamw",
    ),
    Record(
        "aligned_mutants",
        "Change clause T11 by program and rule by rule: a golden case must notice.",
        time="not timed",
        keeps=f"{RESULTS}/aligned-mutants.md",
        commands=(module(f"{TRIALS}.aligned_mutants"),),
    ),
    Record(
        "one_op",
        "Add ops to a copy of the checkout by the steps above, and run its tests.",
        time="2 h",
        keeps=LONG_RUNS,
        commands=(module(f"{TRIALS}.one_op"),),
        last=(module(f"{TRIALS}.one_op_record", "build/one_op"),),
        partial=("--folder", "--gaps-only"),
        example="stretch ptp --part 1/8",
        packages=(TORCH, *LINTERS),
        wishes=("real", "cuda"),
    ),
)

FRONT_ENDS = (
    Record(
        "array_api",
        "Run the array API test suite, from a checkout of it, on samebits.numpy.",
        time="not timed",
        keeps="frontends/numpy/tests/array_api_refused.txt",
        commands=(module("numpy.tests.array_api_suite"),),
        example="FOLDER",
        packages=("pytest-json-report", "ndindex"),  # the array API test suite imports them
    ),
    Record(
        "torch_releases",
        "Run the same programs on five releases of PyTorch.",
        time="60 min",
        keeps=f"{RESULTS}/torch-releases.md",
        example="--release 2.15 --quick",
        extras=(),
    ),
    Record(
        "torch_news",
        "List overloads of the newest PyTorch that are not reviewed yet.",
        time="not timed",
        keeps="",
        example="torch==2.16.0",
        extras=(),
    ),
    Record(
        "torch_runs",
        "Train the example of PyTorch in all 72 ways.",
        time="20 min",
        keeps=f"{RESULTS}/torch-runs.md",
        commands=(module("torch.tools.runs"),),
        packages=(TORCH, SCIKIT_LEARN),
    ),
    Record(
        "torch_models",
        "Train whole models, also models of transformers, in every way.",
        time="5 min",
        keeps=f"{RESULTS}/torch-models.md",
        commands=(module("torch.tests.models.record"),),
        whole=("--record",),
        example="--only BERT GRU",
        packages=(TORCH, MODELS),
    ),
    Record(
        "torch_sentences",
        "Compute embeddings of 100 sentences, on all devices, in three batch sizes.",
        time="4 min",
        keeps=f"{RESULTS}/torch-sentences.md",
        commands=(module("torch.tests.sentences"),),
        packages=(TORCH,),
        wishes=("real",),
    ),
    Record(
        "torch_opinfo",
        "Run every op, sample and dtype of PyTorch's database in samebits.torch.",
        time="8 min",
        keeps=f"{TORCH_FOLDER}/opinfo.json",
        commands=(module("torch.tests.opinfo"),),
        whole=("--record",),
        example="f32 --only softmax --samples 6",
        packages=(TORCH, TORCH_TESTS),
    ),
    Record(
        "torch_meaning",
        "Compare ops, modules and optimizers in a block with PyTorch's own results.",
        time="7 min",
        keeps=f"{TORCH_FOLDER}/meaning/record.json",
        commands=(module("torch.tests.meaning.record"),),
        whole=("--record",),
        example='--only "nn.functional.*loss" --formats f16',
        packages=(TORCH, TORCH_TESTS),
    ),
    Record(
        "torch_removal",
        "Remove each entry of samebits.torch's table: a call of the op must raise.",
        time="2 min",
        keeps=f"{TORCH_FOLDER}/removed.json",
        commands=(module("torch.tests.removed"),),
        whole=("--record",),
        packages=(TORCH, TORCH_TESTS),
    ),
)
