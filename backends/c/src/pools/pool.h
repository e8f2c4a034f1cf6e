/* pool.h - kernels of pools by planes: a task is one sample and channel (clause G10). */
#ifndef SB_POOLS_POOL_H
#define SB_POOLS_POOL_H

#include "kernel.h"

sb_status sb_max_pool_run(sb_context *context, const sb_array *inputs, const sb_array *outputs);
sb_status sb_max_pool_gradient_run(sb_context *context, const sb_array *inputs,
                                   const sb_array *outputs);
sb_status sb_average_pool_run(sb_context *context, const sb_array *inputs, const sb_array *outputs);
sb_status sb_average_pool_gradient_run(sb_context *context, const sb_array *inputs,
                                       const sb_array *outputs);

bool sb_max_pool_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                          int output_count);
bool sb_max_pool_gradient_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                                   int output_count);
bool sb_average_pool_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                              int output_count);

/* The attribute of the gradient of a max pool. */
extern const sb_parameter sb_max_pool_gradient_parameters[];

#endif
