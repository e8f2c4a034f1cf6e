// left.cuh - the data that both launches of a function of binary64 share (elementwise/settled.cuh).
#pragma once

#include "formats.cuh"

// The distribution of memory words (settling.py): some words for each thread of a warp, enough for
// 128 bits, and more words that threads use in turn, enough for 12,000 bits.
enum { SB_SETTLE_BLOCK = 32, SB_PACK_F64 = 2, SB_OWN_WORDS = 1024, SB_MORE_WORDS = 65536 };

// The undecided elements of each pack, as bits; bits of elements beyond the end have no meaning.
struct sb_left {
    uint8_t *packs;
    uint64_t *words;
};
