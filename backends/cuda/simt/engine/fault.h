// fault.h - faults that the CPU reports while a kernel runs.
#pragma once

namespace simt
{

// Turn faults of a kernel into findings until faults_release is called.
void faults_catch();
void faults_release();

} // namespace simt
