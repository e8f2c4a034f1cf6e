// warp.h - operations between the lanes of a warp.
#pragma once

#include "state.h"

namespace simt
{

// Complete the warp operations for which all lanes have arrived or ended.
void complete_warp(int warp);

} // namespace simt
