// blocks.cuh - the binary counter that streams the tree T1 over sums of blocks (clauses T1, T4).
//
// Equal subtrees arrive in order, number 0, 1, 2 ...; level l holds a finished sum of 2^l of them.
// Subtree `index` takes in every occupied level below the lowest free one, its trailing ones, and
// rests there; the last subtree, which may be smaller, takes in every occupied level, all ones of
// its index. The earlier sum stands on the left. A thread keeps N sums at each level, in memory of
// its block: quads of them, thread beside thread, so that a warp moves whole lines.
#pragma once

#include "memory.cuh"

template <class Real, int N, int threads> struct sb_levels {
    enum { PACK = 16 / (int)sizeof(Real), PACKS = N / PACK };
    static_assert(N % PACK == 0, "sums move in packs of 16 bytes");
    char *memory; // of this block: `bytes` for each level

    static const int64_t bytes = (int64_t)N * threads * sizeof(Real);

    SB_DEVICE int64_t place(int level, int pack) const
    {
        return ((int64_t)level * PACKS + pack) * threads + threadIdx.x;
    }

    // sum = what the level holds + sum.
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

    // Subtree `index` arrives in a counter whose level 0 is `first`. Unless it is the last one it
    // is put away; the last one has become the sum of all.
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
