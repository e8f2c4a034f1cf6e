// finding.cuh - what is left of a look at indices: the first position that is out of range.
#pragma once

#define SB_NO_POSITION 0xffffffffffffffffull

// Whether an index was out of range; a call that looks at none has no finding.
SB_DEVICE bool sb_is_refused(const uint64_t *finding)
{
    return finding != nullptr && *finding != SB_NO_POSITION;
}
