/* slices.h - an op along one axis of an array: its slices, numbered in row-major order. */
#ifndef SB_FUSED_SLICES_H
#define SB_FUSED_SLICES_H

#include "kernel.h"
#include "reduce/geometry.h"

typedef struct sb_slices {
    sb_loops others;           /* the other axes */
    int64_t count, length;     /* slices, and elements of each slice */
    int64_t in_step, out_step; /* bytes between the elements of a slice */
    const char *input;
    char *output;
    int32_t in_format, out_format;
} sb_slices;

/* The attribute `axis` (default -1). */
extern const sb_parameter sb_slices_parameters[];

/* Read the attribute `axis`. Operand and result must have the same shape, of rank 1 or more. */
sb_status sb_slices_of(sb_context *context, const sb_array *input, const sb_array *output,
                       sb_slices *slices);

static inline const char *sb_slice_input(const sb_slices *slices, int64_t number)
{
    return slices->input + sb_loops_offset(&slices->others, slices->others.in, number);
}

static inline char *sb_slice_output(const sb_slices *slices, int64_t number)
{
    return slices->output + sb_loops_offset(&slices->others, slices->others.out, number);
}

#endif
