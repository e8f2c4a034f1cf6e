/* library.c - the functions of multiple/functions/, by name, for the tests.
 *
 * library.py writes settlings.h in the same way as CMake does for the C backend. */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "multiple/settle.h"
#include "settlings.h"

#define ROW(name) {#name, SB_SETTLING(name)},

static const struct {
    const char *name;
    sb_settling function;
} TABLE[] = {SB_EVERY_SETTLING(ROW)};

static uint64_t *more(void *owner, int64_t *size)
{
    uint64_t **const words = owner;
    free(*words);
    *words = malloc((size_t)*size * sizeof **words);
    return *words;
}

static const sb_settling *find(const char *name)
{
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++)
        if (strcmp(TABLE[i].name, name) == 0)
            return &TABLE[i].function;
    return NULL;
}

/* Compute the results of `rows` tuples of `width` operands. Return false for an unknown name, or if
 * memory is short. */
bool test_settled(const char *name, const double *x, int width, int64_t rows, double *results)
{
    const sb_settling *const function = find(name);
    uint64_t *words = NULL;
    bool found = function != NULL;
    for (int64_t i = 0; i < rows && found; i++)
        found = sb_settled(function, x + i * width, more, &words, results + i);
    free(words);
    return found;
}

/* Do the same with rounding toward infinity and, on x86-64, with subnormal operands and results
 * flushed to 0. */
bool test_settled_elsewhere(const char *name, const double *x, int width, int64_t rows,
                            double *results)
{
    const int before = fegetround();
    fesetround(FE_UPWARD);
#if defined(__x86_64__)
    const unsigned flags = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(flags | 0x8040);
#endif
    const bool found = test_settled(name, x, width, rows, results);
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(flags);
#endif
    fesetround(before);
    return found;
}

/* Return whether `known` gives the result. */
bool test_known(const char *name, const double *x, double *result)
{
    return find(name)->known(x, result);
}

/* Round with this number of bits only. Return 1 if both ends agree, 0 if not, and -1 if there are
 * too few words. */
int test_decided(const char *name, const double *x, int bits, uint64_t *words, int64_t size,
                 double *result)
{
    sb_workspace c = sb_workspace_of(words, size, bits / 64 + 1);
    sb_ball value = sb_unknown();
    find(name)->enclosed(&c, x, &value);
    if (c.full)
        return -1;
    return sb_rounded(&c, value, result);
}

/* Compute the ball with this number of limbs. Write its words, and its head: exponent, radius (m,
 * e), sign, zero, unknown, and whether there were enough words. */
void test_enclosed(const char *name, const double *x, int limbs, uint64_t *words, int64_t size,
                   uint64_t *middle, int64_t *head)
{
    sb_workspace c = sb_workspace_of(words, size, limbs);
    sb_ball a = sb_unknown();
    find(name)->enclosed(&c, x, &a);
    if (!a.zero)
        sb_words_copy(middle, a.words, limbs);
    const int64_t found[] = {a.exponent, (int64_t)a.radius.m, a.radius.e, a.negative,
                             a.zero,     a.unknown,           c.full};
    memcpy(head, found, sizeof found);
}

static sb_ball given(sb_workspace *c, const uint64_t *middle, const int64_t *head)
{
    sb_ball a = {NULL, head[0], {(uint64_t)head[1], head[2]}, head[3] != 0, false, false};
    a.words = sb_take(c, c->limbs);
    sb_words_copy(a.words, middle, c->limbs);
    return a;
}

/* Compute one operation on balls. */
void test_combined(const char *kind, const uint64_t *a_middle, const int64_t *a_head,
                   const uint64_t *b_middle, const int64_t *b_head, uint64_t k, int limbs,
                   uint64_t *words, int64_t size, uint64_t *middle, int64_t *head)
{
    sb_workspace c = sb_workspace_of(words, size, limbs);
    const sb_ball a = given(&c, a_middle, a_head), b = given(&c, b_middle, b_head);
    uint64_t modulo;
    sb_ball found = sb_unknown();
    switch (kind[0]) {
    case '+': found = sb_add(&c, a, b); break;
    case '-': found = sb_sub(&c, a, b); break;
    case '*': found = sb_mul(&c, a, b); break;
    case '/': found = sb_div(&c, a, b); break;
    case 't': found = sb_times(&c, a, k); break;
    case 'o': found = sb_over(&c, a, k); break;
    case 'r': found = sb_sqrt(&c, a); break;
    case 'n': found = sb_nearest(&c, a, &modulo); break;
    default: break;
    }
    if (!found.zero)
        sb_words_copy(middle, found.words, limbs);
    const int64_t parts[] = {
        found.exponent, (int64_t)found.radius.m, found.radius.e, found.negative,
        found.zero,     found.unknown,           c.full};
    memcpy(head, parts, sizeof parts);
}

bool test_rounded(const uint64_t *middle, const int64_t *head, int limbs, uint64_t *words,
                  int64_t size, double *result)
{
    sb_workspace c = sb_workspace_of(words, size, limbs);
    return sb_rounded(&c, given(&c, middle, head), result);
}

void test_quotient(uint64_t *q, uint64_t *u, const uint64_t *v, int count, int digits)
{
    sb_words_quotient(q, u, v, count, digits);
}
