/* kernel_template.h - the kernel of an elementwise op from its table `variants`.
 *
 *   OP          the op's name
 *   ARITY       number of operands
 *   ATTRIBUTES  its table of attributes (sb_parameter in kernel.h); default: none
 *   LASTING     true if it takes longer than memory traffic does (sb_kernel); default: false
 */
#ifndef ATTRIBUTES
#define ATTRIBUTES NULL
#endif
#ifndef LASTING
#define LASTING false
#endif

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_elementwise_supports(variants, ARITY, inputs, input_count, outputs, output_count);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    return sb_elementwise_run(variants, context, inputs, outputs);
}

const sb_kernel SB_PASTE(sb_kernel_, OP) = {
    .op = SB_SPELLING(OP),
    .supports = supports,
    .run = run,
    .in_place = true,
    .lasting = LASTING,
    .parameters = ATTRIBUTES,
};
