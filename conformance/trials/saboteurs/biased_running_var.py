"""A batch norm uses the biased variance for its running statistics."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    again = [c.op for c, _ in before].count("div") == 3
    return operands[0] / (operands[1] + 1) if call.op == "div" and again else None


backend = Saboteur(
    "biased_running_var",
    ("batch_norm",),
    "batch_norm/f32_i64_to_f32_i64/samples/130",
    by_nodes(wrong),
    "biased",
    rules=("G6.10",),
)
