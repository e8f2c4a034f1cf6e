"""Kernels on a GPU: modules of units, and functions of kernels, loaded once for all threads."""

from __future__ import annotations

import threading
from typing import Any

from samebits.backends.cuda.compiling import nvrtc
from samebits.backends.cuda.compiling.units import Kernel, Unit

_OWN_SHARED = 1  # CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
CARVEOUT = 9  # CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, in percent
ALL_SHARED = 100
_USUAL_SHARED = 48 * 1024


class Functions:
    """The functions of one GPU, whose compute capability times ten is `capability`.

    `shared_memory` is the limit for a block, in bytes. The device must be selected in all calls.
    Errors of CuPy are not converted.
    """

    def __init__(self, cupy: Any, capability: int, shared_memory: int) -> None:
        self._cupy = cupy
        self._capability = capability
        self._shared_memory = shared_memory
        self._modules: dict[Unit, int] = {}
        self._functions: dict[Kernel, int] = {}
        self._carved: set[Kernel] = set()
        self._loading = threading.Lock()

    def get(self, kernel: Kernel, shared: int) -> int:
        """Return the handle of a kernel's function, for `shared` bytes of dynamic shared memory.

        The first launch with dynamic shared memory turns as much as possible of a multiprocessor's
        memory into shared memory, so that as many blocks as possible fit. Without such a launch,
        all of it remains cache.
        """
        with self._loading:
            function = self._functions.get(kernel)
            if function is None:
                function = self._functions[kernel] = self._load(kernel)
            if shared and kernel not in self._carved:
                self._cupy.cuda.driver.funcSetAttribute(function, CARVEOUT, ALL_SHARED)
                self._carved.add(kernel)
        return function

    def unload(self) -> None:
        """Unload every module. Functions that `get` returned become invalid."""
        with self._loading:
            for module in self._modules.values():
                self._cupy.cuda.driver.moduleUnload(module)
            self._modules, self._functions = {}, {}
            self._carved.clear()

    def _load(self, kernel: Kernel) -> int:
        driver = self._cupy.cuda.driver
        module = self._modules.get(kernel.unit)
        if module is None:
            image = nvrtc.image(kernel.unit, self._capability).data
            module = self._modules[kernel.unit] = int(driver.moduleLoadData(image))
        function = int(driver.moduleGetFunction(module, kernel.entry))
        driver.funcSetAttribute(function, _DYNAMIC_SHARED, self._dynamic(function))
        return function

    def _dynamic(self, function: int) -> int:
        """Return the most dynamic shared memory, in bytes, next to the function's static one."""
        own = int(self._cupy.cuda.driver.funcGetAttribute(_OWN_SHARED, function))
        return max(self._shared_memory - own, 0) if own <= _USUAL_SHARED else 0
