"""Remove duplicate scatter updates: for each index, keep only the last update (T7).

"Last" refers to the row-major order of the updates. PyTorch's kernels of index_put_, put_ and
index_copy_ run in parallel, and in memory order. After the removal their order does not matter.
"""

from __future__ import annotations

import torch
from torch import Tensor

_FEW = 8
"""If the tensor has more than this number of elements per update, the updates are sorted."""


def last_of_several(places: Tensor, size: int) -> Tensor | None:
    """Return the position of the last update of each index, or None if no index is repeated.

    `places` has indices below `size`; negative ones count from the end. If an index is out of
    bounds, also return None, because PyTorch then raises an error.
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
    """Write values to indices of the flattened tensor, but only if an index is repeated.

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
