/* quick_stage.h - the stage of one_operand.c that applies the tests of decide_lanes.h to binary64
 * values.
 *
 * A stage without subnormal operands is computed with subnormal numbers treated as zeros. If no
 * operation has underflowed, this did not change a result. Otherwise decide.h computes the stage
 * again, in the default environment.
 */
#ifndef SB_QUICK_STAGE_H
#define SB_QUICK_STAGE_H

#include "core/environment.h"
#include "function/decide_lanes.h"

#if SB_HAS_DECIDE_LANES

#define FORMAT f32
#include "function/quick_stage_template.h"
#define FORMAT f16
#include "function/quick_stage_template.h"
#define FORMAT bf16
#include "function/quick_stage_template.h"

#endif
#endif
