"""How ops are asked for sums of chosen terms, by families; `reveal/ops/` names each op's way."""
