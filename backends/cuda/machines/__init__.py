"""The machines that run kernels: a GPU through CuPy, or the CPU of this computer."""
