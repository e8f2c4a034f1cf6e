/* convert_template.h - LOOP, which converts elements of type FROM to type TO by CONVERT(x). */
static void LOOP(int64_t count, const void *const *inputs, void *output, const double *parameters)
{
    (void)parameters;
    TO *y = output;
    const FROM *a = inputs[0];
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = CONVERT(a[i]);
}
#undef LOOP
#undef FROM
#undef TO
#undef CONVERT
