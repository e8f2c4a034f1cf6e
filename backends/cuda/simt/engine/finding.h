// finding.h - an error in a kernel: the first finding ends the launch.
#pragma once

#include "state.h"

// The layout that runtime.py reads. The place is `file` and `line`, or `code`, an offset in the
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

// Note a finding about `thread` at a line of the source, or at an address of the unit's code.
__attribute__((format(printf, 4, 5))) void find_at(const Thread *thread, const char *file, int line,
                                                   const char *what, ...);
__attribute__((format(printf, 2, 3))) void find_in(const void *code, const char *what, ...);

// Leave the kernel after a finding, and do not return.
[[noreturn]] void abandon_block();

} // namespace simt
