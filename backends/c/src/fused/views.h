/* views.h - an array as rows: some axes count the rows, the others the elements of each, both in
 * row-major order, whatever the strides are. */
#ifndef SB_FUSED_VIEWS_H
#define SB_FUSED_VIEWS_H

#include "kernel.h"
#include "reduce/geometry.h"

enum {
    SB_ROW_BLOCK = 1 << 12, /* elements that a task takes through all nodes, while in cache */
    SB_ROWS_OF_BLOCK = 64,  /* rows of a block at most */
    SB_ALONE = 1 << 15      /* elements of a call up to which a second thread costs more */
};

typedef struct sb_view {
    char *data;
    int32_t format;
    int64_t count, length; /* rows, and elements of each */
    sb_loops outer, inner; /* strides in `in` */
} sb_view;

/* The axes from `first` up to, not with, `end` are those of a row. */
sb_view sb_view_of(const sb_array *array, int first, int end);

/* The format of a result that is computed in binary32: f32, f16, bf16. */
static inline bool sb_is_short(int32_t format)
{
    return format == SB_F32 || format == SB_F16 || format == SB_BF16;
}

/* Where row `number` begins. */
static inline char *sb_view_at(const sb_view *view, int64_t number)
{
    if (view->outer.rank == 1)
        return view->data + number * view->outer.in[0];
    return view->data + sb_loops_offset(&view->outer, view->outer.in, number);
}

/* Rows of a block, one at least. A small call is left to one thread. */
static inline int64_t sb_block_rows(sb_context *context, int64_t count, int64_t length)
{
    const int64_t rows = SB_ROW_BLOCK / (length > 0 ? length : 1);
    if (count * length <= SB_ALONE)
        context->threads = 1;
    return rows < 1 ? 1 : rows > SB_ROWS_OF_BLOCK ? SB_ROWS_OF_BLOCK : rows;
}

/* Numbers of binary32 that fill whole lines of a cache. */
static inline int64_t sb_padded(int64_t reals) { return (reals + 15) & ~INT64_C(15); }

#endif
