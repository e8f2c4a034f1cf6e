// module.h - a loaded unit: where its code and constants lie, and its shared memory.
#pragma once

#include "state.h"

// Filled by simt_describe_unit; runtime.py keeps it.
struct simt_module {
    uint64_t lowest, highest; // of what the unit has in memory
    uint64_t shared_number;   // its thread-local image: the number of the module, and its size
    uint64_t shared_size;
};

namespace simt
{

// The unit whose kernel runs.
void module_begin(const simt_module *module);

// Shared memory that the unit declares with a size, on this thread of the host.
char *module_shared();
size_t module_shared_size();

bool module_holds(const void *address, size_t size);
uint64_t module_offset(const void *code);

// Shared memory whose size is given at the launch, of DYNAMIC_SHARED bytes.
char *dynamic_shared();

} // namespace simt
