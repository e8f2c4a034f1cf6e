/* check.h - what must hold of a call before a kernel sees it. */
#ifndef SB_CHECK_H
#define SB_CHECK_H

#include "kernel.h"

/* The call's counts, and every attribute against the kernel's table. */
sb_status sb_check_call(sb_context *context);

/* Pointers, ranks, sizes, strides and formats of every array; no output may overlap itself. And the
 * attributes whose limits depend on a format. */
sb_status sb_check_arrays(sb_context *context, const sb_array *inputs, const sb_array *outputs);

/* No output may share memory with an input or another output; with `in_place` it may be exactly one
 * of the inputs. Interleaved views count as sharing. */
sb_status sb_check_overlap(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                           bool in_place);

#endif
