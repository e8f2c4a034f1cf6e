// blocks.cuh - the binary counter that streams the tree T1 over sums of blocks (clauses T1, T4).
//
// Equal subtrees arrive in order, number 0, 1, 2 ...; level l holds a finished sum of 2^l subtrees.
// Subtree `index` joins the occupied levels below the lowest free level (the trailing ones of its
// index) and is stored there. The last subtree, which may be smaller, joins every occupied level
// (all ones of its index). The earlier sum is the left operand. A thread stores N sums at each
// level, in memory of its block. Packs of adjacent threads are adjacent, so that a warp moves whole
// cache lines.
#pragma once

#include "memory.cuh"

template <class Real, int N, int threads> struct sb_levels {
    enum { PACK = 16 / (int)sizeof(Real), PACKS = N / PACK };
    static_assert(N % PACK == 0, "sums move in packs of 16 bytes");
    char *memory; // memory of this block: `bytes` for each level

    static const int64_t bytes = (int64_t)N * threads * sizeof(Real);

    SB_DEVICE int64_t place(int level, int pack) const
    {
        return ((int64_t)level * PACKS + pack) * threads + threadIdx.x;
    }

    // Set `sum` to the sum stored on the level, plus `sum`.
    SB_DEVICE void join(Real (&sum)[N], int level) const
    {
#pragma unroll
        for (int p = 0; p < PACKS; p++) {
            const sb_pack<Real, PACK> held = sb_load_pack<Real, PACK>(memory, place(level, p));
#pragma unroll
            for (int i = 0; i < PACK; i++) sum[p * PACK + i] = held.v[i] + sum[p * PACK + i];
        }
    }

    SB_DEVICE void keep(const Real (&sum)[N], int level) const
    {
#pragma unroll
        for (int p = 0; p < PACKS; p++) {
            sb_pack<Real, PACK> held;
#pragma unroll
            for (int i = 0; i < PACK; i++) held.v[i] = sum[p * PACK + i];
            sb_store_pack<Real, PACK>(memory, place(level, p), held);
        }
    }

    // Add subtree `index` to a counter whose level 0 is `first`. With the last subtree, `sum`
    // becomes the total; after others, it is stored.
    SB_DEVICE void arrive(Real (&sum)[N], int first, int64_t index, bool last) const
    {
        int level = first;
#pragma unroll 1
        for (; last ? index != 0 : (index & 1) != 0; index >>= 1, level++)
            if (index & 1)
                join(sum, level);
        if (!last)
            keep(sum, level);
    }
};
