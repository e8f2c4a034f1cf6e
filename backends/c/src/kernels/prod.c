/* prod.c - the op prod; see reduce/sum_kernel.h. */

#define OP prod
#define TREE SB_TREE_PRODUCT
#define WHOLE SB_WHOLE_PRODUCT
#include "reduce/sum_kernel.h"
