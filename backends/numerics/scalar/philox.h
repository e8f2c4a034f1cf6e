/* philox.h - Philox4x32-10 (clause D1): computes the four words of a block from a key and a
 * counter.
 *
 * Method: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). It
 * only uses products of 32 by 32 bits, additions and exclusive ors, so a loop over blocks can be
 * vectorised.
 */
#ifndef SB_SCALAR_PHILOX_H
#define SB_SCALAR_PHILOX_H

#include "scalar/portable.h"

#define SB_PHILOX_ROUNDS 10

/* The halves of the seed (key) and of the stream; the low half is first. */
typedef struct philox_source {
    uint32_t key[2], stream[2];
} philox_source;

/* Write the words of block `number` to w[0], w[step], w[2 step] and w[3 step]. */
SB_FN void philox_block(const philox_source *source, uint64_t number, uint32_t *w, int step)
{
    uint32_t c0 = (uint32_t)number, c1 = (uint32_t)(number >> 32);
    uint32_t c2 = source->stream[0], c3 = source->stream[1];
    uint32_t k0 = source->key[0], k1 = source->key[1];
    for (int round = 0; round < SB_PHILOX_ROUNDS; ++round) {
        const uint64_t p = UINT64_C(0xd2511f53) * c0, q = UINT64_C(0xcd9e8d57) * c2;
        c0 = (uint32_t)(q >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)q;
        c2 = (uint32_t)(p >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p;
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    w[0] = c0;
    w[step] = c1;
    w[2 * step] = c2;
    w[3 * step] = c3;
}

#endif
