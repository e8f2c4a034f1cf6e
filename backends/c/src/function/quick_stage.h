/* quick_stage.h - the stage of one_operand.c in which binary64 values meet the tests of
 * decide_lanes.h.
 *
 * A stage without subnormal operands is worked on with subnormal numbers as zeros. Where nothing
 * has underflowed on the way, that has changed nothing; otherwise the stage is done again by
 * decide.h, in the default environment.
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
