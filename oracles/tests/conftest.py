"""Settings of Hypothesis: no deadlines, because machines are busy; fixed seeds, to repeat runs."""

from hypothesis import settings

settings.register_profile("samebits", deadline=None, derandomize=True, database=None)
settings.load_profile("samebits")
