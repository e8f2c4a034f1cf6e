/* pow_scalar_kernel.h - the kernel of a power with a host scalar (clauses G9, R4.5): a template.
 *
 *   OP      the op's name
 *   NUMBER  the attribute's name
 *   PLACE   the index of the scalar among the operands of pow
 *
 * The scalar is rounded to the format and repeated. Formats below binary32 require two roundings.
 * The kernel does not support them; they are computed node by node.
 */
#include "elementwise/format_names.h"
#include "kernel.h"

static const sb_parameter attributes[] = {{NUMBER, SB_NUMBER, 2.0}, {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return input_count == 1 && output_count == 1 && inputs[0] == outputs[0] &&
           (inputs[0] == SB_F32 || inputs[0] == SB_F64);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    static const int64_t repeated[SB_MAX_RANK] = {0};
    const sb_kernel *pow = sb_kernel_find("pow");
    double wide = sb_attribute_number(context, NUMBER);
    float narrow = (float)wide;
    sb_array scalar = inputs[0];
    scalar.strides = repeated;
    scalar.data = scalar.format == SB_F64 ? (void *)&wide : (void *)&narrow;
    sb_array operands[2];
    operands[PLACE] = scalar;
    operands[1 - PLACE] = inputs[0];
    sb_call call = *context->call;
    call.input_count = 2;
    sb_context inner = *context;
    inner.call = &call;
    inner.kernel = pow;
    return pow->run(&inner, operands, outputs);
}

const sb_kernel SB_PASTE(sb_kernel_, OP) = {.op = SB_SPELLING(OP),
                                            .supports = supports,
                                            .run = run,
                                            .in_place = true,
                                            .parameters = attributes};
