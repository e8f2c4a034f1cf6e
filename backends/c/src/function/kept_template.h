/* kept_template.h - loop_<FORMAT> for a format of BITS bits. It stores the results of
 * compute_<FORMAT>, and looks them up in later calls. */

static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    static sb_remembered kept;
    if (!SB_PASTE(sb_remembered_, BITS)(&kept, NAME(compute), count, inputs[0], output, parameters))
        NAME(compute)(count, inputs, output, parameters);
}
#undef FORMAT
#undef BITS
