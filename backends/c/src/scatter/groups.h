/* groups.h - data shared by the loops over sorted contributions: the items, one piece of work, and
 * its functions. */
#ifndef SB_SCATTER_GROUPS_H
#define SB_SCATTER_GROUPS_H

#include "order/radix.h"
#include "scatter/scatter.h"

enum { SB_STRIP = 1024 }; /* elements of a carried row that are added together */

/* Sorted items. An item is a key and a position in separate fields, or an index in the high half
 * and a position in the low half of a word. */
typedef struct sb_sorted {
    const void *items;
    int64_t count;
    bool wide;
} sb_sorted;

static inline int64_t sb_goal_of(const sb_sorted *sorted, int64_t i)
{
    return (int64_t)(sorted->wide ? ((const sb_keyed *)sorted->items)[i].key
                                  : ((const uint64_t *)sorted->items)[i] >> 32);
}

static inline int64_t sb_position_of(const sb_sorted *sorted, int64_t i)
{
    return (int64_t)(sorted->wide ? ((const sb_keyed *)sorted->items)[i].place
                                  : (uint32_t)((const uint64_t *)sorted->items)[i]);
}

/* The groups that start among the items begin .. end - 1, for a strip of one carried row. */
typedef struct sb_groups {
    const sb_scatter *scatter;
    const sb_sorted *sorted;
    int64_t begin, end;
    const char *updates;             /* address of position 0 */
    char *result;                    /* address of destination 0 */
    const char *prior;               /* or NULL */
    int64_t width;                   /* 1 .. SB_STRIP */
    int64_t strides[SB_NEST_ARRAYS]; /* strides of the strip */
} sb_groups;

/* Return the size in bytes of a thread's scratch memory for groups of up to `most` contributions.
 */
size_t sb_groups_scratch_f32(int64_t most);
size_t sb_groups_scratch_f64(int64_t most);
size_t sb_groups_scratch_integer(int64_t most);

void sb_groups_add_f32(const sb_groups *groups, void *scratch);
void sb_groups_add_f64(const sb_groups *groups, void *scratch);
void sb_groups_add_integer(const sb_groups *groups, void *scratch);

/* Return the update at a position. */
static inline const char *sb_update_at(const sb_groups *groups, int64_t position)
{
    const sb_nest *nest = &groups->scatter->positions;
    if (nest->rank <= 1)
        return groups->updates + position * nest->stride[SB_UPDATES][0];
    int64_t offsets[SB_NEST_ARRAYS];
    sb_nest_offsets(nest, position, offsets);
    return groups->updates + offsets[SB_UPDATES];
}

/* Return the end of the group that starts at item i. */
static inline int64_t sb_group_end(const sb_sorted *sorted, int64_t i)
{
    const int64_t goal = sb_goal_of(sorted, i);
    do ++i;
    while (i < sorted->count && sb_goal_of(sorted, i) == goal);
    return i;
}

/* Return the first group that starts at item i or later. */
static inline int64_t sb_group_start(const sb_sorted *sorted, int64_t i)
{
    while (i > 0 && i < sorted->count && sb_goal_of(sorted, i) == sb_goal_of(sorted, i - 1)) ++i;
    return i;
}

#endif
