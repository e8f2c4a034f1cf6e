// left.cuh - the data that both launches of a function of binary64 share (elementwise/settled.cuh).
#pragma once

#include "formats.cuh"

// The distribution of memory words (settling.py). Each thread of a warp has some words, which are
// enough for 128 bits. More words, enough for 12,000 bits, are used by one thread at a time.
enum { SB_SETTLE_BLOCK = 32, SB_PACK_F64 = 2, SB_OWN_WORDS = 1024, SB_MORE_WORDS = 65536 };

// The undecided elements of each pack, as bits. Bits of elements beyond the end have no meaning.
struct sb_left {
    uint8_t *packs;
    uint64_t *words;
};
