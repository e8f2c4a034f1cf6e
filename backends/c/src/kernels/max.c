/* max.c - the op max; see reduce/extreme.h. */
#include "reduce/extreme.h"

const sb_kernel sb_kernel_max = {.op = "max",
                                 .supports = sb_max_supports,
                                 .run = sb_extreme_run,
                                 .parameters = sb_reduction_parameters};
