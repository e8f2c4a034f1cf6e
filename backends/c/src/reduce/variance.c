/* variance.c - see variance.h. */
#include "reduce/variance.h"

const sb_parameter sb_variance_parameters[] = {{"axes", SB_INTEGERS, 0.0},
                                               {"keepdims", SB_FLAG, 0.0},
                                               {"correction", SB_NUMBER, 1.0},
                                               {NULL, 0, 0.0}};

sb_status sb_variance_run(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                          sb_tree tree)
{
    double correction = sb_attribute_number(context, "correction");
    bool fits = correction >= -0x1p31 && correction <= 0x1p31;
    if (!fits || correction != (double)(int64_t)correction)
        return sb_fail(context, SB_INVALID,
                       "%s: correction must be an integer from -2^31 to 2^31, not %g",
                       context->call->op, correction);
    return sb_tree_run(context, inputs, outputs, tree, correction);
}
