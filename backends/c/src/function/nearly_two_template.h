/* nearly_two_template.h - results by binary32 lanes, for quick_stage_two.h.
 *
 * Return 0 if the function has no loop `nearly`, if something underflows, or if too many results
 * are open.
 */
static int NAME(nearly)(const sb_function2 *f, const float *x, const float *y, ELEMENT *to,
                        uint32_t *open, uint32_t *any, int64_t count)
{
    float w[LONG_STAGE];
    int left = 0;
    if (f->nearly == NULL)
        return 0;
    sb_environment saved = sb_environment_flush();
    f->nearly(x, y, w, count);
    const int careful = sb_environment_underflowed();
    *any = NAME(round_nearly)(w, to, open, count);
    sb_environment_leave(saved);
    if (*any != 0)
        for (int64_t i = 0; i < count / 32; i++) left += __builtin_popcount(open[i]);
    return !careful && left <= count / 16;
}
#undef FORMAT
