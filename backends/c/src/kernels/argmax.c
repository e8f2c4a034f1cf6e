/* argmax.c - the op argmax; see reduce/extreme.h. */
#include "reduce/extreme.h"

const sb_kernel sb_kernel_argmax = {.op = "argmax",
                                    .supports = sb_argmax_supports,
                                    .run = sb_extreme_run,
                                    .parameters = sb_reduction_parameters};
