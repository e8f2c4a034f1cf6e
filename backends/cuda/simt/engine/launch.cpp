// launch.cpp - runs the blocks of a launch.
//
// Blocks are run for a limited time. The caller repeats the call while there are more blocks, so
// that an interrupt reaches the caller between two blocks.
#include <string.h>
#include <time.h>

#include "block.h"
#include "fault.h"
#include "fiber.h"
#include "finding.h"
#include "floating_point.h"
#include "module.h"
#include "schedule.h"
#include "shadow.h"

// runtime.py uses this layout.
struct simt_launch {
    void (*call)(void **);
    void **arguments;
    const simt_module *module;
    uint64_t shared; // bytes of dynamic shared memory
    uint64_t seed;
    uint64_t turn; // the number of blocks that have run so far
    uint32_t grid[3], block[3];
    int32_t schedule, checked;
    simt_finding finding;
};

enum { DONE, MORE, FOUND, NO_MEMORY };

namespace simt
{

namespace
{

double seconds()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Fill shared memory with NaNs of binary32 and binary64, because a block must not use earlier
// contents.
void poison_shared(size_t dynamic_size)
{
    if (module_shared_size())
        memset(module_shared(), 0xff, module_shared_size());
    if (dynamic_size)
        memset(dynamic_shared(), 0xff, dynamic_size);
}

int run_blocks(simt_launch *launch, double slice)
{
    const uint32_t *grid = launch->grid, *size = launch->block;
    const uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    const double until = seconds() + slice;
    for (; launch->turn < blocks; launch->turn++) {
        if (launch->turn % 16 == 0 && launch->turn && seconds() > until)
            return MORE;
        const uint64_t place = schedule_block(launch->turn);
        poison_shared(launch->shared);
        run_block({(uint32_t)(place % grid[0]), (uint32_t)(place / grid[0] % grid[1]),
                   (uint32_t)(place / grid[0] / grid[1])},
                  {size[0], size[1], size[2]}, {grid[0], grid[1], grid[2]}, launch->call,
                  launch->arguments);
        if (found())
            return FOUND;
    }
    return DONE;
}

} // namespace

} // namespace simt

// Run blocks for about `slice` seconds. Call it again while it returns MORE.
extern "C" int simt_run(simt_launch *launch, double slice)
{
    using namespace simt;
    module_begin(launch->module);
    if (launch->turn == 0) {
        const uint32_t *grid = launch->grid;
        finding_begin(&launch->finding);
        schedule_launch((Schedule)launch->schedule, launch->seed,
                        (uint64_t)grid[0] * grid[1] * grid[2]);
        if (!shadow_launch(launch->checked, launch->shared))
            return NO_MEMORY;
    }
    const FloatingPoint callers = floating_point_of_ieee();
    faults_catch();
    const int result = run_blocks(launch, slice);
    faults_release();
    floating_point_restore(callers);
    return result;
}
