// left.cuh - what the two launches of a function of binary64 share (elementwise/settled.cuh).
#pragma once

#include "formats.cuh"

// How words are dealt out (settling.py): some for each thread of a warp, enough for 128 bits, and
// more for one of them after the other, enough for 12,000.
enum { SB_SETTLE_BLOCK = 32, SB_PACK_F64 = 2, SB_OWN_WORDS = 1024, SB_MORE_WORDS = 65536 };

// Nothing is left of a pack whose bits are 0; those of elements beyond the end mean nothing.
struct sb_left {
    uint8_t *packs;
    uint64_t *words;
};
