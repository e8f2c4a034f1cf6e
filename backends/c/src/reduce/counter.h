/* counter.h - the binary counter that streams the tree T1.
 *
 * Equal subtrees arrive in order, number 0, 1, 2 ...; level l holds a finished sum of 2^l of them.
 * Subtree `index` is added to every level that is occupied below the lowest free one and stored
 * there: trailing ones of `index` say which. The last subtree (which may be smaller) takes in every
 * occupied level: all ones of its index. In all cases the earlier sum stands on the left.
 */
#ifndef SB_REDUCE_COUNTER_H
#define SB_REDUCE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

enum { SB_MAX_LEVELS = 56 };

/* The level where subtree `index` comes to rest, unless it is the last. */
static inline int counter_free_level(int64_t index) { return __builtin_ctzll(~(uint64_t)index); }

/* Whether subtree `index` takes in `level`. */
static inline bool counter_merges(int64_t index, bool last, int level)
{
    return last ? index >> level & 1 : level < counter_free_level(index);
}

/* Levels that a stream of `count` subtrees needs. */
static inline int counter_levels(int64_t count)
{
    return count > 1 ? 64 - __builtin_clzll((uint64_t)count - 1) : 0;
}

#endif
