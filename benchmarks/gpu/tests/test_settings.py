"""Test that TensorFloat-32 is off, and that the reported settings are the actual ones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from samebits.benchmarks.gpu import settings


@pytest.fixture
def torch():
    """Yield PyTorch, and restore its settings, which affect the whole process."""
    found = pytest.importorskip("torch")
    matmul, cudnn = found.backends.cuda.matmul, found.backends.cudnn
    before = (matmul.allow_tf32, cudnn.allow_tf32, cudnn.benchmark)
    yield found
    matmul.allow_tf32, cudnn.allow_tf32, cudnn.benchmark = before


def test_pytorch_is_told_to_leave_tf32_by_both_of_its_interfaces(torch):
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    told = settings.set_torch(torch)
    assert told["PyTorch allow_tf32"] == "matmul False, cuDNN False"
    assert told["PyTorch fp32_precision"] == "matmul ieee, cuDNN convolutions ieee"
    assert told["PyTorch float32_matmul_precision"] == "highest"
    assert told["PyTorch deterministic"].endswith("cuDNN False; cuDNN benchmark True")
    assert settings.set_torch(torch) == told


def test_a_pytorch_without_the_newer_interface_is_set_by_flags():
    matmul = SimpleNamespace(
        allow_tf32=True,
        allow_fp16_reduced_precision_reduction=True,
        allow_bf16_reduced_precision_reduction=True,
    )
    cudnn = SimpleNamespace(allow_tf32=True, version=lambda: 9)
    old = SimpleNamespace(
        __version__="2.2",
        version=SimpleNamespace(cuda="12.1"),
        backends=SimpleNamespace(cuda=SimpleNamespace(matmul=matmul), cudnn=cudnn),
        set_float32_matmul_precision=lambda text: None,
        get_float32_matmul_precision=lambda: "highest",
        use_deterministic_algorithms=lambda on: None,
        are_deterministic_algorithms_enabled=lambda: False,
    )
    told = settings.set_torch(old)
    assert (matmul.allow_tf32, cudnn.allow_tf32, cudnn.benchmark) == (False, False, True)
    assert told["PyTorch fp32_precision"] == "not in this version"


def test_a_setting_that_pytorch_refuses_to_tell_does_not_end_the_run():
    def ask():
        raise RuntimeError("mixed interfaces\nat some line")

    assert settings._told(ask) == "not told: mixed interfaces"


def test_cupy_multiplies_in_binary32_even_where_the_variable_asks_for_tf32(monkeypatch):
    cupy = pytest.importorskip("cupy", exc_type=ImportError)
    monkeypatch.setenv("CUPY_TF32", "1")
    core = cupy._core
    before = (core.get_reduction_accelerators(), core.get_routine_accelerators())
    try:
        told = settings.set_cupy(cupy)
        assert told["CuPy compute type of f32"] == "COMPUTE_TYPE_FP32"
        assert told["CuPy accelerators"] == "reductions CUB, routines CUB"
        assert settings.variables()["CUPY_TF32"] == "1"
    finally:
        core.set_reduction_accelerators(before[0])
        core.set_routine_accelerators(before[1])
        core.set_compute_type(cupy.float32, core._routines_linalg.COMPUTE_TYPE_TBD)
