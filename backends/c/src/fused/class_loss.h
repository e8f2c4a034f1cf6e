/* class_loss.h - what nll_loss, cross_entropy and their gradients have in common (clauses G7.10 to
 * G7.14): the class and the weight of each place, and what becomes of the terms. */
#ifndef SB_FUSED_CLASS_LOSS_H
#define SB_FUSED_CLASS_LOSS_H

#include "fused/views.h"

typedef enum sb_kept { SB_KEPT_MEAN, SB_KEPT_ALL, SB_KEPT_SUM } sb_kept;

typedef struct sb_class_loss {
    sb_view target; /* one class each */
    sb_view weight; /* the same of the weights of classes, if there are some */
    bool weighted;
    int64_t classes, ignored;
    sb_kept kept;
} sb_class_loss;

/* ignore_index and reduction; and for cross_entropy label_smoothing. */
extern const sb_parameter sb_class_loss_parameters[], sb_cross_entropy_parameters[];

/* Read the attributes and look at every class: one that is none is an error. `weight` may be NULL;
 * `loss` is the result, or the gradient of it. */
sb_status sb_class_loss_of(sb_context *context, const sb_array *target, const sb_array *weight,
                           const sb_array *loss, int64_t classes, sb_class_loss *found);

/* x has a class at least along axis 1, target its other axes. */
sb_status sb_class_loss_check(sb_context *context, const sb_array *x, const sb_array *target);

/* Whether these are `first` operands, classes, and weights or none, to a result. */
bool sb_class_loss_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                            int output_count, int first);

/* The class of a place, or -1 where it is ignored. */
int64_t sb_class_at(const sb_class_loss *loss, int64_t place);

/* The weight of a class, 1 without weights. */
float sb_class_weight(const sb_class_loss *loss, int64_t class);

/* Store the loss from the terms of all places, whatever stands at those that are ignored; `room`
 * holds as many numbers. */
void sb_class_loss_keep(const sb_class_loss *loss, float *terms, float *room,
                        const sb_array *output);

/* The sum of the weights of places that are not ignored (T8). */
float sb_class_divisor(const sb_class_loss *loss, float *room);

/* The gradient of the term of a place, from that of the loss; divisor as above. */
float sb_class_share(const sb_class_loss *loss, const sb_view *gradient, int64_t place,
                     float divisor);

#endif
