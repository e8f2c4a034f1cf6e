/* sum_exact.c - the op sum_exact; see exact/sum.h. */
#include "exact/sum.h"

const sb_kernel sb_kernel_sum_exact = {.op = "sum_exact",
                                       .supports = sb_exact_sum_supports,
                                       .run = sb_exact_sum_run,
                                       .parameters = sb_reduction_parameters};
