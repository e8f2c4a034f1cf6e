/* avg_pool1d_gradient.c - the gradient of a mean of windows; see pools/average.c (clause G10). */
#include "pools/pool.h"
#include "pools/windows.h"

const sb_kernel sb_kernel_avg_pool1d_gradient = {.op = "avg_pool1d_gradient",
                                                 .supports = sb_average_pool_supports,
                                                 .run = sb_average_pool_gradient_run,
                                                 .parameters = sb_average_pool_gradient_parameters};
