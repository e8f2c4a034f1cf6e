/* sum.c - the op sum; see reduce/sum_kernel.h. */

#define OP sum
#define TREE SB_TREE_SUM
#define WHOLE SB_WHOLE_SUM
#include "reduce/sum_kernel.h"
