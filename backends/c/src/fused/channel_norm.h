/* channel_norm.h - batch_norm and batch_norm_inference (clauses G6.9, G6.10, G6.12). */
#ifndef SB_FUSED_CHANNEL_NORM_H
#define SB_FUSED_CHANNEL_NORM_H

#include "kernel.h"

/* The operands and results with one number per channel. An array is NULL if the call does not have
 * it. */
typedef struct sb_channel_norm {
    const sb_array *weight, *bias;
    const sb_array *given_mean, *given_variance; /* for inference */
    const sb_array *mean, *rstd;                 /* results of training */
    const sb_array *old[2], *new[2];             /* running mean and variance */
    float factor, rest;                          /* factors of the new and the old statistic */
    float eps;
} sb_channel_norm;

/* Run a norm. The caller has checked the shapes. */
sb_status sb_channel_norm_run(sb_context *context, const sb_array *x, const sb_array *y,
                              const sb_channel_norm *norm);
sb_status sb_channel_inference_run(sb_context *context, const sb_array *x, const sb_array *y,
                                   const sb_channel_norm *norm);

#endif
