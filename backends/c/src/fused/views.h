/* views.h - an array as rows. Some axes number the rows, the others the elements within a row, both
 * in row-major order, for any strides. */
#ifndef SB_FUSED_VIEWS_H
#define SB_FUSED_VIEWS_H

#include "kernel.h"
#include "reduce/geometry.h"

enum {
    SB_ROW_BLOCK = 1 << 12, /* elements that a task processes in cache, through all nodes */
    SB_ROWS_OF_BLOCK = 64,  /* maximum number of rows of a block */
    SB_ALONE = 1 << 15      /* up to this number of elements, a call is faster on one thread */
};

typedef struct sb_view {
    char *data;
    int32_t format;
    int64_t count, length; /* rows, and elements of each row */
    sb_loops outer, inner; /* only the strides `in` are used */
} sb_view;

/* Return the view in which the axes `first` to `end` - 1 are the axes of a row. */
sb_view sb_view_of(const sb_array *array, int first, int end);

/* Return whether a result in this format is computed in binary32: f32, f16, bf16. */
static inline bool sb_is_short(int32_t format)
{
    return format == SB_F32 || format == SB_F16 || format == SB_BF16;
}

/* Return the address of the first element of row `number`. */
static inline char *sb_view_at(const sb_view *view, int64_t number)
{
    if (view->outer.rank == 1)
        return view->data + number * view->outer.in[0];
    return view->data + sb_loops_offset(&view->outer, view->outer.in, number);
}

/* Return the number of rows in a block, at least one. All rows of a small call are one block, so
 * that it runs on one thread. */
static inline int64_t sb_block_rows(sb_context *context, int64_t count, int64_t length)
{
    const int64_t rows = SB_ROW_BLOCK / (length > 0 ? length : 1);
    if (count * length <= SB_ALONE)
        context->threads = 1;
    return rows < 1 ? 1 : rows > SB_ROWS_OF_BLOCK ? SB_ROWS_OF_BLOCK : rows;
}

/* Round a count of binary32 numbers up to whole cache lines. */
static inline int64_t sb_padded(int64_t reals) { return (reals + 15) & ~INT64_C(15); }

#endif
