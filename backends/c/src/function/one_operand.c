/* one_operand.c - the driver of correctly rounded functions of one operand.
 *
 * README.md gives the order of the stages. Stages on lanes (lanes_stage.h) come first if a function
 * has them, and always for the formats of 16 and 8 bits. Then come the quick stage and the stage
 * that rounds to odd, in one_operand_template.h.
 */
#include "function/one_operand.h"
#include "function/decide.h"

enum { STAGE = DECIDE_STAGE };

#define SB_NAN_OF_f32 __builtin_nanf("")
#define SB_NAN_OF_f16 0x7e00
#define SB_NAN_OF_bf16 0x7fc0
#define SB_NAN_OF_f8e4m3fn 0x7f
#define SB_NAN_OF_f8e5m2 0x7e

#define FORMAT f32
#include "function/one_operand_template.h"
#define FORMAT f16
#include "function/one_operand_template.h"
#define FORMAT bf16
#include "function/one_operand_template.h"
#define FORMAT f8e4m3fn
#include "function/one_operand_template.h"
#define FORMAT f8e5m2
#include "function/one_operand_template.h"

#include "function/lanes_stage.h"

void sb_function_f32(const sb_function *f, int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
#if SB_HAS_DECIDE_LANES
    const bool by_lanes = f->approximate != NULL;
#else
    const bool by_lanes = f->enclose != NULL;
#endif
    (by_lanes ? enclosed_f32 : staged_f32)(f, count, inputs[0], output, parameters);
}

void sb_function_f16(const sb_function *f, int64_t count, const void *const *inputs, void *output,
                     const double *parameters)
{
    (f->approximate != NULL ? nearly_f16 : staged_f16)(f, count, inputs[0], output, parameters);
}

void sb_function_bf16(const sb_function *f, int64_t count, const void *const *inputs, void *output,
                      const double *parameters)
{
    (f->approximate != NULL ? nearly_bf16 : staged_bf16)(f, count, inputs[0], output, parameters);
}

void sb_function_f8e4m3fn(const sb_function *f, int64_t count, const void *const *inputs,
                          void *output, const double *parameters)
{
    (f->approximate != NULL ? nearly_f8e4m3fn : staged_f8e4m3fn)(f, count, inputs[0], output,
                                                                 parameters);
}

void sb_function_f8e5m2(const sb_function *f, int64_t count, const void *const *inputs,
                        void *output, const double *parameters)
{
    (f->approximate != NULL ? nearly_f8e5m2 : staged_f8e5m2)(f, count, inputs[0], output,
                                                             parameters);
}
