/* pairs.c - check add, sub, mul or div of a 16-bit format on every pair of operands.
 *
 *     pairs OP FORMAT THREADS FIRST LAST LIBRARY [LIBRARY ...]
 *
 * The expected result is computed in binary64 and rounded by adding and subtracting a power of two.
 * Since 53 >= 2 * 11 + 2, the two roundings give the same result as one (Figueroa, 1995), and no
 * result is subnormal in binary64. The backend uses other methods (scalar/arithmetic.h). FIRST and
 * LAST are the bit patterns of the first and the last left operand.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samebits.h"

enum { COUNT = 1 << 16, MAX_LIBRARIES = 8, SHOWN = 20 };

typedef struct {
    const char *name;
    int code, precision, emin, emax;
    uint32_t infinity, nan;
} format;

static const format formats[] = {{"f16", SB_F16, 11, -14, 15, 0x7c00, 0x7e00},
                                 {"bf16", SB_BF16, 8, -126, 127, 0x7f80, 0x7fc0}};

typedef int32_t (*run_function)(const sb_call *, const sb_array *, const sb_array *, char *,
                                size_t);

static struct {
    const char *op;
    const format *form;
    int libraries;
    run_function run[MAX_LIBRARIES];
    int64_t last;
    _Atomic int64_t next, wrong;
    double value[COUNT]; /* the exact value of every bit pattern */
} work;

/* Return the exact value of a bit pattern, which may be NaN or an infinity. */
static double decode(const format *form, uint32_t bits)
{
    int fraction = form->precision - 1;
    uint32_t magnitude = bits & 0x7fff, field = magnitude >> fraction;
    double m = magnitude & (((uint32_t)1 << fraction) - 1);
    if (magnitude > form->infinity)
        return NAN;
    double x = magnitude == form->infinity ? INFINITY
               : field == 0 ? ldexp(m, form->emin - fraction)
                            : ldexp(m + ldexp(1, fraction), (int)field - 1 + form->emin - fraction);
    return bits & 0x8000 ? -x : x;
}

static double operate(const char *op, double a, double b)
{
    switch (op[0]) {
    case 'a': return a + b;
    case 's': return a - b;
    case 'm': return a * b;
    default: return a / b;
    }
}

/* Return x rounded to the format, as a binary64 number. A value that overflows gives an infinity.
 */
static double round_value(const format *form, double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    int e = (int)(u >> 52 & 0x7ff) - 1023;
    e = e < form->emin ? form->emin : e > form->emax ? form->emax : e;
    uint64_t v = (uint64_t)(e - form->precision + 1 + 52 + 1023) << 52 | UINT64_C(1) << 51;
    double magic; /* 1.5 * 2^52 units */
    memcpy(&magic, &v, sizeof magic);
    double rounded = copysign((fabs(x) + magic) - magic, x);
    return fabs(x) >= ldexp(2 - ldexp(1, -form->precision), form->emax) ? copysign(INFINITY, x)
                                                                        : rounded;
}

static int same(const format *form, double wanted, uint16_t got)
{
    double found = work.value[got];
    if (wanted != wanted)
        return got == form->nan;
    return wanted == found && signbit(wanted) == signbit(found);
}

static void check(uint16_t a, const uint16_t *b, int library)
{
    static const int64_t shape = COUNT, stride = 2, none = 0;
    uint16_t y[COUNT];
    sb_array inputs[2] = {{&a, &shape, &none, 1, work.form->code},
                          {(void *)b, &shape, &stride, 1, work.form->code}};
    sb_array output = {y, &shape, &stride, 1, work.form->code};
    sb_call call = {.op = work.op, .input_count = 2, .output_count = 1, .threads = 1};
    if (work.run[library](&call, inputs, &output, NULL, 0) != SB_OK)
        exit(2);
    for (int i = 0; i < COUNT; i++) {
        double wanted = round_value(work.form, operate(work.op, work.value[a], work.value[b[i]]));
        if (!same(work.form, wanted, y[i]) && atomic_fetch_add(&work.wrong, 1) < SHOWN)
            printf("%s %s: %04x %04x gives %04x in library %d, not %a\n", work.op, work.form->name,
                   a, b[i], y[i], library, wanted);
    }
}

static void *worker(void *unused)
{
    uint16_t b[COUNT];
    for (int i = 0; i < COUNT; i++) b[i] = (uint16_t)i;
    for (int64_t a; (a = atomic_fetch_add(&work.next, 1)) <= work.last;)
        for (int library = 0; library < work.libraries; library++) check((uint16_t)a, b, library);
    return unused;
}

int main(int count, char **arguments)
{
    if (count < 7 || count > 6 + MAX_LIBRARIES)
        return 2;
    work.op = arguments[1];
    for (int i = 0; i < 2; i++)
        if (strcmp(formats[i].name, arguments[2]) == 0)
            work.form = &formats[i];
    if (work.form == NULL)
        return 2;
    for (int i = 0; i < COUNT; i++) work.value[i] = decode(work.form, (uint32_t)i);
    work.next = atoll(arguments[4]);
    work.last = atoll(arguments[5]);
    int64_t pairs = (work.last - work.next + 1) * COUNT;
    for (int i = 6; i < count; i++) {
        void *library = dlopen(arguments[i], RTLD_NOW | RTLD_LOCAL);
        void *symbol = library == NULL ? NULL : dlsym(library, "sb_run");
        if (symbol == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 2;
        }
        memcpy(&work.run[work.libraries++], &symbol, sizeof symbol);
    }
    pthread_t ids[64];
    int threads = atoi(arguments[3]);
    threads = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    for (int i = 0; i < threads; i++)
        if (pthread_create(&ids[i], NULL, worker, NULL) != 0)
            return 2;
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    printf("%s %s: %" PRId64 " pairs on %d libraries, %" PRId64 " wrong\n", work.op,
           work.form->name, pairs, work.libraries, work.wrong);
    return work.wrong != 0;
}
