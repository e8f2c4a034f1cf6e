/* widths.c - the attribute `bits` and the supported formats of aligned products; see aligned.h. */
#include "contract/aligned/aligned.h"

#include "contract/product.h"

enum { USUAL_A = 24, USUAL_B = 16 }; /* the default widths in the declaration of the op */

const sb_parameter sb_aligned_linear_parameters[] = {{"bits", SB_INTEGERS, 0.0}, {NULL, 0, 0.0}};
const sb_parameter sb_aligned_parameters[] = {{"bits", SB_INTEGERS, 0.0},
                                              {"transpose_a", SB_FLAG, 0.0},
                                              {"transpose_b", SB_FLAG, 0.0},
                                              {NULL, 0, 0.0}};

bool sb_aligned_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                         int output_count)
{
    return sb_product_supports(inputs, input_count, outputs, output_count) &&
           outputs[0] != SB_I32 && inputs[0] != SB_F64;
}

static bool is_width(int64_t bits) { return bits == 8 || bits == 16 || bits == 24; }

sb_status sb_aligned_widths(sb_context *context, sb_product *product)
{
    if (context->kernel->supports != sb_aligned_supports)
        return SB_OK;
    const sb_attribute *given = sb_attribute_find(context, "bits");
    product->width_a = USUAL_A;
    product->width_b = USUAL_B;
    if (given == NULL)
        return SB_OK;
    if (given->count != 2 || !is_width(given->values[0]) || !is_width(given->values[1]))
        return sb_fail(context, SB_INVALID, "%s: bits must be two widths, each 8, 16 or 24",
                       context->call->op);
    product->width_a = (int)given->values[0];
    product->width_b = (int)given->values[1];
    return SB_OK;
}
