"""What kernels run on: a GPU through CuPy, or this computer's processor in a GPU's place."""
