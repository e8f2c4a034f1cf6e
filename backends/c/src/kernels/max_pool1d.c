/* max_pool1d.c - the maximum of each window and its index; see pools/maximum.c (clause G10). */
#include "pools/pool.h"
#include "pools/windows.h"

const sb_kernel sb_kernel_max_pool1d = {.op = "max_pool1d",
                                        .supports = sb_max_pool_supports,
                                        .run = sb_max_pool_run,
                                        .parameters = sb_max_pool_parameters};
