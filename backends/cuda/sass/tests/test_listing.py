"""Tests of the reader of a disassembler's text: accepted and refused lines."""

import pytest

from samebits.backends.cuda.sass.listing import read
from samebits.backends.protocol import BackendError

TEXT = """\t.target\tsm_90
\t.section\t.text.sb_one,"ax",@progbits
sb_one:
.text.sb_one:
        /*0000*/                   LDC R1, c[0x0][0x28] ;             /* 0x00000a00ff017b82 */
                                                                      /* 0x000fe20000000800 */
.L_x_1:
        /*0010*/    @!P0 STL.64 [R1+0x8], R2.reuse   (*"SpillRefill"*); /* 0x0000080201007387 */
                                                                      /* 0x000fe20000100a00 */
        /*0020*/                   BRA `(.L_x_1) ;                    /* 0xfffffffc00f07947 */
                                                                      /* 0x000fc0000383ffff */
"""


def test_instructions_guards_operands_and_labels():
    (listed,) = read(TEXT)
    first, second, third = listed.instructions
    assert (listed.entry, listed.labels[".L_x_1"]) == ("sb_one", 16)
    assert (first.opcode, first.operands) == (("LDC",), ("R1", "c[0x0][0x28]"))
    assert (second.guard, second.opcode, second.operands) == (
        "!P0",
        ("STL", "64"),
        ("[R1+0x8]", "R2"),
    )
    assert second.encoding == 0x000FE20000100A00_0000080201007387
    assert str(third) == "BRA `(.L_x_1)"


def test_a_line_that_is_not_understood_is_no_line_that_is_left_out():
    with pytest.raises(BackendError, match="cannot read nvdisasm's listing at"):
        list(read(TEXT.replace("@!P0 STL.64", "?? STL.64")))
    with pytest.raises(BackendError, match="cannot read nvdisasm's listing at"):
        list(read(TEXT.replace("/*0020*/", "/*0030*/")))
