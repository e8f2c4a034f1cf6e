/* sum.c - the op sum; see reduce/sum_kernel.h. */
#include "reduce/sum_kernel.h"

SB_SUM_KERNEL(sum, SB_TREE_SUM, SB_WHOLE_SUM);
