/* thin_template.h - THIN_1 to THIN_4, the kernels (conv_thin.h) for one to four rows in a MODE.
 *
 * They use FEW chains for one or two rows, and MANY for three or four.
 */
static void SB_PASTE(THIN, _1)(const strip *s, int v, const char *group, int64_t k, int64_t terms,
                               const real *weights, const real *const *levels, int level_count,
                               real *out)
{
    thin_block(MODE, 1, FEW, s, v, group, k, terms, weights, levels, level_count, out);
}

static void SB_PASTE(THIN, _2)(const strip *s, int v, const char *group, int64_t k, int64_t terms,
                               const real *weights, const real *const *levels, int level_count,
                               real *out)
{
    thin_block(MODE, 2, FEW, s, v, group, k, terms, weights, levels, level_count, out);
}

static void SB_PASTE(THIN, _3)(const strip *s, int v, const char *group, int64_t k, int64_t terms,
                               const real *weights, const real *const *levels, int level_count,
                               real *out)
{
    thin_block(MODE, 3, MANY, s, v, group, k, terms, weights, levels, level_count, out);
}

static void SB_PASTE(THIN, _4)(const strip *s, int v, const char *group, int64_t k, int64_t terms,
                               const real *weights, const real *const *levels, int level_count,
                               real *out)
{
    thin_block(MODE, 4, MANY, s, v, group, k, terms, weights, levels, level_count, out);
}
#undef THIN
#undef MODE
#undef FEW
#undef MANY
