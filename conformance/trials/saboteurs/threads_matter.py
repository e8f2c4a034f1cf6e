"""sum divides its terms equally among threads, so that the bits depend on the number of threads."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T
    threads = session.threads or 1
    if call.label != "f32" or threads == 1 or not len(terms):
        output[...] = session.right(call, inputs, output)
        return
    parts = [np.add.reduce(part, axis=0) for part in np.array_split(terms, threads) if len(part)]
    output[...] = canonical(np.add.reduce(parts, axis=0)).reshape(output.shape)


backend = Saboteur("threads_matter", ("sum",), "law/threads/sum/f32", spoil, rules=("C1.3",))
