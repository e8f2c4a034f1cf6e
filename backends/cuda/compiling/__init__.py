"""Sources, units and compilers: from a `.cu` file to an image that a GPU loads."""
