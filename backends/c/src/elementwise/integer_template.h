/* integer_template.h - the loop of integer_loops.h for one format, of elements OPERAND. */
static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    (void)parameters;
    OPERAND *y = output;
    const OPERAND *a = inputs[0], *b = inputs[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = OP_OF_FORMAT(a[i], b[i]);
}
#undef FORMAT
#undef OPERAND
