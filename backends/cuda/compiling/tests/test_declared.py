"""Tests of reading structures and sizes from headers, and of the compiler's check of the values."""

import ctypes
import shutil

import pytest

from samebits.backends.cuda.compiling import declared, headers, units
from samebits.backends.cuda.compiling.declared import assertions, constants, structure
from samebits.backends.cuda.simt import library, source
from samebits.backends.cuda.simt.toolchain import toolchain
from samebits.backends.protocol import BackendError

HEADER = """
enum { SB_FIRST, SB_SECOND, SB_LONG = 4 * SB_SECOND /* of */, SB_SIZE = sizeof(int) };
// A comment { with ; all that }.
template <int rows> struct sb_table {
    int32_t at[rows][SB_LONG];
};
struct sb_some {
    const char *from, *to; // two
    double scale[2];
    uint8_t small;
    int64_t count, steps[SB_LONG - 1];
    sb_table<2> table;
    uint32_t last;
};
"""
KERNEL = '#include "some.cuh"\nextern "C" __global__ void some(const sb_some a)\n{\n}\n'


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Return a copy of the source folder with an additional header and kernel file."""
    folder = tmp_path / "src"
    shutil.copytree(headers.SOURCES, folder)
    (folder / "some.cuh").write_text(HEADER)
    (folder / "some.cu").write_text(KERNEL)
    for module in (headers, source):
        monkeypatch.setattr(module, "SOURCES", folder)
    forget = (headers.reached.cache_clear, assertions.cache_clear, library.load.cache_clear)
    for clear in forget:
        clear()
    yield folder
    for clear in forget:
        clear()


def test_a_structure_is_laid_out_as_its_text_says(sources):
    some = structure("some.cuh", "sb_some")
    fields = {name: getattr(some, name).offset for name, _ in some._fields_}
    assert fields == {
        "from": 0, "to": 8, "scale": 16, "small": 32, "count": 40, "steps": 48, "table": 72,
        "last": 104,
    }  # fmt: skip
    assert ctypes.sizeof(some) == 112
    made = some(count=7)
    made.steps[:] = 1, 2, 3
    made.table.at[1][3] = 5
    with pytest.raises(BackendError, match=r"sb_some.count: 9223372036854775808 is outside"):
        made.count = 2**63
    with pytest.raises(BackendError, match=r"sb_table<2>.at|array"):
        made.table.at[0][0] = 2**31


def test_enumerators_are_numbers(sources):
    assert constants("some.cu", "SB_FIRST", "SB_SECOND", "SB_LONG") == (0, 1, 4)
    with pytest.raises(BackendError, match=r"some.cu: the host cannot read the number `SB_SIZE`"):
        constants("some.cu", "SB_SIZE")


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("double scale", "float scale", "sb_some.scale: the host cannot read the type float"),
        (
            "int64_t count",
            "sb_other count",
            "sb_some.count: the host cannot read the type sb_other",
        ),
        ("steps[SB_LONG - 1]", "steps[SB_SIZE]", "sb_some.steps: .* cannot read .*`SB_SIZE`"),
        ("uint8_t small;", "uint8_t small : 3;", "sb_some: the host cannot read .*small : 3"),
        ("uint32_t last;", "int last() const;", "sb_some: the host cannot read .*last()"),
        ("struct sb_some", "struct sb_none", "0 structures sb_some"),
        ("SB_FIRST,", "SB_FIRST, SB_PIECE = 1", ""),
    ],
)
def test_what_cannot_be_read_is_named(sources, right, wrong, named):
    assert right in HEADER
    (sources / "some.cuh").write_text(HEADER.replace(right, wrong, 1))
    if named:
        with pytest.raises(BackendError, match=named):
            structure("some.cuh", "sb_some")
        return
    (sources / "some.cu").write_text('#include "scatter/scatter.cuh"\n' + KERNEL)
    with pytest.raises(BackendError, match="SB_PIECE is both"):
        constants("some.cu", "SB_PIECE")


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("uint8_t small;\n    int64_t count,", "int64_t count; uint8_t small; int64_t",
         "sb_some.small: at byte 32 for the host"),
        ("uint8_t small", "uint16_t large", "small"),
        ("uint32_t last;", "uint32_t last, beyond, more;", "sb_some: 112 bytes for the host"),
        ("[SB_LONG]", "[SB_LONG + 1]", "sb_table<2>: 32 bytes for the host"),
        ("SB_LONG = 4 * SB_SECOND", "SB_LONG = 5 * SB_SECOND", "SB_LONG: 4 for the host"),
    ],
)  # fmt: skip
def test_where_both_part_the_compiler_names_the_field(sources, right, wrong, named):
    unit = units.unit("some.cu")
    library.load(unit, False, toolchain())
    assert declared.assertions("some.cu")  # this reads the header
    assert right in HEADER
    (sources / "some.cuh").write_text(HEADER.replace(right, wrong, 1))
    library.load.cache_clear()
    with pytest.raises(BackendError, match=named):
        library.load(unit, False, toolchain())


def test_every_kernel_with_a_structure_tells_its_layout():
    taken = {
        name
        for path in headers.SOURCES.rglob("*.cu")
        for line in assertions(path.relative_to(headers.SOURCES).as_posix())
        if line.startswith("static_assert(sizeof(")
        for name in [line.split("(")[2].split(")")[0]]
    }
    assert {"sb_elementwise", "sb_reduction", "sb_product", "sb_convolution", "sb_pad"} <= taken
