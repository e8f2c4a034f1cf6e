"""logsumexp; NumPy's is logaddexp.reduce."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.reduction(np.logaddexp.reduce),
    torch=torch_forms.rows("logsumexp"),
    torch_into=None,
)
