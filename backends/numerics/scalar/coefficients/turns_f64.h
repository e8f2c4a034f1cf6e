/* turns_f64.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_TURNS_F64_H
#define SB_SCALAR_COEFFICIENTS_TURNS_F64_H

#include "scalar/portable.h"

/* 2/pi in words of 64 bits, behind 2 words of zeros. */
SB_TABLE uint64_t two_over_pi_bits[22] = {
    UINT64_C(0x0000000000000000), UINT64_C(0x0000000000000000), UINT64_C(0xa2f9836e4e441529),
    UINT64_C(0xfc2757d1f534ddc0), UINT64_C(0xdb6295993c439041), UINT64_C(0xfe5163abdebbc561),
    UINT64_C(0xb7246e3a424dd2e0), UINT64_C(0x06492eea09d1921c), UINT64_C(0xfe1deb1cb129a73e),
    UINT64_C(0xe88235f52ebb4484), UINT64_C(0xe99c7026b45f7e41), UINT64_C(0x3991d639835339f4),
    UINT64_C(0x9c845f8bbdf9283b), UINT64_C(0x1ff897ffde05980f), UINT64_C(0xef2f118b5a0a6d1f),
    UINT64_C(0x6d367ecf27cb09b7), UINT64_C(0x4f463f669e5fea2d), UINT64_C(0x7527bac7ebe5f17b),
    UINT64_C(0x3d0739f78a5292ea), UINT64_C(0x6bfb5fb11f8d5d08), UINT64_C(0x56033046fc7b6bab),
    UINT64_C(0xf0cfbc209af4361d),
};

#endif
