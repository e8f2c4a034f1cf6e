"""Files that kernels include."""

import pytest

from samebits.backends.cuda.compiling import headers
from samebits.backends.protocol import BackendError


@pytest.mark.parametrize(
    ("name", "path"),
    [("scalar/none.h", "backends/numerics/scalar/none.h"),
     ("kernels/moves/none.cu", "backends/cuda/src/kernels/moves/none.cu")],
)  # fmt: skip
def test_a_file_that_is_not_there_is_named_where_it_would_stand(name, path):
    with pytest.raises(BackendError, match=f"^{path} is not there"):
        headers.found(name)
