"""Scenes of families of shape rules, one module each (see `scene.py`)."""
