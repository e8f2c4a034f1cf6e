/* What a run allocates, and how it ends early. */
#ifndef MEMORY_H
#define MEMORY_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* Where `refuse` goes on, and the text that it leaves there. */
extern jmp_buf refusal;
extern char refusal_text[400];

/* Ends the call with an error (clause C2.1). An op writes to the judge's memory only after it has
   returned, so a refused call has written nothing. */
_Noreturn void refuse(const char *format, ...);

/* `count` elements of `size` bytes, zeroed, which live until `release_all`. */
void *allocate(int64_t count, size_t size);

/* Frees all that was allocated since the last call. */
void release_all(void);

/* a * b, or a number of elements that no memory holds where that is larger. Both are at least 0. */
int64_t times(int64_t a, int64_t b);

#endif
