// levels.cuh - the tree T1 over a stream of blocks of K: a binary counter.
//
// After `count` blocks, sums of aligned subtrees are stored: one on every level whose bit is 1 in
// the binary number `count`. A new block is added to the sums of the levels below the first 0 bit,
// one after another, and is stored on the level of that bit. A thread stores its own NUMBERS sums
// on a level, as words of 16 bytes that are THREADS words apart, so that a warp moves 512
// contiguous bytes. The lowest levels, which are used most, are in dynamic shared memory if there
// is space, and the others in global memory.
#pragma once

#include "contract/product.cuh"

extern __shared__ uint4 sb_shared[];

template <class T, int NUMBERS, int THREADS> struct sb_levels {
    enum { PER_WORD = sb_word_of<T>::numbers, WORDS = NUMBERS / PER_WORD };
    typedef sb_pack<T, PER_WORD> word;

    uint32_t count = 0;

    // Return this thread's first word on a level. In global memory, each level has the words of all
    // blocks.
    static SB_DEVICE uint4 *place(const sb_product &p, int level)
    {
        if (level < p.shared_levels)
            return sb_shared + level * (WORDS * THREADS) + threadIdx.x;
        const int64_t far = (int64_t)(level - p.shared_levels) * gridDim.x + blockIdx.x;
        return static_cast<uint4 *>(p.levels) + far * (WORDS * THREADS) + threadIdx.x;
    }

    // Set acc to the sums on the level, plus acc.
    static SB_DEVICE void add(const sb_product &p, int level, T (&acc)[NUMBERS])
    {
        const uint4 *from = place(p, level);
#pragma unroll
        for (int i = 0; i < WORDS; i++) {
            const word w = sb_load_pack<T, PER_WORD>(from, i * THREADS);
#pragma unroll
            for (int j = 0; j < PER_WORD; j++)
                acc[i * PER_WORD + j] = w.v[j] + acc[i * PER_WORD + j];
        }
    }

    // Add a block, whose sums are in acc, and clear acc.
    SB_DEVICE void push(const sb_product &p, T (&acc)[NUMBERS])
    {
        int level = 0;
        for (uint32_t left = count; left & 1; left >>= 1) add(p, level++, acc);
        uint4 *to = place(p, level);
#pragma unroll
        for (int i = 0; i < WORDS; i++) {
            word w;
#pragma unroll
            for (int j = 0; j < PER_WORD; j++) {
                w.v[j] = acc[i * PER_WORD + j];
                acc[i * PER_WORD + j] = sb_nothing<T>();
            }
            sb_store_pack(to, i * THREADS, w);
        }
        count++;
    }

    // Add the last block, whose sums are in acc, and all stored sums.
    SB_DEVICE void finish(const sb_product &p, T (&acc)[NUMBERS])
    {
        int level = 0;
        for (uint32_t left = count; left; left >>= 1, level++)
            if (left & 1)
                add(p, level, acc);
        count = 0;
    }
};
