/* exhaustive.c - every input of one elementary function in one format, checked.
 *
 *     exhaustive OP FORMAT THREADS FIRST_BLOCK LAST_BLOCK LIBRARY [LIBRARY ...]
 *
 * The first library is compared with the right answer (answer.h), the others with the first, bit by
 * bit. A block is 2^16 inputs: binary32 has blocks 0 .. 65535, a 16-bit format has block 0 only.
 * Prints the first wrong inputs, then one line of counts; the exit status is 1 if any is wrong.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "samebits.h"

enum { BLOCK = 1 << 16, MAX_LIBRARIES = 8, SHOWN = 20 };

typedef int32_t (*run_function)(const sb_call *, const sb_array *, const sb_array *, char *, size_t);

static struct {
    const char *op;
    int function;
    const format *form;
    int libraries;
    run_function run[MAX_LIBRARIES];
    int64_t last;
    _Atomic int64_t next, wrong, different, near;
} work;

static void compute(int library, const void *x, void *y)
{
    int64_t shape = BLOCK, stride = work.form->bits / 8;
    sb_array input = {(void *)x, &shape, &stride, 1, work.form->code};
    sb_array output = {y, &shape, &stride, 1, work.form->code};
    sb_call call = {.op = work.op, .input_count = 1, .output_count = 1, .threads = 1};
    char message[256];
    if (work.run[library](&call, &input, &output, message, sizeof message) != SB_OK) {
        fprintf(stderr, "%s\n", message);
        exit(2);
    }
}

static uint32_t element(const void *array, int i)
{
    return work.form->bits == 32 ? ((const uint32_t *)array)[i] : ((const uint16_t *)array)[i];
}

static void check(const void *x, const void *y, int64_t *near)
{
    for (int i = 0; i < BLOCK; i++) {
        uint32_t bits = element(x, i), got = element(y, i);
        uint32_t wanted = answer(work.function, work.form, bits, near);
        if (got != wanted && atomic_fetch_add(&work.wrong, 1) < SHOWN)
            printf("%s %s: %08" PRIx32 " gives %08" PRIx32 ", not %08" PRIx32 "\n", work.op,
                   work.form->name, bits, got, wanted);
    }
}

static void *worker(void *unused)
{
    uint32_t *x = malloc(BLOCK * 4), *y = malloc(BLOCK * 4), *other = malloc(BLOCK * 4);
    int64_t near = 0;
    if (x == NULL || y == NULL || other == NULL)
        exit(2);
    for (int64_t block; (block = atomic_fetch_add(&work.next, 1)) <= work.last;) {
        for (uint32_t i = 0; i < BLOCK; i++) {
            if (work.form->bits == 32)
                x[i] = (uint32_t)block << 16 | i;
            else
                ((uint16_t *)x)[i] = (uint16_t)i;
        }
        compute(0, x, y);
        check(x, y, &near);
        for (int library = 1; library < work.libraries; library++) {
            compute(library, x, other);
            for (int i = 0; i < BLOCK; i++)
                if (element(y, i) != element(other, i) &&
                    atomic_fetch_add(&work.different, 1) < SHOWN)
                    printf("%s %s: %08" PRIx32 ": library %d gives %08" PRIx32 "\n", work.op,
                           work.form->name, element(x, i), library, element(other, i));
        }
    }
    atomic_fetch_add(&work.near, near);
    free(x);
    free(y);
    free(other);
    return unused;
}

int main(int count, char **arguments)
{
    if (count < 7 || count > 6 + MAX_LIBRARIES) {
        fprintf(stderr, "usage: exhaustive OP FORMAT THREADS FIRST LAST LIBRARY...\n");
        return 2;
    }
    work.op = arguments[1];
    work.function = find_function(arguments[1]);
    work.form = find_format(arguments[2]);
    if (work.function < 0 || work.form == NULL) {
        fprintf(stderr, "unknown op or format\n");
        return 2;
    }
    int threads = atoi(arguments[3]);
    int64_t first = atoll(arguments[4]);
    work.next = first;
    work.last = work.form->bits == 32 ? atoll(arguments[5]) : 0;
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
    threads = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    for (int i = 0; i < threads; i++)
        if (pthread_create(&ids[i], NULL, worker, NULL) != 0)
            return 2;
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    printf("%s %s: %" PRId64 " inputs, %" PRId64 " decided by MPFR, %" PRId64 " wrong, %" PRId64
           " different between libraries\n",
           work.op, work.form->name, (work.last - first + 1) * BLOCK, work.near, work.wrong,
           work.different);
    return work.wrong != 0 || work.different != 0;
}
