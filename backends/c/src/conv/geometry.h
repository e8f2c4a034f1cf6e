/* geometry.h - conversion of the shapes and attributes of a call to the axes of a convolution
 * (clause T5). */
#ifndef SB_CONV_GEOMETRY_H
#define SB_CONV_GEOMETRY_H

#include "conv/conv.h"

/* Fill in `conv`, whose kind is already set. For a gradient of the input (and a transposed
 * convolution) the axes belong to the original convolution: `size` and `y` describe the result, and
 * `count` and `x` the operand that is read. Return SB_INVALID if shapes or attributes do not fit.
 */
sb_status sb_conv_of(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                     int spatial, sb_conv *conv);

/* Return a convolution that computes part of a gradient of the input: the elements whose index
 * modulo the stride is `residue` on each axis. It has only the fitting taps, in ascending order. */
sb_conv sb_conv_residue(const sb_conv *whole, const int64_t residue[3]);

/* Join axes that can be read as one axis into the last axis, for a kernel of one tap without steps.
 */
void sb_conv_join_axes(sb_conv *conv);

#endif
