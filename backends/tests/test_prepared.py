"""Test that prepared calls give the same bits and errors as `run`, for arrays and tensors."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

import numpy as np
import pytest

from samebits.backends.c import backend, session as session_module
from samebits.backends.c.library import widest_device
from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.prepared import array_of, prepare, prepare_list
from samebits.backends.protocol import Array, BackendError, Session, Support, Unsupported
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, from_bits, get_format
from samebits.spec.language.call import Call

ADD = get_op("add").call(["f32", "f32"])
NEG = get_op("neg").call(["f32"])
FMA = get_op("fma").call(["f32"] * 3)


class Plain:
    """A session with only the required methods. It runs the C kernels, except the ops in `lacks`.

    As the protocol requires, no output may overlap an input, and inputs are only read.
    """

    def __init__(self, inner: CSession, lacks: tuple[str, ...] = ()) -> None:
        self.inner, self.lacks = inner, lacks

    def supports(self, call: Call) -> Support:
        return Unsupported("left out") if call.op in self.lacks else self.inner.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        assert not any(np.may_share_memory(x, y) for x in inputs for y in outputs)
        self.inner.run(call, inputs, outputs)

    def environment(self) -> Mapping[str, str]:
        return {}

    def __enter__(self) -> Plain:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Fake:
    """A NumPy array with only those attributes of a tensor that the front end reads."""

    def __init__(self, array: Array, **others: object) -> None:
        self.array, self.dtype, self.shape = array, array.dtype, array.shape
        self.__dict__.update(others)

    def data_ptr(self) -> int:
        return int(self.array.__array_interface__["data"][0])

    def stride(self) -> tuple[int, ...]:
        return tuple(n // self.array.itemsize for n in self.array.strides)


def imported() -> Any:
    """Return PyTorch, or skip the test if it is not installed."""
    return pytest.importorskip("torch", reason="no PyTorch: its tensors are not tried")


def tensor(array: Array) -> Any:
    """Return a PyTorch tensor that shares the memory of a writable array.

    bfloat16 and fp8 are allowed too.
    """
    torch = imported()
    bits = array.view(f"i{array.itemsize}")
    return torch.from_numpy(bits).view(getattr(torch, array.dtype.name))


FORMS: dict[str, Callable[[Array], Any]] = {"array": lambda x: x, "fake": Fake, "tensor": tensor}
WAYS = ("extension", "ctypes", "plain")


@pytest.fixture(params=WAYS)
def session(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Yield the C backend with and without its extension module, and one without `prepare`."""
    if request.param != "extension":
        monkeypatch.setattr(session_module, "load_extension", lambda digest: None)
    with backend.open(widest_device()) as opened:
        yield Plain(opened) if request.param == "plain" else opened


def made(name: str, shape: tuple[int, ...], seed: int = 0) -> Array:
    """Return an array of random bit patterns, or of random truth values for bool."""
    form = get_format(name)
    size = int(np.prod(shape)) * form.bits // 8
    raw = np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)
    if name == "bool":
        return (raw % 2).astype(np.bool_).reshape(shape)
    return from_bits(raw.view(form.bits_dtype).reshape(shape), name)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_bits_of_run(session: Session, name: str, form: str) -> None:
    call = get_op("eq").call([name, name])
    a, b = made(name, (3, 5)), made(name, (3, 5), 1)
    b[1] = a[1]
    (wanted,) = execute(session, call, [a, b])
    result = np.zeros((3, 5), np.bool_)
    prepare(session, call)(*map(FORMS[form], (a, b, result)))
    assert np.array_equal(result, wanted)


LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "contiguous": lambda x: x,
    "strided": lambda x: np.repeat(x, 2, -1)[..., ::2] if x.ndim else x,
    "transposed": lambda x: x.T.copy().T,
    "read-only broadcast": lambda x: np.broadcast_to(x[:1], x.shape) if x.ndim else x,
}
SHAPES = ((), (1,), (7,), (3, 4), (2, 1, 5), (0,), (3, 0, 2), (1, 1, 1, 6))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", SHAPES)
def test_any_layout_is_read_as_run_reads_it(
    session: Session, shape: tuple[int, ...], layout: str
) -> None:
    x = LAYOUTS[layout](made("f32", shape))
    (wanted,) = execute(session, NEG, [x])
    forms = ("array", "fake") if "broadcast" in layout else FORMS  # from_numpy cannot read these
    for form in forms:
        result = np.full(shape, 7, np.float32)
        prepare(session, NEG)(FORMS[form](x), FORMS[form](result))
        assert result.tobytes() == wanted.tobytes()


def test_strides_below_zero_are_taken_of_arrays(session: Session) -> None:
    x = made("f32", (6, 4))[::-1, ::-2]
    result = np.zeros((6, 8), np.float32)[::-1, ::-4]
    prepare(session, NEG)(x, result)
    assert result.tobytes() == execute(session, NEG, [x])[0].tobytes()


