"""`python -m samebits.benchmarks.growing PAGE`: write the page again from the stored figures."""

from __future__ import annotations

import sys
from pathlib import Path

from samebits.benchmarks.growing import growth_record as record
from samebits.benchmarks.growing.growth_command import write_page

if __name__ == "__main__":
    write_page(Path(sys.argv[1]), *record.read())
