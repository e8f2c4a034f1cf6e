/* first_f64_template.h - the stage of settled_loop_template.h that works on vectors: a template
 * with FIRST_F64, a function of simd/first/.
 */
#define OF_FIRST(name) SB_PASTE(FIRST_F64, name)

static void first_f64(const double *const *operands, double *v, uint64_t *open, int64_t count)
{
    const OF_FIRST(_tables) tables = OF_FIRST(_load)();
    for (int64_t i = 0; i < count; i += 64) {
        const int64_t end = count - i < 64 ? count - i : 64;
        uint64_t sure = 0;
        for (int64_t j = 0; j < end; j += DOUBLES_COUNT) {
            const doubles x = doubles_load(operands[0] + i + j);
#if OPERANDS == 2
            const first_value f = FIRST_F64(x, doubles_load(operands[1] + i + j), &tables);
#else
            const first_value f = FIRST_F64(x, &tables);
#endif
            doubles_store(v + i + j, f.v);
            sure |= doubles_mask_bits(f.sure) << j;
        }
        open[i / 64] = ~sure;
    }
}
#undef OF_FIRST
