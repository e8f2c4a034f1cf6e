// aligned.cuh - aligned contractions (clause T11): the argument of their kernels, and the value of
// a block.
//
// Two launches align the operands, one for each (align.cu): line by line, a row of A or a column of
// B, to integers q[batch][line][k], zeros behind the last term up to whole blocks, and the exponent
// u[batch][line][block] of each block. A third one (tile.cuh) sums the products of a block in 64
// bits, rounds each sum once, and adds blocks by T1.
#pragma once

#include "contract/product.cuh"

enum { SB_NOT_FINITE = 1 << 20 }; // in the place of an exponent: the block is NaN

// An aligned operand; a batch of 0 says that all batches have the same numbers.
struct sb_aligned_lines {
    int32_t *q, *u;
    int64_t batch; // lines of a batch, or 0
};

// What aligned.py fills (declared.py). `blocks` are those of K.
struct sb_aligned {
    sb_product product;
    sb_aligned_lines a, b;
    int64_t blocks;
};

// One operand to be aligned: lines[batch][line] of `terms` terms of an array, whose strides are in
// elements.
struct sb_alignment {
    const void *data;
    int64_t batches, lines, terms, blocks;
    int64_t batch, line, term;
    int32_t *q, *u;
    int32_t width, unused;
};

// m / 2^shift to the nearest integer, ties to even, for shift >= 1.
SB_DEVICE uint64_t sb_shifted_down(uint64_t m, int shift)
{
    if (shift > 62)
        return 0;
    const uint64_t whole = m >> shift, rest = m & (((uint64_t)1 << shift) - 1);
    const uint64_t half = (uint64_t)1 << (shift - 1);
    return whole + (uint64_t)(rest > half || (rest == half && (whole & 1) != 0));
}

// sum * 2^(u + v), rounded once to binary32 (T11.6). A sum beyond 53 bits loses two bits by
// rounding to odd, which leaves more than twice the precision of the result and so its rounding.
SB_DEVICE float sb_block_value(int64_t sum, int32_t u, int32_t v)
{
    if (u == SB_NOT_FINITE || v == SB_NOT_FINITE)
        return f32_from_bits(0x7fc00000u);
    int exponent = u + v;
    if (sum >> 53 != 0 && sum >> 53 != -1) {
        sum = (sum >> 2) | (int64_t)((sum & 3) != 0);
        exponent += 2;
    }
    const double scale = f64_from_bits((uint64_t)(exponent + 1023) << 52);
    return (float)(double((long long)sum) * scale);
}
