"""Build the wheels of a release and check them. `nox -s wheels` runs this package."""
