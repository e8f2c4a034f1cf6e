"""A check that a shared library is complete, before `dlopen`.

`dlopen` maps a truncated file without an error, and the process then crashes. The check reads only
the headers (System V ABI, chapter 4). A linker writes the section headers last, so a truncated file
ends before them. Files that are not ELF pass the check: the loader reports them.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

_MAGIC = b"\x7fELF"
_ORDERS = {1: "<", 2: ">"}
_SHARED = 3  # ET_DYN
_LOAD = 1  # PT_LOAD


def damage(path: Path) -> str:
    """Return a short description of the damage to an ELF file, or "".

    The result is "" if the file is complete, or if it is not an ELF file. Raises OSError if the
    file cannot be read.
    """
    with path.open("rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        header = stream.read(64)
        if not header:
            return "is empty"
        if header[:4] != _MAGIC:
            return ""
        if len(header) < 64:
            return "is truncated"
        if header[4] != 2 or header[5] not in _ORDERS:
            return "is no 64-bit ELF file"
        order = _ORDERS[header[5]]
        (kind,) = struct.unpack_from(f"{order}H", header, 16)
        program, sections = struct.unpack_from(f"{order}QQ", header, 32)
        entry, count, section_size, section_count = struct.unpack_from(f"{order}HHHH", header, 54)
        if kind != _SHARED:
            return "is no shared library"
        if max(program + entry * count, sections + section_size * section_count) > size:
            return "is truncated"
        stream.seek(program)
        table = stream.read(entry * count)
    for at in range(0, entry * count, entry):
        (segment,) = struct.unpack_from(f"{order}I", table, at)
        offset, stored = struct.unpack_from(f"{order}8xQ16xQ", table, at)
        if segment == _LOAD and offset + stored > size:
            return "is truncated"
    return ""
