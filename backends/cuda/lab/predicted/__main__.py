"""Predict the rows of the suite `cuda` for chips that are not available, and write the page.

python -m samebits.backends.cuda.lab.predicted [--capability 90] [--only TEXT] [--page]

A prediction is stored in backends/cuda/lab/predicted/results/ until the machine code of its kernels
or this program changes. A stopped run can therefore be continued. --page predicts no rows: it
writes PREDICTIONS.md next to this file from the stored predictions.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from samebits.backends.cuda.lab.predicted import predicted_page as page, predicted_record as record
from samebits.backends.cuda.sass.machine import CAPABILITIES, unavailable_reason
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.progress import Watch


def main() -> int:
    """Predict the rows that the command line selects."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--capability", type=int, choices=CAPABILITIES, action="append")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name has this in it")
    parser.add_argument("--page", action="store_true", help="write the page, predict nothing")
    options = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    failed = False
    try:
        if not options.page:
            if reason := unavailable_reason():
                raise SamebitsError(reason)
            wanted = [row for row in record.rows() if options.only in row.name]
            for capability in options.capability or CAPABILITIES:
                with Watch(f"sm_{capability}", len(wanted), console, 0) as watch:
                    for row in wanted:
                        failed |= not record.keep(row, capability, console)
                        watch.count()
        write_atomically(page.PAGE, page.page().encode())
    except SamebitsError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
