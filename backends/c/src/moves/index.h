/* index.h - index tensors: i32 or i64, counted from 0. An index out of range is an error (clauses
 * S2, T7). */
#ifndef SB_MOVES_INDEX_H
#define SB_MOVES_INDEX_H

#include <string.h>

#include "kernel.h"

static inline bool sb_is_index(int32_t format) { return format == SB_I64 || format == SB_I32; }

/* Return the index at p. */
static inline int64_t sb_index_at(const char *p, int32_t format)
{
    if (format == SB_I32) {
        int32_t index;
        memcpy(&index, p, sizeof index);
        return index;
    }
    int64_t index;
    memcpy(&index, p, sizeof index);
    return index;
}

/* Check all indices. If one is not in 0 .. limit - 1, return SB_INVALID with a message about the
 * first such index in row-major order. */
sb_status sb_index_check(sb_context *context, const sb_array *index, int64_t limit);

/* Read the attribute `axis` (default `otherwise`) for an array of this rank. */
sb_status sb_axis_of(sb_context *context, int rank, int64_t otherwise, int *axis);

/* Read an attribute that is one integer, or `otherwise` if it is left out. */
sb_status sb_integer_of(sb_context *context, const char *name, int64_t otherwise, int64_t *value);

/* Check that an array has these sizes. Otherwise return SB_INVALID with a message about `what`. */
sb_status sb_shape_check(sb_context *context, const sb_array *array, int rank, const int64_t *shape,
                         const char *what);

#endif
