/* prod.c - the op prod; see reduce/sum_kernel.h. */
#include "reduce/sum_kernel.h"

SB_SUM_KERNEL(prod, SB_TREE_PRODUCT, SB_WHOLE_PRODUCT);
