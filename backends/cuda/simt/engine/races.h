// races.h - accesses of different threads, and their order.
#pragma once

#include "finding.h"
#include "shadow.h"

namespace simt
{

// An access to memory for which cells are kept.
struct Access {
    const Shadow *shadow;
    const char *at;
    Use use;
    Site site;
    bool is_shared;
};

// Check an access of the running thread against earlier accesses in the cell, and record it there.
void check_cell(Cell *cell, const Access &own);

// Shared memory is new in each block, so forget the accesses of earlier blocks.
void renew(Cell *cell);

// Begin a launch. Return true if block numbers begin again, so that cells must be cleared.
bool races_launch();

const char *name_of(Use use);

// Record a finding at the position of the access, and leave the kernel.
#define FIND(site, ...)                                                                            \
    do {                                                                                           \
        if ((site).code)                                                                           \
            find_in((site).code, __VA_ARGS__);                                                     \
        else                                                                                       \
            find_at(running(), (site).file, (site).line, __VA_ARGS__);                             \
        abandon_block();                                                                           \
    } while (0)

} // namespace simt
