/* linear_aligned.c - the op linear_aligned; see contract/aligned/aligned.h. */
#include "contract/aligned/aligned.h"

#include "contract/product.h"

const sb_kernel sb_kernel_linear_aligned = {.op = "linear_aligned",
                                            .supports = sb_aligned_supports,
                                            .run = sb_linear_call,
                                            .parameters = sb_aligned_linear_parameters};
