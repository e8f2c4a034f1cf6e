/* spaced.h - equally spaced numbers: the ops arange and linspace. Each element is an exact rational
 * number, rounded once (clause G15).
 */
#ifndef SB_FILLED_SPACED_H
#define SB_FILLED_SPACED_H

#include "kernel.h"

/* Element i is (first * (parts - i) + other * i) / parts or, if `parts` is 0, first + other * i.
 * Both numbers are finite. `parts` and all i are at most 2^53. */
typedef struct sb_spaced {
    double first, other;
    int64_t parts;
} sb_spaced;

/* Fill a vector of f64, f32, f16 or bf16. */
void sb_spaced_run(sb_context *context, const sb_spaced *spaced, const sb_array *y);

/* Return element i, computed only with integers. It is rounded to nearest, or to odd if it will
 * then be rounded to a shorter format. */
double sb_spaced_exact(const sb_spaced *spaced, int64_t i, bool to_odd);

/* Return whether a number is neither infinite nor NaN. */
static inline bool sb_spaced_is_finite(double x) { return x - x == 0.0; }

/* Accept calls without operands and with one result in a format of clause G15. */
bool sb_spaced_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count);

#endif
