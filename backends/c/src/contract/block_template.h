/* block_template.h - the function block_ROWS: the block kernel (microkernel.h) for ROWS rows. */
static void SB_PASTE(block_, ROWS)(int64_t terms, const real *a, const real *b,
                                   const real *const *levels, int level_count, real *out)
{
    block_of_rows(ROWS, terms, a, b, levels, level_count, out);
}
#undef ROWS
