/* One list of allocations, freed together: an op that is refused midway leaks nothing. */
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

jmp_buf refusal;
char refusal_text[400];

static void **blocks;
static size_t used, room;

_Noreturn void refuse(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(refusal_text, sizeof refusal_text, format, values);
    va_end(values);
    longjmp(refusal, 1);
}

void *allocate(int64_t count, size_t size)
{
    if (used == room) {
        size_t more = room ? 2 * room : 64;
        void **longer = realloc(blocks, more * sizeof *blocks);
        if (!longer)
            refuse("out of memory");
        blocks = longer;
        room = more;
    }
    void *block = calloc(count ? (size_t)count : 1, size);
    if (!block)
        refuse("out of memory");
    return blocks[used++] = block;
}

void release_all(void)
{
    while (used) free(blocks[--used]);
}

int64_t times(int64_t a, int64_t b)
{
    const int64_t most = INT64_MAX / 8; /* leaves space for a few additions */
    return a && b > most / a ? most : a * b;
}
