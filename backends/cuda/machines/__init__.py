"""The machines that run kernels: a GPU through CuPy, or this computer's processor."""
