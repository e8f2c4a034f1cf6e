/* spaced.h - numbers at one distance from each other, each an exact rational number that is rounded
 * once (clause G15): the ops arange and linspace.
 */
#ifndef SB_FILLED_SPACED_H
#define SB_FILLED_SPACED_H

#include "kernel.h"

/* Element i is (first * (parts - i) + other * i) / parts or, where `parts` is 0, first + other * i.
 * Both numbers are finite, and no i nor `parts` is above 2^53. */
typedef struct sb_spaced {
    double first, other;
    int64_t parts;
} sb_spaced;

/* Fill a vector of f64, f32, f16 or bf16. */
void sb_spaced_run(sb_context *context, const sb_spaced *spaced, const sb_array *y);

/* Element i by integers alone: rounded to nearest or, for a shorter format that it is rounded to
 * next, to odd. */
double sb_spaced_exact(const sb_spaced *spaced, int64_t i, bool to_odd);

/* Whether a number is neither infinite nor NaN. */
static inline bool sb_spaced_is_finite(double x) { return x - x == 0.0; }

/* No operand, and one result of a format of clause G15. */
bool sb_spaced_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                        int output_count);

#endif
