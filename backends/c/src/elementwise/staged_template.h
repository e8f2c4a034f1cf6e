/* staged_template.h - the function FROM_TARGET, which casts in blocks of ITEMS (cast_stages.h). */
static void SB_PASTE(SB_PASTE(FROM, _), TARGET)(int64_t count, const void *const *inputs,
                                                void *output, const double *parameters)
{
    (void)parameters;
    staged(count, inputs[0], SB_PASTE(size_, FROM), output, SB_PASTE(size_, TARGET),
           SB_PASTE(SB_PASTE(SB_PASTE(sb_, FROM), _read_), ITEMS),
           SB_PASTE(SB_PASTE(SB_PASTE(sb_, TARGET), _write_), ITEMS));
}
#undef FROM
#undef ITEMS
