// finding.h - an error in a kernel. The first finding ends the launch.
#pragma once

#include "state.h"

// runtime.py reads this layout. The position is `file` and `line`, or `code`, an offset in the
// unit.
struct simt_finding {
    char what[400];
    char file[300];
    uint64_t code;
    int32_t line;
    int32_t is_set;
    uint32_t block[3], thread[3];
};

namespace simt
{

// Write findings of the running launch to `finding`.
void finding_begin(simt_finding *finding);

bool found();

// Record a finding about `thread` at a source line, or at an address of the unit's code.
__attribute__((format(printf, 4, 5))) void find_at(const Thread *thread, const char *file, int line,
                                                   const char *what, ...);
__attribute__((format(printf, 2, 3))) void find_in(const void *code, const char *what, ...);

// Leave the kernel after a finding, and do not return.
[[noreturn]] void abandon_block();

} // namespace simt
