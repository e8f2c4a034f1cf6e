"""Train every whole model in every way on every device, and write the record of the hashes.

    python -m samebits.torch.tests.models.record [--record] [--only NAME ...]

Each model is trained in the ways of training.py, on all instruction sets of the C backend with 1
and 2 threads, and on a replacement for a GPU (stand_in). Its results are compared with PyTorch in
binary64. It is also trained in a process in which all rounding kernels of PyTorch flip a bit
(poisoned.py). Models of the package transformers also generate sentences.

With `--record` the hashes are written to models.json, and docs/results/torch-models.md is written.
The package transformers is needed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch

from samebits.backends import discovery
from samebits.common.files import write_atomically
from samebits.common.sources import digest_of
from samebits.torch import get_hash, reproducible
from samebits.torch.table import FOLDER, table_digest
from samebits.torch.tests.models import convolutional, spatial, training, worded
from samebits.torch.tests.models.whole import Whole

HERE = Path(__file__).parent
RECORD = HERE / "models.json"
PAGE = FOLDER.parents[1] / "docs" / "results" / "torch-models.md"
NEAR = 1e-4
"""A model is correct if its distance from PyTorch in binary64 is at most this number."""

OWN = {**convolutional.MODELS, **spatial.MODELS, **worded.MODELS}
"""The models that are written in this folder, in plain torch.nn."""


def sources() -> dict[str, str]:
    """Return the digests of PyTorch, the lowerings and this folder, on which the hashes depend.

    `page.py` is left out, because it only writes the page.
    """
    programs = digest_of((path for path in HERE.glob("*.py") if path.name != "page.py"), HERE)
    version = torch.__version__.partition("+")[0]
    return {"torch": version, "table": table_digest(), "programs": programs}


def places() -> list[tuple[str, int]]:
    """Return the devices of the C backend, each with 1 and 2 threads."""
    found = [d.name for d in discovery.load("c").devices() if d.available and not d.by_name]
    return [(f"c:{name}", threads) for name in found for threads in (1, 2)]


def of_model_on_the_stand_in(whole: Whole) -> dict[str, str]:
    """Return the hash for each way of training on the replacement for a GPU."""
    from samebits.torch.tests.stand_in.device import standing_in

    with standing_in() as device:
        return {
            name: training.hash_of(whole, way, "cuda:emulated", 0, str(device))
            for name, way in training.ways_of(whole).items()
        }


def everything(only: Sequence[str] = ()) -> dict[str, Whole]:
    """Return all models, or the models whose names contain one of `only`."""
    from samebits.torch.tests.models import published

    both = {**OWN, **published.MODELS}
    return {n: m for n, m in both.items() if not only or any(word in n for word in only)}


def of_model(whole: Whole, where: Sequence[tuple[str, int]]) -> dict[str, Any]:
    """Return the distance of a model, and the hash for each way of training.

    If devices disagree, the text has several hashes.
    """
    hashes, there = {}, of_model_on_the_stand_in(whole)
    for name, way in training.ways_of(whole).items():
        found = {there[name], *(training.hash_of(whole, way, *place) for place in where)}
        hashes[name] = " ".join(sorted(found))
    return {"distance": training.distance(whole, where[-1][0]), "hashes": hashes}


def writings(
    where: Sequence[tuple[str, int]], only: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield a name and the hash of generated sentences, for each transformers model and method."""
    from samebits.torch.tests.models import published

    asked = [(how, torch.float32) for how in published.WRITING] + [("sampled", torch.bfloat16)]
    for name, attention in itertools.product(published.WRITERS, published.ATTENTION):
        if only and not any(word in name for word in only):
            continue
        for how, dtype in asked:
            found = set()
            for place in where:
                with reproducible(*place):
                    found.add(get_hash(published.written(name, attention, how, dtype)))
            label = f"{name}, {attention}, {how}, {str(dtype).removeprefix('torch.')}"
            yield label, " ".join(sorted(found))


def faults(found: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each mistake in the results of a run."""
    for name, one in found["models"].items():
        if not one["distance"] <= NEAR:
            yield f"{name}: {one['distance']:.1e} from PyTorch in binary64"
        usual = one["hashes"]["AdamW"]
        if one["hashes"].get("AdamW, checkpointing", usual) != usual:
            yield f"{name}: checkpointing has another hash"
    several = [
        (f"{n}, {w}", h) for n, one in found["models"].items() for w, h in one["hashes"].items()
    ]
    for label, hashes in [*several, *found["writings"].items()]:
        if " " in hashes:
            yield f"{label}: the devices have {hashes.count(' ') + 1} hashes"


def poisoned(only: Sequence[str]) -> dict[str, Any]:
    """Return the results on the last device, from a process whose PyTorch kernels flip bits."""
    command = [sys.executable, "-W", "ignore", "-m", "samebits.torch.tests.poisoned"]
    command += [str(Path(__file__).resolve()), "--inside", *(["--only", *only] if only else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the poisoned process failed: {done.stderr[-2000:]}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def hashes_on(where: Sequence[tuple[str, int]], only: Sequence[str]) -> dict[str, Any]:
    """Return the hashes of training with AdamW by model, and the hashes of generated sentences."""
    way = training.WAYS["AdamW"]
    models = {n: training.hash_of(m, way, *where[-1]) for n, m in everything(only).items()}
    return {"models": models, "writings": dict(writings(where[-1:], only))}


def main() -> int:
    """Run everything, print the results, and write the record; return 1 if there is a mistake."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--inside", action="store_true", help="print hashes of one place, as JSON")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    where = places()
    if options.inside:
        print(json.dumps(hashes_on(where, options.only)))
        return 0
    before, started = sources(), time.process_time()
    found: dict[str, Any] = {"models": {}}
    for name, whole in everything(options.only).items():
        found["models"][name] = one = of_model(whole, where)
        print(name, f"{one['distance']:.1e}", *(h[:8] for h in one["hashes"].values()), flush=True)
    found["writings"] = dict(writings(where, options.only))
    wrong = list(faults(found))
    other = poisoned(options.only)
    for name, text in other["models"].items():
        if found["models"][name]["hashes"]["AdamW"] != text:
            wrong.append(f"{name}: another hash in a poisoned PyTorch")
    for name, text in other["writings"].items():
        if found["writings"][name] != text:
            wrong.append(f"{name}: others are written in a poisoned PyTorch")
    print(*wrong, f"{len(wrong)} wrong, {time.process_time() - started:.0f} s", sep="\n")
    if options.record and not wrong and sources() == before:
        import transformers

        kept = {**before, "transformers": transformers.__version__}
        kept["places"] = [f"{device}, {threads}" for device, threads in where]
        write_atomically(RECORD, (json.dumps({**kept, **found}, indent=1) + "\n").encode())
        from samebits.torch.tests.models.page import page

        write_atomically(PAGE, page(json.loads(RECORD.read_text())).encode())
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
