"""One module for each family of shape rules, with `SCENES` (see `laws/scene.py`)."""
