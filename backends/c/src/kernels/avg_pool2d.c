/* avg_pool2d.c - the mean of each window; see pools/average.c (clause G10). */
#include "pools/pool.h"
#include "pools/windows.h"

const sb_kernel sb_kernel_avg_pool2d = {.op = "avg_pool2d",
                                        .supports = sb_average_pool_supports,
                                        .run = sb_average_pool_run,
                                        .parameters = sb_average_pool_parameters};
