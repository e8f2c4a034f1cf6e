/* two_operands.c - the driver of correctly rounded functions of two operands.
 *
 * It works like one_operand.c, but without a stage of enclosures. Blocks of short formats go
 * through the loops of two_operands.h. Operands that a rounding test leaves open are evaluated and
 * rounded to odd.
 */
#include "function/two_operands.h"
#include "function/decide.h"

enum { STAGE = DECIDE_STAGE };

#include "function/quick_stage_two.h"

typedef struct stage {
    double x[STAGE], y[STAGE], v[STAGE];
    uint32_t open[STAGE];
} stage;

#define FORMAT f32
#include "function/two_operands_template.h"
#define FORMAT f16
#include "function/two_operands_template.h"
#define FORMAT bf16
#include "function/two_operands_template.h"
#define FORMAT f8e4m3fn
#include "function/two_operands_template.h"
#define FORMAT f8e5m2
#include "function/two_operands_template.h"
