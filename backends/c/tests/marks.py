"""A pytest mark that skips tests of the C backend."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sysconfig import get_path

import pytest

needs_extension = pytest.mark.skipif(
    ".abi3.so" not in EXTENSION_SUFFIXES or not Path(get_path("include"), "Python.h").is_file(),
    reason="without Python's headers, or its stable ABI, there is no extension module to test",
)
"""Skips tests if the build requirements are missing, not if the build failed.

A module that is missing or broken although it could be built fails the tests.
"""
