/* remembered.c - see remembered.h. */
#include "function/remembered.h"

#include <stdlib.h>
#include <string.h>

/* All results are computed once the number of requested operands reaches WORTH times the number of
 * patterns. */
enum { WORTH = 4 };

#define BITS 16
#define PATTERN uint16_t
#include "function/remembered_template.h"
#define BITS 8
#define PATTERN uint8_t
#include "function/remembered_template.h"
