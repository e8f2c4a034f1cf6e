/* counter.h - the binary counter that evaluates the tree T1 on a stream.
 *
 * Equal subtrees arrive in order, with index 0, 1, 2 ... Level l contains a finished sum of 2^l of
 * them. Subtree `index` is added to all occupied levels below the lowest free level, and stored in
 * that level: the trailing ones of `index` are these occupied levels. The last subtree (which may
 * be smaller) is added to every occupied level: all ones of its index. In all cases the earlier sum
 * is the left operand.
 */
#ifndef SB_REDUCE_COUNTER_H
#define SB_REDUCE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

enum { SB_MAX_LEVELS = 56 };

/* Return the level in which subtree `index` is stored, unless it is the last. */
static inline int counter_free_level(int64_t index) { return __builtin_ctzll(~(uint64_t)index); }

/* Return whether subtree `index` is added to `level`. */
static inline bool counter_merges(int64_t index, bool last, int level)
{
    return last ? index >> level & 1 : level < counter_free_level(index);
}

/* Return the number of levels that a stream of `count` subtrees needs. */
static inline int counter_levels(int64_t count)
{
    return count > 1 ? 64 - __builtin_clzll((uint64_t)count - 1) : 0;
}

#endif
