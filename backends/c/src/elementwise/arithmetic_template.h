/* arithmetic_template.h - the loop of arithmetic_kernel.h for one format. */
#ifdef BITWISE
#define OPERAND PATTERN_OF_FORMAT
#else
#define OPERAND ELEMENT
#endif
#ifndef LOOP
#define LOOP NAME(loop)
#endif

static void LOOP(int64_t count, const void *const *inputs, void *output, const double *parameters)
{
    (void)parameters;
    OPERAND *y = output;
    const OPERAND *a = inputs[0];
#if ARITY == 1
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = OP_OF_FORMAT(a[i]);
#elif ARITY == 2
    const OPERAND *b = inputs[1];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = OP_OF_FORMAT(a[i], b[i]);
#else
    const OPERAND *b = inputs[1], *c = inputs[2];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = OP_OF_FORMAT(a[i], b[i], c[i]);
#endif
}
#undef FORMAT
#undef LOOP
#undef OPERAND
