/* Memory of a run, and its early end by an error. */
#ifndef MEMORY_H
#define MEMORY_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* The jump target of `refuse`, and the text of its error. */
extern jmp_buf refusal;
extern char refusal_text[400];

/* Ends the call with an error (clause C2.1). The judge's memory is written only after the op has
   returned, so a refused call writes nothing. */
_Noreturn void refuse(const char *format, ...);

/* Returns `count` zeroed elements of `size` bytes, which live until `release_all`. */
void *allocate(int64_t count, size_t size);

/* Frees all memory that was allocated since the last call of this function. */
void release_all(void);

/* Returns a * b for numbers of at least 0, limited to an impossibly large number of elements. */
int64_t times(int64_t a, int64_t b);

#endif
