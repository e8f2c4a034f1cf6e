/* loop_two_template.h - the loop of a function of two operands in FORMAT. */
static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    (void)parameters;
    NAME(sb_function2)(&function, count, inputs, output);
}
#undef FORMAT
