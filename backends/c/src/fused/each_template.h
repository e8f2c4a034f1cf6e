/* each_template.h - a kernel's loop of one format as a function of functions.h: a template with
 * FORMAT, included after the kernel's own template.
 */
void SB_PASTE(SB_PASTE(SB_PASTE(sb_each_, OP), _), FORMAT)(int64_t count, const ELEMENT *x,
                                                           ELEMENT *y)
{
    const double none[SB_MAX_PARAMETERS] = {0};
    const void *const inputs[] = {x};
    NAME(loop)(count, inputs, y, none);
}
#undef FORMAT
