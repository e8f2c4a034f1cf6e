// finding.h - what is wrong with a kernel: the first finding ends the launch.
#pragma once

#include "state.h"

// As runtime.py reads it. Where it was found: `file` and `line`, or `code`, an offset in the unit.
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

// Findings of the launch that runs go here.
void finding_begin(simt_finding *finding);

bool found();

// Note a finding about `thread` at a line of the source, or at an address of the unit's code.
__attribute__((format(printf, 4, 5))) void find_at(const Thread *thread, const char *file, int line,
                                                   const char *what, ...);
__attribute__((format(printf, 2, 3))) void find_in(const void *code, const char *what, ...);

// Leave the kernel for good, after a finding.
[[noreturn]] void abandon_block();

} // namespace simt
