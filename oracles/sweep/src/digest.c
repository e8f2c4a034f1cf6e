/* The digest of the sources, which library.py compares with today's when it loads the library. */
#include "source_digest.h"

__attribute__((visibility("default"))) const char sweep_source_digest[] = SWEEP_SOURCE_DIGEST;
