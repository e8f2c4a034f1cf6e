"""A pytest mark that skips tests if the extension module cannot be built."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sysconfig import get_path

import pytest

needs_extension = pytest.mark.skipif(
    ".abi3.so" not in EXTENSION_SUFFIXES or not Path(get_path("include"), "Python.h").is_file(),
    reason="without Python's headers, or its stable ABI, there is no extension module to test",
)
"""Skips tests if Python's headers or its stable ABI are missing.

If the module can be built, but is missing or broken, the tests fail.
"""
