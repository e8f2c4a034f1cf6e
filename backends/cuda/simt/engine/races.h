// races.h - accesses of different threads, and what orders them.
#pragma once

#include "finding.h"
#include "shadow.h"

namespace simt
{

// An access to memory that has cells.
struct Access {
    const Shadow *shadow;
    const char *at;
    Use use;
    Site site;
    bool is_shared;
};

// Check an access of the running thread against what the cell knows, and note it there.
void check_cell(Cell *cell, const Access &own);

// Shared memory is new in each block: forget what an earlier one did.
void renew(Cell *cell);

// A launch begins. True when the numbers of blocks began anew, so that cells must forget.
bool races_launch();

const char *name_of(Use use);

// Note a finding where the access stands, and leave the kernel.
#define FIND(site, ...)                                                                            \
    do {                                                                                           \
        if ((site).code)                                                                           \
            find_in((site).code, __VA_ARGS__);                                                     \
        else                                                                                       \
            find_at(running(), (site).file, (site).line, __VA_ARGS__);                             \
        abandon_block();                                                                           \
    } while (0)

} // namespace simt
