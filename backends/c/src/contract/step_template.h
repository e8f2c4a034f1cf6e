/* step_template.h - a step of block_of_rows: it adds term TERM to each chain of `sum`, by fma.
 *
 * It is not a function, because a call of a function would cost 2 % more instructions with the
 * software fma of baseline.
 */
vreal column[PANEL_VECTORS];
UNROLL for (int v = 0; v < PANEL_VECTORS; ++v) column[v] =
    v_load(b + TERM * PANEL_COLUMNS + v * LANES);
UNROLL for (int i = 0; i < rows; ++i)
{
    vreal row = v_set(a[i * SB_BLOCK + TERM]);
    UNROLL for (int v = 0; v < PANEL_VECTORS; ++v) sum[i][v] = v_fma(row, column[v], sum[i][v]);
}
#undef TERM
