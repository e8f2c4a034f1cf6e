/* geometry.h - shapes and attributes of a call as the axes of a convolution (clause T5). */
#ifndef SB_CONV_GEOMETRY_H
#define SB_CONV_GEOMETRY_H

#include "conv/conv.h"

/* Fill `conv`, whose kind is set. For a gradient of the input (and a transposed convolution) the
 * axes are the axes of the original convolution: `size` and `y` belong to the result, `count` and
 * `x` to the operand that is read. Return SB_INVALID if shapes or attributes do not fit. */
sb_status sb_conv_of(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                     int spatial, sb_conv *conv);

/* Return the convolution that computes the elements of a gradient of the input whose index is
 * `residue` modulo the stride on each axis. It has only the fitting taps, ascending. */
sb_conv sb_conv_residue(const sb_conv *whole, const int64_t residue[3]);

/* Join axes that can be read as one, for a kernel of one tap without steps, into the last axis. */
void sb_conv_join_axes(sb_conv *conv);

#endif
