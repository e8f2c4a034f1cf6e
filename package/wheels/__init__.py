"""Build and check the wheels of a release. `nox -s wheels` runs this package."""
