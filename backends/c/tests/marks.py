"""When tests of the C backend are skipped, and what that hides."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sysconfig import get_path

import pytest

needs_extension = pytest.mark.skipif(
    ".abi3.so" not in EXTENSION_SUFFIXES or not Path(get_path("include"), "Python.h").is_file(),
    reason="without Python's headers, or its stable ABI, there is no extension module to test",
)
"""Says what the build needs, not whether it worked: a module that is missing or broken where it
could be there fails the tests."""
