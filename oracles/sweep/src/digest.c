/* The digest of the sources at the time of the build. When library.py loads the library, it
 * compares this digest with the digest of the current sources. */
#include "source_digest.h"

__attribute__((visibility("default"))) const char sweep_source_digest[] = SWEEP_SOURCE_DIGEST;
