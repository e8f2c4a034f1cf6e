"""One module for each family of shape rules, with `SCENES` or `LARGE` (see `laws/scene.py`)."""
