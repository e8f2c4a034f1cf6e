"""The table of long runs: all rows of `nox -s record` and of the table in CONTRIBUTING.md.

After you change a row, run `nox -s record -- --index` to update the table in CONTRIBUTING.md.
"""

from __future__ import annotations

from sessions.records_of_backends import ACCURACY, C_BACKEND, CUDA
from sessions.records_of_the_judge import FRONT_ENDS, JUDGE

GROUPS = {
    "The CUDA backend, without a GPU": CUDA,
    "The C backend": C_BACKEND,
    "The judge": JUDGE,
    "NumPy and PyTorch": FRONT_ENDS,
    "Accuracy of other libraries": ACCURACY,
}
"""The rows of the table, by heading."""

RECORDS = {record.name: record for rows in GROUPS.values() for record in rows}
