/* first_f64.c - return the values that the first f64 stage of a kernel passes to its rounding test,
 * for test_first_f64.py.
 *
 * KERNEL is the kernel's file. The tables are variables, so that a test can change their entries.
 */
#include "scalar/portable.h"
#undef SB_TABLE
#define SB_TABLE

#define SB_SIMD_FIRST_DECIDED_H /* replaces simd/first/decided.h */
#include "simd/doubles.h"

typedef struct first_value {
    doubles v;
    doubles_mask sure;
} first_value;

static double test_hi[DOUBLES_COUNT], test_lo[DOUBLES_COUNT], test_reach[DOUBLES_COUNT];
static uint64_t test_within;

/* A stage may call this a second time for some lanes. It then passes the same values. */
static first_value first_decided(doubles hi, doubles lo, doubles reach, doubles_mask within)
{
    doubles_store(test_hi, doubles_select(within, hi, doubles_load(test_hi)));
    doubles_store(test_lo, doubles_select(within, lo, doubles_load(test_lo)));
    doubles_store(test_reach, doubles_select(within, reach, doubles_load(test_reach)));
    test_within |= doubles_mask_bits(within);
    first_value f = {hi, within};
    return f;
}

#include KERNEL

/* The kernel file refers to these functions. They are never called. */
bool SB_PASTE(sb_settled_, OP)(const double *operands, double *result)
{
    *result = operands[0];
    return false;
}

/* `count` must be a multiple of 8. v is near the result. `taken` is not 0 if the stage asserts its
 * bound for that operand. `settled` is not 0 if the stage decides v without the bound. */
void test_first(const double *x, const double *y, double *hi, double *lo, double *reach, double *v,
                double *taken, double *settled, int64_t count)
{
    const SB_PASTE(FIRST_F64, _tables) tables = SB_PASTE(FIRST_F64, _load)();
    (void)y;
    for (int64_t i = 0; i < count; i += DOUBLES_COUNT) {
        test_within = 0;
#if ARITY == 2
        const first_value f = FIRST_F64(doubles_load(x + i), doubles_load(y + i), &tables);
#else
        const first_value f = FIRST_F64(doubles_load(x + i), &tables);
#endif
        const uint64_t sure = doubles_mask_bits(f.sure) & ~test_within;
        doubles_store(v + i, f.v);
        for (int j = 0; j < DOUBLES_COUNT; j++) {
            hi[i + j] = test_hi[j];
            lo[i + j] = test_lo[j];
            reach[i + j] = test_reach[j];
            taken[i + j] = (double)(test_within >> j & 1);
            settled[i + j] = (double)(sure >> j & 1);
        }
    }
}
