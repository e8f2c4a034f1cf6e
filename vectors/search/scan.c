/* Scan binary32 operands of one function for results near a rounding boundary.
 *
 * scan FUNCTION FIRST LAST REACH: for every bit pattern in FIRST .. LAST (hexadecimal, one sign),
 * compute the function in binary64 (in long double where binary64 formulas lose digits) and print
 * the pattern if the result lies within REACH units of the last binary64 place of a midpoint of two
 * adjacent binary32 numbers, subnormal ones included. This is a filter: search.py ranks what is
 * printed with rigorous enclosures. Exact cases do not lie on midpoints and are not printed.
 */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double (*function)(double);

static double rsqrt_f(double x) { return (double)(1.0L / sqrtl(x)); }
static double sigmoid_f(double x) { return 1.0 / (1.0 + exp(-x)); }
static double silu_f(double x) { return x / (1.0 + exp(-x)); }
/* The argument of erfc is rounded, and erfc amplifies that by x*x; long double hides it. */
static double gelu_f(double x) {
    return x < -1.0 ? (double)(0.5L * x * erfcl(-x * 0.70710678118654752440084436210485L))
                    : 0.5 * x * erfc(-x * 0.70710678118654752440);
}

static const struct { const char *name; function f; } FUNCTIONS[] = {
    {"exp", exp},         {"log", log},   {"tanh", tanh}, {"erf", erf},
    {"sigmoid", sigmoid_f}, {"rsqrt", rsqrt_f}, {"silu", silu_f}, {"gelu", gelu_f},
};

/* Distance of y to the nearest midpoint of adjacent binary32 numbers, in units of y's last place. */
static uint64_t distance(double y) {
    uint64_t bits;
    memcpy(&bits, &y, 8);
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    if (exponent > 127 || exponent < -150) return UINT64_MAX;
    uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | 0x10000000000000;
    int dropped = exponent >= -126 ? 29 : 29 + (-126 - exponent);
    uint64_t half = UINT64_C(1) << (dropped - 1);
    uint64_t rest = significand & (2 * half - 1);
    return rest > half ? rest - half : half - rest;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: scan FUNCTION FIRST LAST REACH\n");
        return 2;
    }
    function f = NULL;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        if (!strcmp(argv[1], FUNCTIONS[i].name)) f = FUNCTIONS[i].f;
    if (!f) return 2;
    uint64_t first = strtoull(argv[2], NULL, 16), last = strtoull(argv[3], NULL, 16);
    uint64_t reach = strtoull(argv[4], NULL, 10);
    for (uint64_t pattern = first; pattern <= last; pattern++) {
        uint32_t word = (uint32_t)pattern;
        float x;
        memcpy(&x, &word, 4);
        if (distance(f(x)) <= reach) printf("%08" PRIx32 "\n", word);
    }
    return 0;
}
