// warp.h - operations between the lanes of a warp.
#pragma once

#include "state.h"

namespace simt
{

// Let the warp operations go on for which every lane has come, or ended.
void complete_warp(int warp);

} // namespace simt
