// aligned.cuh - aligned contractions (clause T11): the arguments of their kernels, and the reason
// why the integers of a block are exact.
//
// Two launches align the operands, one launch for each (align.cu): their lines (rows of A, columns
// of B) in blocks of 256 terms. An aligned integer q has the width of its operand, 1, 2 or 3 bytes.
// It is stored as the bytes of its two's complement, its digits: q = sum over i of d_i * 2^(8 i).
// The last digit is signed and the others are unsigned. The layout is digit by digit,
// digits[batch][line][digit][k], with `pitch` digits in a line. Zeros behind the last term fill
// whole steps (SB_STEP). The exponents of the blocks are u[batch][line][block].
//
// A third launch multiplies, in one of two ways with equal bits: by mma.sync (tensor.cuh), or by
// dp4a (words.cuh) if a result has few rows or the GPU is older. Both sum the products of digits i
// and j with equal i + j in int32, for one block:
//
//   digits              range of a product       range of 256 products
//   signed, signed      [-128 * 127, 128 * 128]  [-2^22 + 2^15, 2^22]
//   signed, unsigned    [-128 * 255, 127 * 255]  [-2^23 + 2^15, 2^23)
//   unsigned, unsigned  [0, 255 * 255]           [0, 16646400], below 2^24
//
// At most three pairs have equal i + j, because there are at most three digits. Their sum stays
// within 3 * 16646400 < 2^26, and so does every part of it, in any order. int32 would hold 43 such
// blocks; but a sum ends with its block, because each block has its own unit. The integer of the
// clause is I = sum over s of S_s * 2^(8 s), s = i + j from 0 to 4 at most, and |I| <= 256 * (2^23
// - 1)^2 < 2^54. If an operand has two digits, |I| < 2^46. The two last sums are first combined in
// one int32. The last sum is only of the signed digits, so |S_s * 256| <= 2^30, and the sum before
// it is below 2^25. values.cuh describes how I is rounded once; blocks are added by T1.
#pragma once

#include "contract/product.cuh"

enum { SB_MOST_DIGITS = 3 };
enum { SB_STEP = 64 };            // terms in shared memory at a time
enum { SB_NOT_FINITE = 1 << 20 }; // replaces an exponent: the block is NaN

// The formats of a result. One unit supports all of them.
enum { SB_TO_f32, SB_TO_f16, SB_TO_bf16, SB_TO_f8e4m3fn, SB_TO_f8e5m2 };

// An aligned operand. If `batch` is 0, all batches have the same values.
struct sb_aligned_lines {
    uint8_t *digits;
    int32_t *u;
    int64_t batch; // number of lines per batch, or 0
};

// The arguments that aligned.py fills (declared.py). `blocks` is the number of blocks of K, and
// `pitch` the number of terms in a line of a digit.
struct sb_aligned {
    sb_product product;
    sb_aligned_lines a, b;
    int64_t blocks, pitch;
    int32_t form; // one of SB_TO_...
    int32_t unused;
};

// An operand to be aligned: lines[batch][line] with `terms` terms of an array, whose strides are in
// elements. `digits` is the number of digits that are stored of each integer. If `packs` is not 0,
// terms are adjacent, and each aligned group of four terms may be loaded together.
struct sb_alignment {
    const void *data;
    int64_t batches, lines, terms, blocks, pitch;
    int64_t batch, line, term;
    uint8_t *to;
    int32_t *u;
    int32_t digits, packs;
};
