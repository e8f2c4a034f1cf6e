"""mul is wrong in every session except the first, as if a table were made only once."""

from samebits.conformance.trials.saboteurs.base import Saboteur

_sessions: list[object] = []


def spoil(session, call, inputs, output):
    if not any(session is known for known in _sessions):
        _sessions.append(session)
    output[...] = session.right(call, inputs, output)
    if session is not _sessions[0] and output.size:
        output.reshape(-1)[0] = 3


backend = Saboteur("second_session", ("mul",), "law/prepared/mul/f32", spoil, rules=("C1.3",))
