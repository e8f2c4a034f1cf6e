"""The settings of the peers: TensorFloat-32 is off, and other settings maximise speed.

Settings are read back, and the environment of a run states the values that were read.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Any

from samebits.backends.cuda.compiling.presence import one_line

VARIABLES = ("NVIDIA_TF32_OVERRIDE", "CUPY_TF32", "CUBLAS_WORKSPACE_CONFIG", "CUPY_ACCELERATORS")
"""The environment variables that change the peers. Those that are set are recorded."""


def set_torch(torch: Any) -> dict[str, str]:
    """Switch TF32 off in PyTorch, let cuDNN choose kernels by speed, and return the settings.

    Both of PyTorch's interfaces for TF32 are set to the same value. The flags are set first,
    because PyTorch refuses to report them if the newer interface disagrees.
    """
    matmul, cudnn = torch.backends.cuda.matmul, torch.backends.cudnn
    newer = [("matmul", matmul), ("cuDNN convolutions", getattr(cudnn, "conv", None))]
    newer = [(name, place) for name, place in newer if hasattr(place, "fp32_precision")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch warns about the flags, its older interface
        matmul.allow_tf32 = cudnn.allow_tf32 = False
        torch.set_float32_matmul_precision("highest")
        for _, place in newer:
            place.fp32_precision = "ieee"
        cudnn.benchmark = True
        cudnn.deterministic = False
        torch.use_deterministic_algorithms(False)
        return {
            "PyTorch": str(torch.__version__),
            "CUDA of PyTorch": str(torch.version.cuda),
            "cuDNN": _told(cudnn.version),
            "PyTorch allow_tf32": (
                f"matmul {_told(lambda: matmul.allow_tf32)}, "
                f"cuDNN {_told(lambda: cudnn.allow_tf32)}"
            ),
            "PyTorch fp32_precision": ", ".join(f"{n} {p.fp32_precision}" for n, p in newer)
            or "not in this version",
            "PyTorch float32_matmul_precision": _told(torch.get_float32_matmul_precision),
            "PyTorch sums of 16-bit products in 16 bits": (
                f"f16 {_told(lambda: matmul.allow_fp16_reduced_precision_reduction)}, "
                f"bf16 {_told(lambda: matmul.allow_bf16_reduced_precision_reduction)}"
            ),
            "PyTorch deterministic": (
                f"algorithms {torch.are_deterministic_algorithms_enabled()}, "
                f"cuDNN {cudnn.deterministic}; cuDNN benchmark {cudnn.benchmark}"
            ),
        }


def set_cupy(cupy: Any) -> dict[str, str]:
    """Switch TF32 off in CuPy, use CUB if possible, and return the settings.

    By default, CuPy uses TF32 if the variable CUPY_TF32 is above 0. An explicit compute type
    overrides the variable. CuPy compiles its kernels with -ftz=true, which flushes subnormals to
    zero.
    """
    core, products = cupy._core, cupy._core._routines_linalg
    core.set_compute_type(cupy.float32, products.COMPUTE_TYPE_FP32)
    core.set_reduction_accelerators(["cub"])
    core.set_routine_accelerators(["cub"])
    kind = products.compute_type_to_str(core.get_compute_type(cupy.float32))
    return {
        "CuPy": str(cupy.__version__),
        "CuPy compute type of f32": str(kind),
        "CuPy accelerators": (
            f"reductions {_names(core.get_reduction_accelerators())}, "
            f"routines {_names(core.get_routine_accelerators())}"
        ),
        "CuPy kernels": "compiled with -ftz=true: they flush subnormals",
    }


def variables() -> dict[str, str]:
    """Return those environment variables of VARIABLES that are set."""
    return {name: os.environ[name] for name in VARIABLES if name in os.environ}


def _told(ask: Callable[[], object]) -> str:
    """Return PyTorch's report of a setting, or its error if its two interfaces disagree."""
    try:
        return str(ask())
    except RuntimeError as error:
        return f"not told: {one_line(error)}"


def _names(accelerators: list[int]) -> str:
    known = {1: "CUB", 2: "cuTENSOR"}
    return " ".join(known.get(number, str(number)) for number in accelerators) or "none"
