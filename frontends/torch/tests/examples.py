"""The programs in examples/, as modules."""

import importlib.util
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "examples"


def example(name):
    """The module `examples/<name>.py`."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
