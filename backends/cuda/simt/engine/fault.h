// fault.h - what the processor itself refuses while a kernel runs.
#pragma once

namespace simt
{

// Turn faults of a kernel into findings, until they are let go.
void faults_catch();
void faults_release();

} // namespace simt
