"""python -m samebits.vectors.schemas: write the schema of every kind of JSON text."""

from samebits.common.files import write_atomically
from samebits.vectors.schemas.documents import KINDS, path_of, to_bytes

for kind in KINDS:
    write_atomically(path_of(kind), to_bytes(kind))
