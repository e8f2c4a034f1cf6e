/* check.h - checks of a call, before a kernel runs. */
#ifndef SB_CHECK_H
#define SB_CHECK_H

#include "kernel.h"

/* Check the numbers of operands, and every attribute against the kernel's table. */
sb_status sb_check_call(sb_context *context);

/* Check pointers, ranks, sizes, strides and formats of every array, and the attributes whose limits
 * depend on a format. No output may overlap itself. */
sb_status sb_check_arrays(sb_context *context, const sb_array *inputs, const sb_array *outputs);

/* Check that no output shares memory with an input or another output. With `in_place`, an output
 * may be exactly one of the inputs. Interleaved views count as shared memory. */
sb_status sb_check_overlap(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                           bool in_place);

#endif
