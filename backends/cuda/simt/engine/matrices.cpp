// matrices.cpp - mma.sync m16n8k32 of bytes, from the registers of every lane.
//
// A lane holds 16 elements of A, 8 of B and 4 of C. Their positions follow from the index of the
// lane's group of four, groupID = lane >> 2, and from its index in the group, threadID_in_group =
// lane % 4 (PTX ISA, Matrix Fragments for mma.m16n8k32; .s8 and .u8). The matrices are assembled
// from the registers, so an element in a wrong lane or register is at a wrong position. Sums are
// modulo 2^32, as PTX defines them without .satfinite.
#include "matrices.h"

namespace simt
{

namespace
{

enum { ROWS = 16, COLUMNS = 8, TERMS = 32 };

struct Place {
    int row, column;
};

struct Lane {
    int group, member;
    explicit Lane(int lane) : group(lane >> 2), member(lane % 4) {}

    Place of_a(int i) const
    {
        const bool upper = i < 4 || (8 <= i && i < 12);
        return {upper ? group : group + 8, member * 4 + (i & 3) + (i < 8 ? 0 : 16)};
    }
    Place of_b(int i) const { return {member * 4 + (i & 3) + (i < 4 ? 0 : 16), group}; }
    Place of_c(int i) const { return {i < 2 ? group : group + 8, member * 2 + (i & 1)}; }
};

// Return element `i` of a lane's registers. A register has four elements, the first in its lowest
// byte.
int element(const unsigned *registers, int i, bool is_signed)
{
    return (int)simt_byte(registers[i / 4], i % 4, is_signed);
}

simt_fragments *registers_of(const Thread &lane)
{
    return reinterpret_cast<simt_fragments *>((uintptr_t)lane.value);
}

} // namespace

void multiply_matrices(const Thread *lanes, int kind)
{
    const bool a_signed = kind == SIMT_WARP_MMA_S8_U8 || kind == SIMT_WARP_MMA_S8_S8;
    const bool b_signed = kind == SIMT_WARP_MMA_U8_S8 || kind == SIMT_WARP_MMA_S8_S8;
    int a[ROWS][TERMS], b[COLUMNS][TERMS];
    for (int lane = 0; lane < LANES; lane++) {
        const Lane own(lane);
        const simt_fragments *held = registers_of(lanes[lane]);
        for (int i = 0; i < 16; i++) {
            const Place place = own.of_a(i);
            a[place.row][place.column] = element(held->a, i, a_signed);
        }
        for (int i = 0; i < 8; i++) {
            const Place place = own.of_b(i);
            b[place.column][place.row] = element(held->b, i, b_signed);
        }
    }
    for (int lane = 0; lane < LANES; lane++) {
        const Lane own(lane);
        simt_fragments *held = registers_of(lanes[lane]);
        for (int i = 0; i < 4; i++) {
            const Place place = own.of_c(i);
            unsigned sum = (unsigned)held->c[i];
            for (int k = 0; k < TERMS; k++) sum += (unsigned)(a[place.row][k] * b[place.column][k]);
            held->c[i] = (int)sum;
        }
    }
}

} // namespace simt

extern "C" void simt_mma(int kind, simt_fragments *own, int line, const char *file)
{
    simt_warp(kind, ~0u, (uint64_t)(uintptr_t)own, 0, line, file);
}
