/* conv.c - conversion of the arrays of a call to convolutions; see conv.h. */
#include "conv/conv.h"

#include "conv/geometry.h"

#define INTEGERS(name) {name, SB_INTEGERS, 0.0}
#define SB_WINDOW INTEGERS("stride"), INTEGERS("padding"), INTEGERS("dilation"), INTEGERS("groups")

const sb_parameter sb_conv_parameters[] = {SB_WINDOW, {NULL, 0, 0.0}};
const sb_parameter sb_conv_transposed_parameters[] = {
    SB_WINDOW, INTEGERS("output_padding"), {NULL, 0, 0.0}};
const sb_parameter sb_conv_input_gradient_parameters[] = {
    SB_WINDOW, INTEGERS("input_size"), {NULL, 0, 0.0}};
const sb_parameter sb_conv_weight_gradient_parameters[] = {
    SB_WINDOW, INTEGERS("kernel_size"), {NULL, 0, 0.0}};

/* A call with fewer fma operations runs on one thread, because waking up other threads would take
 * longer. */
static const double serial_work = 1 << 18;

static bool is_f8(int32_t format) { return format == SB_F8E4M3FN || format == SB_F8E5M2; }

bool sb_conv_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                      int output_count)
{
    if (input_count < 2 || input_count > 3 || output_count != 1)
        return false;
    int32_t a = inputs[0], b = inputs[1], result = outputs[0];
    if (input_count == 3 && inputs[2] != result)
        return false;
    if (is_f8(a) && is_f8(b))
        return result == SB_F32 || result == SB_BF16 || (a == b && result == a);
    if (a != b)
        return false;
    if (a == SB_F16 || a == SB_BF16)
        return result == a || result == SB_F32;
    return (a == SB_F64 || a == SB_F32) && result == a;
}

static sb_status run(sb_context *context, const sb_conv *conv)
{
    if (conv->samples == 0 && conv->kind != SB_CONV_WEIGHT_GRADIENT)
        return SB_OK;
    sb_context own = *context;
    double work = (double)conv->samples * (double)conv->groups * (double)conv->rows *
                  (double)conv->channels * (double)conv_taps(conv) * (double)conv_positions(conv);
    if (work < serial_work)
        own.threads = 1;
    bool done =
        conv->x.format == SB_F64 ? sb_conv_run_f64(&own, conv) : sb_conv_run_f32(&own, conv);
    return done ? SB_OK
                : sb_fail(context, SB_NO_MEMORY, "%s: no memory for packed operands",
                          context->call->op);
}

/* Run a gradient of the input: one convolution with step 1 for each residue of the stride. */
static sb_status run_residues(sb_context *context, const sb_conv *whole)
{
    int64_t residue[3], count[3];
    for (int i = 0; i < 3; ++i) {
        int64_t stride = whole->axis[i].step, size = whole->axis[i].size;
        count[i] = stride < size ? stride : size;
    }
    for (residue[0] = 0; residue[0] < count[0]; ++residue[0])
        for (residue[1] = 0; residue[1] < count[1]; ++residue[1])
            for (residue[2] = 0; residue[2] < count[2]; ++residue[2]) {
                sb_conv part = sb_conv_residue(whole, residue);
                sb_conv_join_axes(&part);
                sb_status status = run(context, &part);
                if (status != SB_OK)
                    return status;
            }
    return SB_OK;
}

/* Store zeros, the gradient of the weight if there are no samples. */
static void zero_weight(const sb_array *result)
{
    int64_t count = sb_element_count(result), size = (int64_t)sb_format_size(result->format);
    for (int64_t index = 0; index < count; ++index) {
        char *p = result->data;
        for (int64_t i = result->rank - 1, rest = index; i >= 0; rest /= result->shape[i], --i)
            p += rest % result->shape[i] * result->strides[i];
        for (int64_t byte = 0; byte < size; ++byte) p[byte] = 0;
    }
}

sb_status sb_conv_call(sb_context *context, const sb_array *inputs, const sb_array *outputs,
                       sb_conv_kind kind, int spatial)
{
    sb_conv conv = {.kind = kind};
    sb_status status = sb_conv_of(context, inputs, outputs, spatial, &conv);
    if (status != SB_OK || sb_element_count(outputs) == 0)
        return status;
    if (kind == SB_CONV_WEIGHT_GRADIENT && conv.samples == 0) {
        zero_weight(outputs);
        return SB_OK;
    }
    if (kind == SB_CONV_INPUT_GRADIENT || kind == SB_CONV_TRANSPOSED)
        return run_residues(context, &conv);
    sb_conv_join_axes(&conv);
    return run(context, &conv);
}
