/* max_pool1d_gradient.c - the gradient of a max pool; see pools/chosen.c (clause G10.4). */
#include "pools/pool.h"

const sb_kernel sb_kernel_max_pool1d_gradient = {.op = "max_pool1d_gradient",
                                                 .supports = sb_max_pool_gradient_supports,
                                                 .run = sb_max_pool_gradient_run,
                                                 .parameters = sb_max_pool_gradient_parameters};
