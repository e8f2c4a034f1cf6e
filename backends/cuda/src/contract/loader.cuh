// loader.cuh - a strip of an operand, EXTENT rows or columns by DEPTH terms, loaded from global
// memory to registers, and stored as numbers in shared memory, term by term.
//
// A thread moves packs of at most 16 bytes, along the axis of the operand that is contiguous. If
// this is the axis of the terms, a pack is spread over its terms in shared memory. If no axis is
// contiguous, the elements of a pack are loaded one by one. Elements outside are -0 for the first
// operand and +0 for the second. Their product, -0, changes no sum, so that the last tile of K
// needs no special code.
#pragma once

#include "contract/product.cuh"

// The way in which the strips of an operand are read. `line` is the stride along EXTENT, and `term`
// the stride along K, both in elements.
struct sb_strip {
    int64_t line, term;
    int32_t along_terms, packed;
};

// Read along the contiguous axis; the axis of terms has priority.
SB_DEVICE sb_strip sb_strip_of(const sb_operand &x, bool first)
{
    sb_strip s;
    s.line = first ? x.row : x.column;
    s.term = first ? x.column : x.row;
    const bool by_terms = (x.packs & (first ? 2 : 1)) != 0;
    const bool by_lines = (x.packs & (first ? 1 : 2)) != 0;
    s.along_terms = by_terms || (!by_lines && s.line != 1);
    s.packed = by_terms || by_lines;
    return s;
}

template <class F, int EXTENT, int DEPTH, int THREADS, bool FIRST> struct sb_loader {
    typedef typename F::stored stored;
    typedef typename F::number number;
    enum {
        PACK = 16 / (int)sizeof(stored) < 4 ? 16 / (int)sizeof(stored) : 4,
        WORD = sb_word_of<number>::numbers,
        PACKS = EXTENT * DEPTH / PACK,
        EACH = (PACKS + THREADS - 1) / THREADS,
        PITCH = EXTENT + 16 / (int)sizeof(number)
    };
    static_assert(THREADS % (DEPTH / PACK) == 0 && THREADS % (EXTENT / PACK) == 0,
                  "the packs of a thread lie evenly");

    const stored *at; // this thread's first pack
    int lines;        // number of the tile's lines that exist
    sb_pack<stored, PACK> held[EACH];

    // The first line and term of this thread's packs, and the distance to its next pack.
    static SB_DEVICE int line(const sb_strip &s)
    {
        const int t = (int)threadIdx.x;
        return s.along_terms ? t / (DEPTH / PACK) : t % (EXTENT / PACK) * PACK;
    }
    static SB_DEVICE int term(const sb_strip &s)
    {
        const int t = (int)threadIdx.x;
        return s.along_terms ? t % (DEPTH / PACK) * PACK : t / (EXTENT / PACK);
    }
    static SB_DEVICE int next_line(const sb_strip &s)
    {
        return s.along_terms ? THREADS / (DEPTH / PACK) : 0;
    }
    static SB_DEVICE int next_term(const sb_strip &s)
    {
        return s.along_terms ? 0 : THREADS / (EXTENT / PACK);
    }
    static SB_DEVICE bool mine(int i)
    {
        return PACKS % THREADS == 0 || (int)threadIdx.x + i * THREADS < PACKS;
    }

    // Begin a tile at `first`; `count` lines exist from there on.
    SB_DEVICE void begin(const sb_strip &s, const stored *first, int64_t count)
    {
        at = first + (line(s) * s.line + term(s) * s.term);
        lines = count < EXTENT ? (int)count : EXTENT;
    }

    // Load the next DEPTH terms. Only `left` terms remain.
    SB_DEVICE void load(const sb_strip &s, int64_t left)
    {
        const int64_t step = next_line(s) * s.line + next_term(s) * s.term;
        if (s.packed && lines == EXTENT && left >= DEPTH) {
#pragma unroll
            for (int i = 0; i < EACH; i++)
                if (mine(i))
                    held[i] = sb_load_pack<stored, PACK>(at + i * step, 0);
        } else {
            load_edge(s, left, step);
        }
        at += DEPTH * s.term;
    }

    SB_DEVICE void load_edge(const sb_strip &s, int64_t left, int64_t step)
    {
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            const int far_lines = lines - (line(s) + i * next_line(s));
            const int far_terms =
                (left < DEPTH ? (int)left : (int)DEPTH) - (term(s) + i * next_term(s));
            int far = s.along_terms ? far_terms : far_lines;
            if (!mine(i) || (s.along_terms ? far_lines : far_terms) <= 0)
                far = 0;
            const stored *from = at + i * step;
#pragma unroll
            for (int j = 0; j < PACK; j++, from += s.along_terms ? s.term : s.line) {
                held[i].v[j] = FIRST ? F::nothing() : (stored)0;
                if (j < far)
                    held[i].v[j] = *from;
            }
        }
    }

    SB_DEVICE void store(const sb_strip &s, number (*tile)[PITCH]) const
    {
        if (s.along_terms) {
            number *to = &tile[0][0] + (term(s) * PITCH + line(s));
#pragma unroll
            for (int i = 0; i < EACH; i++)
#pragma unroll
                for (int j = 0; j < PACK; j++)
                    if (mine(i))
                        to[i * (THREADS / (DEPTH / PACK)) + j * PITCH] = F::load(held[i].v[j]);
        } else {
            number *to = &tile[0][0] + (term(s) * PITCH + line(s));
#pragma unroll
            for (int i = 0; i < EACH; i++)
#pragma unroll
                for (int w = 0; w < PACK / WORD; w++) {
                    sb_pack<number, WORD> numbers;
#pragma unroll
                    for (int j = 0; j < WORD; j++) numbers.v[j] = F::load(held[i].v[w * WORD + j]);
                    if (mine(i))
                        sb_store_pack(to + i * (THREADS / (EXTENT / PACK)) * PITCH, w, numbers);
                }
        }
    }
};
