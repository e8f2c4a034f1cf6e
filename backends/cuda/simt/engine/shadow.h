// shadow.h - the accesses that the checking build has seen: who read and wrote which bytes, and
// when.
//
// Two accesses are ordered in three cases: one thread makes both; a barrier of the block is between
// them; or both lanes of a warp took part in a __syncwarp between them. Accesses of different
// blocks of a launch are not ordered. Two unordered accesses to the same bytes are a race, unless
// both are reads or both are atomic.
#pragma once

#include "state.h"

namespace simt
{

// Blocks, and epochs (the times between barriers), are numbered over all launches. Accesses of
// older launches come before all new accesses, so cells need not be cleared between launches.

// Threads whose accesses do not race with each other. The fields describe the last thread, another
// thread before it (or -1), and the warps with an access in the current epoch.
struct Crowd {
    uint32_t block, epoch, clock, before_clock;
    uint32_t warps;
    int16_t last, before;
    bool of_blocks; // true if the threads belong to several blocks of the launch
};

struct Cell {
    uint32_t write_block, write_epoch, write_clock;
    int16_t writer;
    bool initialised;
    Crowd readers, atomics;
};

// A cell has 4 bytes until the first access that is shorter or not aligned to 4 bytes, and 1 byte
// from then on.
struct Shadow {
    Cell *cells;
    char *start;
    size_t size;
    int shift;
};

bool shadow_make(Shadow *shadow, char *start, size_t size);
void shadow_drop(Shadow *shadow);
void shadow_forget_accesses(Shadow *shadow);

// Find the cells `*first` to `*last` of an access, and divide cells if necessary. Return false if
// memory is short.
bool shadow_cells(Shadow *shadow, const char *at, size_t size, size_t *first, size_t *last);

void shadow_written(Shadow *shadow, const char *at, size_t size);

// Begin a launch. In a checked launch also begin a block, and pass a barrier of a block or of some
// lanes.
bool shadow_launch(bool checked, size_t dynamic_size);
void shadow_block();
void shadow_barrier();
void shadow_warp_barrier(int warp, unsigned lanes);

// Return whether the launch uses the checking build.
bool checking();

// The source position of an access.
struct Site {
    const void *code;
    const char *file;
    int line;
};

enum Use { READ, WRITE, ATOMIC };

// Check one access of the running thread. Do not return after a finding.
void access(const void *at, size_t size, Use use, Site site);
void access_atomically(const void *at, size_t size, int line, const char *file);

} // namespace simt
