"""Hypothesis without deadlines (machines are busy) and derandomized (a red run stays red)."""

from hypothesis import settings

settings.register_profile("samebits", deadline=None, derandomize=True, database=None)
settings.load_profile("samebits")
