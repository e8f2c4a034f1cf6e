// bytes.h - products of bytes: dp4a with signed or unsigned operands, and mma.sync m16n8k32 by a
// warp.
#pragma once

// Return c + the products of the four bytes of a and of b, modulo 2^32.
SIMT_INLINE unsigned simt_byte(unsigned word, int place, bool is_signed)
{
    const unsigned byte = word >> (8 * place) & 0xffu;
    return is_signed && byte >= 128 ? byte - 256u : byte;
}

SIMT_INLINE int simt_dp4a(bool a_signed, bool b_signed, unsigned a, unsigned b, int c)
{
    unsigned sum = (unsigned)c;
    for (int i = 0; i < 4; i++) sum += simt_byte(a, i, a_signed) * simt_byte(b, i, b_signed);
    return (int)sum;
}

// The registers of one lane, numbered as in PTX. c becomes d.
struct simt_fragments {
    unsigned a[4], b[2];
    int c[4];
};

extern "C" void simt_mma(int kind, simt_fragments *own, int line, const char *file);

// Compute mma.sync.aligned.m16n8k32.row.col.s32.{s8,u8}.{s8,u8}.s32 for the 32 lanes that call it.
SIMT_INLINE void simt_mma_bytes(bool a_signed, bool b_signed, int *c, const unsigned *a,
                                const unsigned *b, int line, const char *file)
{
    simt_fragments own;
    for (int i = 0; i < 4; i++) own.a[i] = a[i], own.c[i] = c[i];
    for (int i = 0; i < 2; i++) own.b[i] = b[i];
    simt_mma(SIMT_WARP_MMA_U8_U8 + 2 * a_signed + b_signed, &own, line, file);
    for (int i = 0; i < 4; i++) c[i] = own.c[i];
}
