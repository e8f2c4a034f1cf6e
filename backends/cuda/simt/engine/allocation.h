// allocation.h - global memory: blocks with a margin on both sides.
#pragma once

#include "shadow.h"

namespace simt
{

struct Allocation {
    char *start;
    size_t size;
    bool freed; // it stays for a while, so that a late access can be reported
    Shadow shadow;
};

// Return the block that contains an address, or null; and the block nearest to it.
Allocation *allocation_at(const void *address);
Allocation *allocation_near(const void *address);

// Forget who has read and written which bytes; initialised memory stays initialised.
void allocations_forget_accesses();

} // namespace simt
