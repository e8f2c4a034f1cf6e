"""Checks for CuPy and its NVRTC, and what to install if they are missing."""

from __future__ import annotations

from importlib.util import find_spec

INSTALL = "pip install cupy-cuda13x for a driver of CUDA 13, cupy-cuda12x for CUDA 12"


def missing_cupy() -> str:
    """Return in one line why CuPy cannot be used and what to install, or "" if it can be used.

    Without CuPy, a folder named cupy anywhere on the path, for example a checkout, is imported as
    an empty namespace package. The spec of a namespace package has no origin.
    """
    spec = find_spec("cupy")
    if spec is None:
        return f"CuPy is not installed: {INSTALL}"
    if spec.origin is None:
        folder = next(iter(spec.submodule_search_locations or ()), "?")
        return f"CuPy is not installed ({folder} is only a folder of that name): {INSTALL}"
    try:
        import cupy.cuda  # noqa: F401
    except (ImportError, OSError, RuntimeError) as error:
        return f"CuPy cannot be imported ({one_line(error)}); install it anew: {INSTALL}"
    return ""


def missing_nvrtc() -> str:
    """Return why CuPy or NVRTC cannot be used, or "" if both can. This needs no GPU."""
    reason = missing_cupy()
    if reason:
        return reason
    from cupy.cuda import nvrtc

    try:
        nvrtc.getVersion()
    except (OSError, RuntimeError) as error:
        return (
            f"the library NVRTC is missing ({one_line(error)}): pip install nvidia-cuda-nvrtc for "
            "CUDA 13, nvidia-cuda-nvrtc-cu12 for CUDA 12, or install the CUDA toolkit"
        )
    return ""


def one_line(error: BaseException) -> str:
    """Return the first non-empty line of an error's text, or its type if there is no text."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__
