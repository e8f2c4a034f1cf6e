/* remembered.c - see remembered.h. */
#include "function/remembered.h"

#include <stdlib.h>
#include <string.h>

enum { WORTH = 4 }; /* all results are made when so many times their number were asked for */

#define BITS 16
#define PATTERN uint16_t
#include "function/remembered_template.h"
#define BITS 8
#define PATTERN uint8_t
#include "function/remembered_template.h"