@pytest.mark.parametrize("name", ["f32", "bf16"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("shapes", "wanted"),
    [
        (((3, 4), (4,), ()), (3, 4)),
        (((1,), (3, 4), (3, 1)), (3, 4)),
        (((), (), (2, 1, 2)), (2, 1, 2)),
        (((), (), ()), (2, 3)),
        (((1, 5), (4, 1), (4, 5)), (4, 5)),
        (((1, 4), (0, 4), (1, 1)), (0, 4)),
        (((1,), (1,), (1,)), (0,)),
        (((), (), ()), ()),
        (((2, 1, 3), (7, 1), (1, 1, 1, 1)), (5, 2, 7, 3)),
    ],
)
def test_operands_are_broadcast_in_every_position(
    session: Session, shapes: Any, wanted: tuple[int, ...], form: str, name: str
) -> None:
    call = get_op("fma").call([name] * 3)
    for turn in range(3):
        inputs = [made(name, shape, i) for i, shape in enumerate(shapes[turn:] + shapes[:turn])]
        whole = [np.broadcast_to(x, wanted) for x in inputs]
        (expected,) = execute(session, call, whole)
        result = from_bits(np.zeros(wanted, get_format(name).bits_dtype), name)
        prepare(session, call, broadcast=True)(*map(FORMS[form], (*inputs, result)))
        assert result.tobytes() == expected.tobytes()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("shape", "output"), [((3,), (4,)), ((1, 4), (4,)), ((0,), (4,)), ((4,), (1,)), ((2,), ())]
)
def test_an_input_that_cannot_be_broadcast_is_an_error(
    session: Session, shape: tuple[int, ...], output: tuple[int, ...], form: str
) -> None:
    a, b = np.zeros(shape, np.float32), np.zeros(output, np.float32)
    with pytest.raises(BackendError, match="input 1 of shape .* cannot be broadcast to"):
        prepare(session, ADD, broadcast=True)(*map(FORMS[form], (b, a, b.copy())))


@pytest.mark.parametrize("form", FORMS)
def test_an_output_over_an_input_gets_what_a_copy_of_it_would_give(
    session: Session, form: str
) -> None:
    places = {
        "behind": (slice(None, -1), slice(1, None)),
        "before": (slice(1, None), slice(None, -1)),
        "in place": (slice(None), slice(None)),
        "one for all": (slice(2, 3), slice(None)),
        "interleaved": (slice(0, 98, 2), slice(1, 99, 2)),
    }
    call = prepare(session, ADD, broadcast=True)
    for source, target in places.values():
        memory = np.arange(99, dtype=np.float32)
        expected = memory.copy()
        expected[target] = memory[target] + memory[source]
        whole = FORMS[form](memory)
        views = (
            (memory[target], memory[source]) if form == "fake" else (whole[target], whole[source])
        )
        left, right = map(Fake, views) if form == "fake" else views
        call(left, right, left)
        assert memory.tobytes() == expected.tobytes()


def test_an_op_without_a_kernel_of_its_own_runs_by_its_nodes() -> None:
    with backend.open(widest_device()) as inner:
        call = get_op("softmax").call(["f32"], axis=1)
        x = made("f32", (3, 9)) * np.float32(1e-30)
        (wanted,) = execute(inner, call, [x])
        for form in FORMS.values():
            result = np.zeros_like(x)
            prepare(Plain(inner, lacks=("softmax",)), call)(form(x), form(result))
            assert result.tobytes() == wanted.tobytes()


def test_several_results_and_operands_left_out(session: Session) -> None:
    call = get_op("topk").call(["f32"], k=3, axis=-1)
    x = np.random.default_rng(0).normal(size=(4, 9)).astype(np.float32)
    wanted = execute(session, call, [x])
    results = [np.zeros_like(y) for y in wanted]
    prepare(session, call)(x, *results)
    assert [y.tobytes() for y in results] == [y.tobytes() for y in wanted]


@pytest.mark.parametrize("form", FORMS)
def test_errors_are_those_of_run(session: Session, form: str) -> None:
    matmul = get_op("matmul").call(["f32", "f32"])
    x = np.ones((4, 4), np.float32)
    over_itself = np.lib.stride_tricks.as_strided(np.zeros(8, np.float32), (4, 4), (4, 4))
    wrong: list[tuple[Call, list[Array], list[Array]]] = [
        (matmul, [x, x[:3]], [x.copy()]),
        (matmul, [x, x], [x[0].copy()]),
        (matmul, [x, x], [x.astype(np.float64)]),
        (matmul, [x, x.astype(np.int32)], [x.copy()]),
        (matmul, [x], [x.copy()]),
        (matmul, [x, x], []),
        (ADD, [x, x[0]], [x.copy()]),
        (NEG, [x], [over_itself]),
    ]
    for call, inputs, outputs in wrong:
        with pytest.raises(BackendError) as by_run:
            backend.open(widest_device()).run(call, inputs, outputs)
        with pytest.raises(BackendError) as prepared:
            prepare(session, call)(*map(FORMS[form], (*inputs, *outputs)))
        assert str(prepared.value) == str(by_run.value)


