"""samebits: the reference and conformance suite for bitwise-reproducible deep learning.

The rooms `samebits.spec`, `samebits.backends` and so on are the top-level folders of the sources.
This file makes them one package. A folder that only happens to be named `samebits`, such as a
checkout, lacks this file, so it cannot be mistaken for an installation.
"""

from samebits.common.release import suite_version

__version__ = suite_version()
"""The version of the installed samebits, or `unknown` if it is not installed."""
