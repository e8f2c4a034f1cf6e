/* draws.h - what an op that draws is made of (clauses D1 and D2).
 *
 * Such an op has no operands. Its kernel gives a function that makes elements of words, and the
 * driver finds out which words: those of the place of each element in the whole tensor, so that any
 * part drawn alone, by any number of threads, is the part of the whole.
 */
#ifndef SB_DRAWS_H
#define SB_DRAWS_H

#include "kernel.h"

/* The attributes of every draw, for the head of a kernel's table. */
#define SB_DRAWN                                                                                   \
    {"at", SB_INTEGERS, 0.0}, {"seed", SB_INTEGERS, 0.0}, {"shape", SB_INTEGERS, 0.0},             \
        {"stream", SB_INTEGERS, 0.0}, {"whole", SB_INTEGERS, 0.0}

/* Elements that are made at a time, at most. */
enum { SB_DRAW_STAGE = 512 };

/* Make `count` adjacent elements, each of one word, or of two, the low one first. */
typedef void (*sb_draw_make)(const void *argument, const uint32_t *words, void *elements,
                             int64_t count);

/* Draw the whole output; `words` of an element are 1 or 2. */
sb_status sb_draw_run(sb_context *context, const sb_array *output, int words, sb_draw_make make,
                      const void *argument);

/* Two words as the 64-bit draw. */
static inline uint64_t sb_draw_of_two(const uint32_t *words)
{
    return words[0] | (uint64_t)words[1] << 32;
}

#endif
