"""Deduplicate updates: keep only the last update of each place, in row-major order (T7).

PyTorch's kernels of index_put_, put_ and index_copy_ run in parallel, and in the order of memory.
Here updates are first reduced to one for each place. Then their order does not matter.
"""

from __future__ import annotations

import torch
from torch import Tensor

_FEW = 8
"""If there are more than this number of places per update, updates are sorted instead."""


def last_of_several(places: Tensor, size: int) -> Tensor | None:
    """Return the index of the last update at each place, or None if no place occurs twice.

    `places` are integers below `size`; negative ones count from the end. Also returns None if a
    place is out of bounds, because PyTorch then raises an error.
    """
    flat = places.reshape(-1).to(torch.int64)
    if flat.numel() < 2:
        return None
    flat = torch.where(flat < 0, flat + size, flat)
    if int(flat.min()) < 0 or int(flat.max()) >= size:
        return None
    if size > _FEW * flat.numel():
        values, order = torch.sort(flat, stable=True)
        ends = torch.ones_like(values, dtype=torch.bool)
        ends[:-1] = values[1:] != values[:-1]
        found = order[ends]
    else:
        last = flat.new_full((size,), -1)
        numbers = torch.arange(flat.numel(), device=flat.device)
        last.scatter_reduce_(0, flat, numbers, "amax")
        found = last[last >= 0]
    return None if found.numel() == flat.numel() else found


def put_last(self: Tensor, places: Tensor, values: Tensor) -> bool:
    """Write values to places of the flattened tensor if a place occurs twice.

    Return whether the values were written.
    """
    last = last_of_several(places, self.numel())
    if last is None:
        return False
    whole = self.reshape(-1)
    kept = places.reshape(-1)[last]
    whole[torch.where(kept < 0, kept + self.numel(), kept)] = values.reshape(-1)[last]
    if whole.data_ptr() != self.data_ptr():
        self.copy_(whole.view(self.shape))
    return True
