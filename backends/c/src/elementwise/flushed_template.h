/* flushed_template.h - loop_<FORMAT>. It runs quick_part_<FORMAT>, and then exact_part_<FORMAT> on
 * those blocks that need it according to the quick part or a flag; see flushed_loop.h. In place,
 * operands are copied.
 */
static void NAME(loop)(int64_t count, const void *const *inputs, void *output,
                       const double *parameters)
{
    ELEMENT *y = output, stage[FLUSHED_BLOCK];
    sb_environment saved = sb_environment_flush();
    for (int64_t done = 0; done < count; done += FLUSHED_BLOCK) {
        const int64_t part = count - done < FLUSHED_BLOCK ? count - done : FLUSHED_BLOCK;
        const ELEMENT *x = (const ELEMENT *)inputs[0] + done;
        if (x == y + done)
            x = memcpy(stage, x, (size_t)part * sizeof *x);
        const int unusual = NAME(quick_part)(part, x, y + done, parameters);
        if (unusual != 0 || sb_environment_flushed()) {
            sb_environment_enter();
            NAME(exact_part)(part, x, y + done, parameters);
            sb_environment_flush();
        }
    }
    sb_environment_leave(saved);
}
#undef FORMAT
