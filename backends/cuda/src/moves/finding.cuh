// finding.cuh - the finding of an index check: the first position with an index out of range.
#pragma once

#define SB_NO_POSITION 0xffffffffffffffffull

// Return whether an index was out of range. A call without a check has no finding.
SB_DEVICE bool sb_is_refused(const uint64_t *finding)
{
    return finding != nullptr && *finding != SB_NO_POSITION;
}
