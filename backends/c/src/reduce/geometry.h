/* geometry.h - a reduction as loops over the kept and the reduced axes (clause T2). */
#ifndef SB_REDUCE_GEOMETRY_H
#define SB_REDUCE_GEOMETRY_H

#include "kernel.h"

/* Loops over axes with size above 1, outermost first. Adjacent axes with a common stride are
 * merged. */
typedef struct sb_loops {
    int rank;
    int64_t shape[SB_MAX_RANK], in[SB_MAX_RANK], out[SB_MAX_RANK]; /* strides in bytes */
} sb_loops;

typedef struct sb_reduction {
    sb_loops kept, reduced; /* `out` of the reduced axes is unused */
    int64_t outputs, terms; /* numbers of results, and of terms per result */
    const char *input;
    char *output;
    int32_t in_format, out_format;
} sb_reduction;

/* The attributes of every reduction: axes (default: all of them) and keepdims. */
extern const sb_parameter sb_reduction_parameters[];

/* Read the attributes `axes` and `keepdims` and check the result's shape against them. */
sb_status sb_reduction_of(sb_context *context, const sb_array *input, const sb_array *output,
                          sb_reduction *reduction);

/* Add an axis inside the existing axes. It is merged with the last axis if both together have a
 * common stride. */
void sb_loops_append(sb_loops *loops, int64_t size, int64_t in, int64_t out);

/* Return the byte offset of the element with row-major index `index`, using the given strides. */
int64_t sb_loops_offset(const sb_loops *loops, const int64_t *strides, int64_t index);

#endif