def test_a_read_only_output_is_refused(session: Session) -> None:
    x = np.ones(3, np.float32)
    y = x.copy()
    y.flags.writeable = False
    with pytest.raises(BackendError, match="an output array is read-only"):
        prepare(session, NEG)(x, y)
    assert (y == 1).all()


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a list": (lambda: [1.0], "operand 0 is list; pass a NumPy array or a tensor"),
    "a number": (lambda: 1.0, "operand 0 is float; pass a NumPy array or a tensor"),
    "None": (lambda: None, "operand 0 is NoneType; pass a NumPy array or a tensor"),
    "elsewhere": (
        lambda: Fake(np.ones(1, np.float32), is_cpu=False, device="cuda:0"),
        r"operand 0 is on cuda:0; copy it with .cpu\(\) first",
    ),
    "conjugated": (
        lambda: Fake(np.ones(1, np.float32), is_conj=lambda: True),
        r"operand 0 is a view that negates its elements; call .resolve_conj\(\) first",
    ),
    "negated": (
        lambda: Fake(np.ones(1, np.float32), is_neg=lambda: True),
        r"operand 0 is a view that negates its elements; call .resolve_neg\(\) first",
    ),
    "complex": (
        lambda: Fake(np.ones(1, np.complex64)),
        "operand 0 has dtype complex64, which samebits does not support",
    ),
    "without memory": (
        lambda: Fake(np.ones(1, np.float32), data_ptr=lambda: 0),
        "operand 0 has no memory; pass a tensor with elements",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_array_in_this_memory_is_refused(session: Session, what: str) -> None:
    made_wrong, text = REFUSED[what]
    with pytest.raises(BackendError, match=text):
        prepare(session, NEG)(made_wrong(), np.zeros(1, np.float32))


def test_unusual_tensors_of_PyTorch_are_refused(session: Session) -> None:
    torch = imported()
    one = torch.ones(1)
    unusual = {
        "is on meta": one.to("meta"),
        "is not a plain tensor with memory of its own (torch.sparse_coo)": one.to_sparse(),
        "is not a plain tensor with memory of its own (torch._mkldnn)": one.to_mkldnn(),
        "call .resolve_neg() first": torch.ones(1, dtype=torch.complex64).conj().imag,
        "call .resolve_conj() first": torch.ones(1, dtype=torch.complex64).conj(),
        "has dtype torch.complex64": torch.ones(1, dtype=torch.complex64),
        "has no memory": torch._efficientzerotensor(1),
        "operand 0 has dtype float64, but must be f32": one.double(),
    }
    for text, x in unusual.items():
        with pytest.raises(BackendError) as raised:
            prepare(session, NEG)(x, torch.zeros(1))
        assert text in str(raised.value)


def test_a_wrapped_tensor_of_PyTorch_is_refused(session: Session) -> None:
    torch = imported()

    def inner(x: Any) -> Any:
        prepare(session, NEG)(x, torch.zeros(2))
        return x

    with pytest.raises(BackendError, match="is not a plain tensor"):
        torch.func.vmap(inner)(torch.ones(3, 2))


def test_parameters_and_tensors_with_a_gradient_are_taken(session: Session) -> None:
    torch = imported()
    for x in (
        torch.nn.Parameter(torch.ones(3)),
        torch.ones(3, requires_grad=True),
        torch.ones(2, 3)[0],
    ):
        result = torch.zeros(3)
        prepare(session, NEG)(x, result)
        assert result.tolist() == [-1, -1, -1]


def test_a_list_is_computed_set_by_set(session: Session) -> None:
    together = prepare_list(session, ADD)
    x, y = np.arange(3, dtype=np.float32), np.zeros(3, np.float32)
    together([])
    together(
        [
            (x, x, y),
            (x, y, x),
            (np.float32([[1]]), np.float32([[2]]), out := np.ones((1, 1), np.float32)),
        ]
    )
    assert [y.tolist(), x.tolist(), out.tolist()] == [[0, 2, 4], [0, 3, 6], [[3]]]
    with pytest.raises(BackendError):
        together([(x, y, y), (x, y[:2], y)])
    assert y.tolist() == [0, 5, 10]


def test_what_cannot_be_prepared_says_so(session: Session) -> None:
    matmul = get_op("matmul").call(["f32", "f32"])
    with pytest.raises(BackendError, match="the op is not elementwise"):
        prepare(session, matmul, broadcast=True)
    with pytest.raises(BackendError, match="nonesuch"):
        prepare(session, Call("nonesuch", 1, ("f32",), ("f32",)))
    with pytest.raises(BackendError, match="left out"), backend.open(widest_device()) as inner:
        prepare(Plain(inner, lacks=("neg",)), NEG)


def test_a_view_of_a_tensor_keeps_it() -> None:
    fake = Fake(np.arange(5.0))
    held = weakref.ref(fake)
    view = array_of(fake)
    del fake
    assert held() is not None
    assert view.tolist() == [0, 1, 2, 3, 4]
    del view
    assert held() is None
