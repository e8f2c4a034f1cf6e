// bytes.cuh - sums of products of bytes: dp4a by a thread, and mma.sync by a warp.
//
// Both are exact modulo 2^32, whatever order a GPU adds in, so that their bits are defined where
// the sum fits int32; a float accumulator has no such order. A byte is signed or not, each operand
// for itself: the flags are constants, once loops are unrolled, and choose the instruction. No form
// has .satfinite, which would make a sum depend on the order of its terms. The gate
// (gate/allowed.py) lets pass these instructions and no other of their kind; the emulated machine
// has the same by simt/bytes.h.
#pragma once

enum {
    SB_DP4A_SINCE = 61, // the compute capability, times ten, that has dp4a
    SB_MMA_SINCE = 80   // and m16n8k32 of bytes
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

// c + the four products of bytes of a and b.
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

// C + A * B of 16 x 32 and 32 x 8 bytes, of which all 32 lanes of a warp hold a part: with
// group = lane / 4 and member = lane % 4, and four terms to a register, from the lowest byte on,
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
