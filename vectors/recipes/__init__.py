"""One module a package: the real inputs that can be rebuilt from it."""
