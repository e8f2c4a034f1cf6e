"""Modules for families of shape rules, with `SCENES` or `LARGE` (see `scene.py`)."""
