// module.h - a loaded unit: the addresses of its code and constants, and its shared memory.
#pragma once

#include "state.h"

// simt_describe_unit fills this structure, and runtime.py stores it.
struct simt_module {
    uint64_t lowest, highest; // the addresses of the unit's memory
    uint64_t shared_number;   // its thread-local image: module number, and size
    uint64_t shared_size;
};

namespace simt
{

// Set the unit whose kernel runs.
void module_begin(const simt_module *module);

// Return the shared memory that the unit declares with a size, for this CPU thread.
char *module_shared();
size_t module_shared_size();

bool module_holds(const void *address, size_t size);
uint64_t module_offset(const void *code);

// Return the dynamic shared memory, whose size the launch gives; it has DYNAMIC_SHARED bytes.
char *dynamic_shared();

} // namespace simt
