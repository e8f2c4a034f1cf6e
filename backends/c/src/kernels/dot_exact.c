/* dot_exact.c - the op dot_exact; see exact/dot.h. */
#include "exact/dot.h"

const sb_kernel sb_kernel_dot_exact = {
    .op = "dot_exact", .supports = sb_exact_dot_supports, .run = sb_exact_dot_run};
