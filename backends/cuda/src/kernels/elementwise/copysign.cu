// copysign.cu - x with the sign bit of z: an operation on bits, so a NaN keeps its payload (clause
// S2).
#include "elementwise/bits.cuh"

SB_BITWISE_2(copysign,
             (x & (((sb_bits)1 << (SB_WIDTH - 1)) - 1)) | (z & ((sb_bits)1 << (SB_WIDTH - 1))))
