/* draws.h - the building blocks of an op that draws random numbers (clauses D1 and D2).
 *
 * An op that draws has no operands. Its kernel provides a function that makes elements from words.
 * The driver determines the words, from the position of each element in the whole tensor. So a part
 * that is drawn separately, by any number of threads, equals the same part of the whole tensor.
 */
#ifndef SB_DRAWS_H
#define SB_DRAWS_H

#include "kernel.h"

/* The attributes of every draw, which come first in a kernel's table. */
#define SB_DRAWN                                                                                   \
    {"at", SB_INTEGERS, 0.0}, {"seed", SB_INTEGERS, 0.0}, {"shape", SB_INTEGERS, 0.0},             \
        {"stream", SB_INTEGERS, 0.0}, {"whole", SB_INTEGERS, 0.0}

/* Maximum number of elements that are made in one call. */
enum { SB_DRAW_STAGE = 512 };

/* Make `count` consecutive elements, each from one word, or from two words, the low word first. */
typedef void (*sb_draw_make)(const void *argument, const uint32_t *words, void *elements,
                             int64_t count);

/* Draw the whole output. An element uses `words` words, 1 or 2. */
sb_status sb_draw_run(sb_context *context, const sb_array *output, int words, sb_draw_make make,
                      const void *argument);

/* Return the 64-bit draw that consists of two words. */
static inline uint64_t sb_draw_of_two(const uint32_t *words)
{
    return words[0] | (uint64_t)words[1] << 32;
}

#endif
