// allocation.h - global memory: blocks with a margin on both sides.
#pragma once

#include "shadow.h"

namespace simt
{

struct Allocation {
    char *start;
    size_t size;
    bool freed; // a freed block stays for a while, so that late accesses can be reported
    Shadow shadow;
};

// Return the block that contains an address, or null. The second function returns the block nearest
// to it.
Allocation *allocation_at(const void *address);
Allocation *allocation_near(const void *address);

// Forget which threads have read and written which bytes. Initialised memory stays initialised.
void allocations_forget_accesses();

} // namespace simt
