"""Tests of the functions of a GPU with a fake of CuPy's driver that records requests."""

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from samebits.backends.cuda.compiling import nvrtc
from samebits.backends.cuda.compiling.units import Kernel, unit
from samebits.backends.cuda.machines.functions import ALL_SHARED, CARVEOUT, Functions

KERNEL = Kernel(unit("no/such.cu"), "kernel")
OTHER = Kernel(KERNEL.unit, "other")


class Driver:
    """A fake driver: functions are 40, 41, ... and have `own` bytes of static shared memory."""

    def __init__(self, own=0):
        self.own, self.loaded, self.names, self.attributes = own, [], [], []

    def moduleLoadData(self, image):
        self.loaded.append(image)
        return len(self.loaded)

    def moduleGetFunction(self, _, name):
        self.names.append(name)
        return 39 + len(self.names)

    def moduleUnload(self, _):
        self.loaded.pop()

    def funcGetAttribute(self, attribute, _):
        assert attribute == 1
        return self.own

    def funcSetAttribute(self, function, attribute, value):
        self.attributes.append((function, attribute, value))

    def carved(self):
        return [(f, v) for f, attribute, v in self.attributes if attribute == CARVEOUT]


@pytest.fixture
def functions(monkeypatch):
    monkeypatch.setattr(nvrtc, "image", lambda *_: SimpleNamespace(data=b""))

    def over(driver):
        return Functions(SimpleNamespace(cuda=SimpleNamespace(driver=driver)), 90, 232448)

    return over


def test_the_carve_out_is_set_once_by_the_first_launch_with_dynamic_shared_memory(functions):
    driver = Driver()
    made = functions(driver)
    assert [made.get(KERNEL, 0), made.get(KERNEL, 0)] == [40, 40]
    assert driver.carved() == []
    assert [made.get(KERNEL, shared) for shared in (4096, 0, 8192)] == [40] * 3
    assert driver.carved() == [(40, ALL_SHARED)]
    assert [made.get(OTHER, 16), made.get(OTHER, 16)] == [41, 41]
    assert driver.carved() == [(40, ALL_SHARED), (41, ALL_SHARED)]


def test_a_carve_out_that_failed_is_tried_again(functions):
    class Failing(Driver):
        def funcSetAttribute(self, function, attribute, value):
            super().funcSetAttribute(function, attribute, value)
            if attribute == CARVEOUT and len(self.carved()) == 1:
                raise RuntimeError("no")

    driver = Failing()
    made = functions(driver)
    with pytest.raises(RuntimeError):
        made.get(KERNEL, 16)
    assert made.get(KERNEL, 16) == 40
    assert len(driver.carved()) == 2


@pytest.mark.parametrize(("own", "most"), [(0, 232448), (4096, 228352), (49153, 0)])
def test_a_function_may_have_what_its_own_shared_memory_leaves(functions, own, most):
    driver = Driver(own)
    functions(driver).get(KERNEL, 0)
    assert driver.attributes == [(40, 8, most)]


def test_many_threads_load_a_kernel_once(functions):
    driver = Driver()
    made = functions(driver)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda i: made.get(KERNEL, i % 2), range(200))) == {40}
    assert (len(driver.loaded), driver.names, len(driver.carved())) == (1, ["kernel"], 1)
    made.unload()
    assert driver.loaded == []
