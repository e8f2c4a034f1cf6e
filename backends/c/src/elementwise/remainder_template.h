/* remainder_template.h - the loop of remainder_kernel.h for one format. FROM_WIDE rounds the
 * binary64 result of FINISH to the format.
 */
static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    double x[SB_REMAINDER_BLOCK], y[SB_REMAINDER_BLOCK], r[SB_REMAINDER_BLOCK];
    (void)parameters;
    for (int64_t done = 0; done < count; done += SB_REMAINDER_BLOCK) {
        const ELEMENT *a = (const ELEMENT *)inputs[0] + done;
        const ELEMENT *b = (const ELEMENT *)inputs[1] + done;
        ELEMENT *to = (ELEMENT *)output + done;
        const int64_t left = count - done;
        const int64_t part = left < SB_REMAINDER_BLOCK ? left : SB_REMAINDER_BLOCK;
        for (int64_t i = 0; i < part; i++) {
            x[i] = NAME(f64_from)(a[i]);
            y[i] = NAME(f64_from)(b[i]);
        }
        sb_fmod_block(x, y, r, part);
        for (int64_t i = 0; i < part; i++) to[i] = FROM_WIDE(FINISH(r[i], y[i]));
    }
}
#undef FORMAT
#undef FROM_WIDE
#undef FINISH
