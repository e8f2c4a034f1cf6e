// aligned.cuh - aligned contractions (clause T11): the arguments of their kernels, and why the
// integers of a block are exact.
//
// Two launches align the operands, one for each (align.cu): their lines, rows of A and columns of
// B, in blocks of 256 terms. An aligned integer q has the width of its operand, of 1, 2 or 3 bytes,
// and is kept as the bytes of its two's complement, its digits: q = sum over i of d_i * 2^(8 i),
// where the last digit is signed and the others are not. They lie digit by digit,
// digits[batch][line][digit][k], `pitch` of them with zeros behind the last term up to whole steps
// (SB_STEP), beside the exponent of each block, u[batch][line][block].
//
// A third launch multiplies, in either of two ways with the same bits: by mma.sync (tensor.cuh), or
// by dp4a (words.cuh) where a result has few rows or the GPU is older. Both sum the products of
// digits i and j of equal i + j in int32, for one block:
//
//   digits              a product lies in        256 of them lie in
//   signed, signed      [-128 * 127, 128 * 128]  [-2^22 + 2^15, 2^22]
//   signed, unsigned    [-128 * 255, 127 * 255]  [-2^23 + 2^15, 2^23)
//   unsigned, unsigned  [0, 255 * 255]           [0, 16646400], below 2^24
//
// At most three pairs have the same i + j, for there are at most three digits: their sum stays
// within 3 * 16646400 < 2^26, and so does every part of it, in any order. int32 would hold 43 such
// blocks; but a sum ends with its block, since each block has a unit of its own. The integer of the
// clause is I = sum over s of S_s * 2^(8 s), s = i + j from 0 to 4 at most, and
// |I| <= 256 * (2^23 - 1)^2 < 2^54; where an operand has two digits, |I| < 2^46. The two last sums
// are one int32 first: the last is that of the signed digits alone, so |S_s * 256| <= 2^30, and the
// one before it is below 2^25. How I is rounded once is told in values.cuh; blocks are added by T1.
#pragma once

#include "contract/product.cuh"

enum { SB_MOST_DIGITS = 3 };
enum { SB_STEP = 64 };            // terms that lie in shared memory at once
enum { SB_NOT_FINITE = 1 << 20 }; // in the place of an exponent: the block is NaN

// The formats of a result, by which one unit serves them all.
enum { SB_TO_f32, SB_TO_f16, SB_TO_bf16, SB_TO_f8e4m3fn, SB_TO_f8e5m2 };

// An aligned operand; a batch of 0 says that all batches have the same numbers.
struct sb_aligned_lines {
    uint8_t *digits;
    int32_t *u;
    int64_t batch; // lines of a batch, or 0
};

// What aligned.py fills (declared.py). `blocks` are those of K, `pitch` the terms of a digit's
// line.
struct sb_aligned {
    sb_product product;
    sb_aligned_lines a, b;
    int64_t blocks, pitch;
    int32_t form; // SB_TO_...
    int32_t unused;
};

// One operand to be aligned: lines[batch][line] of `terms` terms of an array, whose strides are in
// elements. `digits` of each integer are kept. Where `packs` is not 0, terms are neighbours, and
// four from every fourth on may be moved as one.
struct sb_alignment {
    const void *data;
    int64_t batches, lines, terms, blocks, pitch;
    int64_t batch, line, term;
    uint8_t *to;
    int32_t *u;
    int32_t digits, packs;
};
