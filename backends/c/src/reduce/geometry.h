/* geometry.h - a reduction as loops: which axes are kept, which are reduced (clause T2). */
#ifndef SB_REDUCE_GEOMETRY_H
#define SB_REDUCE_GEOMETRY_H

#include "kernel.h"

/* Axes of size above 1, outermost first; neighbours that walk memory evenly are merged. */
typedef struct sb_loops {
    int rank;
    int64_t shape[SB_MAX_RANK], in[SB_MAX_RANK], out[SB_MAX_RANK]; /* strides in bytes */
} sb_loops;

typedef struct sb_reduction {
    sb_loops kept, reduced; /* `out` of the reduced axes is unused */
    int64_t outputs, terms; /* results, and terms of each */
    const char *input;
    char *output;
    int32_t in_format, out_format;
} sb_reduction;

/* The attributes of every reduction: axes (left out: all of them) and keepdims. */
extern const sb_parameter sb_reduction_parameters[];

/* Read the attributes `axes` and `keepdims` and check the result's shape against them. */
sb_status sb_reduction_of(sb_context *context, const sb_array *input, const sb_array *output,
                          sb_reduction *reduction);

/* Add an inner axis; it is merged with the last one if together they walk memory evenly. */
void sb_loops_append(sb_loops *loops, int64_t size, int64_t in, int64_t out);

/* Byte offset of the element with row-major number `index`, by the strides given. */
int64_t sb_loops_offset(const sb_loops *loops, const int64_t *strides, int64_t index);

#endif
