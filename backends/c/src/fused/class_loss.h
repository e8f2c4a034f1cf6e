/* class_loss.h - the common part of nll_loss, cross_entropy and their gradients (clauses G7.10 to
 * G7.14): the class and the weight at each position, and the reduction of the terms. */
#ifndef SB_FUSED_CLASS_LOSS_H
#define SB_FUSED_CLASS_LOSS_H

#include "fused/views.h"

typedef enum sb_kept { SB_KEPT_MEAN, SB_KEPT_ALL, SB_KEPT_SUM } sb_kept;

typedef struct sb_class_loss {
    sb_view target; /* the target, as rows of one class each */
    sb_view weight; /* the weights of classes in the same form, if there are weights */
    bool weighted;
    int64_t classes, ignored;
    sb_kept kept;
} sb_class_loss;

/* The attributes ignore_index and reduction, and for cross_entropy also label_smoothing. */
extern const sb_parameter sb_class_loss_parameters[], sb_cross_entropy_parameters[];

/* Read the attributes and check every class. An invalid class is an error. `weight` may be NULL.
 * `loss` is the result of a forward call, or the gradient operand of a backward call. */
sb_status sb_class_loss_of(sb_context *context, const sb_array *target, const sb_array *weight,
                           const sb_array *loss, int64_t classes, sb_class_loss *found);

/* Check that x has at least one class along axis 1, and that target has the other axes of x. */
sb_status sb_class_loss_check(sb_context *context, const sb_array *x, const sb_array *target);

/* Return whether the call has `first` operands, then classes and optional weights, and one result.
 */
bool sb_class_loss_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                            int output_count, int first);

/* Return the class at a position, or -1 if the position is ignored. */
int64_t sb_class_at(const sb_class_loss *loss, int64_t place);

/* Return the weight of a class, or 1 without weights. */
float sb_class_weight(const sb_class_loss *loss, int64_t class);

/* Compute the loss from the terms of all positions, and store it. The terms of ignored positions
 * may have any value. `room` has space for one number per position. */
void sb_class_loss_keep(const sb_class_loss *loss, float *terms, float *room,
                        const sb_array *output);

/* Return the sum of the weights of all positions that are not ignored (T8). */
float sb_class_divisor(const sb_class_loss *loss, float *room);

/* Return the gradient of the term at a position, from the gradient of the loss. `divisor` is the
 * result of sb_class_divisor. */
float sb_class_share(const sb_class_loss *loss, const sb_view *gradient, int64_t place,
                     float divisor);

#endif
