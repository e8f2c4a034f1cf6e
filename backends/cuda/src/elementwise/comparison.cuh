// comparison.cuh - the kernel of a comparison (clause S3): operands of any format of clause F1, a
// result in bool.
#pragma once

#include "elementwise/elementwise.cuh"
#include "scalar/compare.h"

// Any nonzero byte is true. scalar/compare.h calls this format `truth`.
#define bool_eq truth_eq
#define bool_ne truth_ne
#define bool_lt truth_lt
#define bool_le truth_le
#define bool_gt truth_gt
#define bool_ge truth_ge

#define SB_COMPARISON_KERNEL(op) SB_ARITHMETIC_2(op)
