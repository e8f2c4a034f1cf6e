// bytes.cuh - sums of products of bytes: dp4a by a thread, and mma.sync by a warp.
//
// Both are exact modulo 2^32 in any order of addition. Their bits are therefore defined if the sum
// fits int32; a float accumulator has no defined order. Each operand has signed or unsigned bytes.
// The flags are constants after loops are unrolled, and choose the instruction. No form has
// .satfinite, with which a sum would depend on the order of its terms. The gate (gate/allowed.py)
// accepts only these instructions of their kind. simt/bytes.h implements them for the emulated
// machine.
#pragma once

enum {
    SB_DP4A_SINCE = 61, // the lowest compute capability, times ten, with dp4a
    SB_MMA_SINCE = 80   // the lowest one with m16n8k32 of bytes
};

#if defined SIMT_EMULATED

SB_DEVICE int32_t sb_dp4a(bool a_signed, bool b_signed, uint32_t a, uint32_t b, int32_t c)
{
    return simt_dp4a(a_signed, b_signed, a, b, c);
}

SB_DEVICE void sb_mma(bool a_signed, bool b_signed, int32_t (&c)[4], const uint32_t (&a)[4],
                      const uint32_t (&b)[2], SIMT_HERE)
{
    simt_mma_bytes(a_signed, b_signed, c, a, b, line, file);
}

#else

#define SB_DP4A(a_type, b_type)                                                                    \
    asm("dp4a." a_type "." b_type " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c))

// Return c + the four products of the bytes of a with the bytes of b.
SB_DEVICE int32_t sb_dp4a(bool a_signed, bool b_signed, uint32_t a, uint32_t b, int32_t c)
{
    int32_t d;
    if (a_signed && b_signed)
        SB_DP4A("s32", "s32");
    else if (a_signed)
        SB_DP4A("s32", "u32");
    else if (b_signed)
        SB_DP4A("u32", "s32");
    else
        SB_DP4A("u32", "u32");
    return d;
}
#undef SB_DP4A

#define SB_MMA(a_type, b_type)                                                                     \
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32." a_type "." b_type ".s32 "                \
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                 \
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                                  \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

// Compute C + A * B for 16 x 32 and 32 x 8 bytes. All 32 lanes of a warp hold a part of them. With
// group = lane / 4 and member = lane % 4, and four terms in a register, from the lowest byte on:
//   a[0], a[1]   rows group, group + 8; terms 4 * member to 4 * member + 3
//   a[2], a[3]   the same rows; 16 terms further
//   b[0], b[1]   column group; the same terms as a[0] and a[2]
//   c[0], c[1]   row group; columns 2 * member, 2 * member + 1
//   c[2], c[3]   row group + 8; the same columns
SB_DEVICE void sb_mma(bool a_signed, bool b_signed, int32_t (&c)[4], const uint32_t (&a)[4],
                      const uint32_t (&b)[2])
{
    if (a_signed && b_signed)
        SB_MMA("s8", "s8");
    else if (a_signed)
        SB_MMA("s8", "u8");
    else if (b_signed)
        SB_MMA("u8", "s8");
    else
        SB_MMA("u8", "u8");
}
#undef SB_MMA

#endif
