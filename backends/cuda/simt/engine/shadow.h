// shadow.h - what the checking build knows of memory: who read and wrote each part of it, and when.
//
// Two accesses are ordered when one thread makes both, when a barrier of the block lies between
// them, or, inside a warp, a __syncwarp that both lanes took part in. Accesses of different blocks
// of a launch are not ordered. Two unordered accesses to the same bytes are a race unless both read
// or both are atomic.
#pragma once

#include "state.h"

namespace simt
{

// Blocks and the stretches between barriers are numbered through all launches, so that nothing has
// to be cleared between launches: what an older block did is history.

// Threads that did something which does not disturb the others who do it: the last one, another one
// before it (or -1), and the warps of the current stretch.
struct Crowd {
    uint32_t block, epoch, clock, before_clock;
    uint32_t warps;
    int16_t last, before;
    bool of_blocks; // several blocks of the launch
};

struct Cell {
    uint32_t write_block, write_epoch, write_clock;
    int16_t writer;
    bool initialised;
    Crowd readers, atomics;
};

// Cells are of 4 bytes until the first access that is shorter, or not aligned to 4, and of one byte
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

// The cells `*first` to `*last` of an access; may make cells smaller. False where memory lacks.
bool shadow_cells(Shadow *shadow, const char *at, size_t size, size_t *first, size_t *last);

void shadow_written(Shadow *shadow, const char *at, size_t size);

// Time goes on: a launch; and in a checked one a block, a barrier of it, a barrier of some lanes.
bool shadow_launch(bool checked, size_t dynamic_size);
void shadow_block();
void shadow_barrier();
void shadow_warp_barrier(int warp, unsigned lanes);

// Whether the launch is one of the checking build.
bool checking();

// Where in the source an access stands.
struct Site {
    const void *code;
    const char *file;
    int line;
};

enum Use { READ, WRITE, ATOMIC };

// Check one access of the running thread; does not return after a finding.
void access(const void *at, size_t size, Use use, Site site);
void access_atomically(const void *at, size_t size, int line, const char *file);

} // namespace simt
