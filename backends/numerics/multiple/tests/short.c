/* short.c - every function with too few words, under the sanitizers.
 *
 * Each attempt has a memory block of exactly its size. With any number of words an attempt must
 * end, and must either report that it was full or give the result.
 */
#include <stdio.h>
#include <stdlib.h>

#include "multiple/settle.h"
#include "settlings.h"

#define ROW(name) {#name, SB_SETTLING(name)},

static const struct {
    const char *name;
    sb_settling function;
} TABLE[] = {SB_EVERY_SETTLING(ROW)};

static const double ARGUMENTS[][2] = {
    {0.7, 0.3},    {-0.7, 0.3},    {2.5, -1.5},       {-3.25, 2.0},   {11.0, 1e-300},
    {-20.5, 3.0},  {1e-310, 1.5},  {-4e-320, 0.125},  {1e300, 1e299}, {-170.6, -1e-5},
    {0.999, 1e22}, {1e-20, -1e20}, {150.25, -5e-324}, {26.0, 0.5},    {0.0, -0.0},
};

/* Return the bit pattern that was computed with this number of words, or 1 if there are too few. */
static uint64_t attempt(const sb_settling *f, const double *x, int bits, int64_t size)
{
    uint64_t *const words = malloc(size == 0 ? 1 : (size_t)size * sizeof *words);
    sb_workspace c = sb_workspace_of(words, size, bits / 64 + 1);
    sb_ball value = sb_unknown();
    double result = 0.0;
    f->enclosed(&c, x, &value);
    const bool found = !c.full && sb_rounded(&c, value, &result);
    free(words);
    return c.full || !found ? 1 : f64_to_bits(result);
}

int main(void)
{
    static const int64_t SIZES[] = {0,  1,  3,  4,  7,   8,   11,  15,  21,  28,
                                    36, 45, 55, 70, 100, 150, 220, 300, 420, 1024};
    int wrong = 0;
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++) {
        for (size_t j = 0; j < sizeof ARGUMENTS / sizeof ARGUMENTS[0]; j++) {
            const double *const x = ARGUMENTS[j];
            const sb_settling *const f = &TABLE[i].function;
            double result;
            if (f->known(x, &result))
                continue;
            const uint64_t right = attempt(f, x, SB_FIRST_BITS, 1 << 16);
            for (size_t k = 0; k < sizeof SIZES / sizeof SIZES[0]; k++) {
                const uint64_t found = attempt(f, x, SB_FIRST_BITS, SIZES[k]);
                if (found != 1 && found != right) {
                    fprintf(stderr, "%s of row %zu with %lld words\n", TABLE[i].name, j,
                            (long long)SIZES[k]);
                    wrong = 1;
                }
            }
            attempt(f, x, 4 * SB_FIRST_BITS, 1 << 16);
        }
    }
    return wrong;
}
