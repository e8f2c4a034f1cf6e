"""Which ops are read as rows of terms."""

from samebits.conformance.reveal.layout import CONTRACTIONS, PRODUCTS, REDUCTIONS


def test_T4_products_are_contractions_of_two_operands_and_no_graphs_or_windows() -> None:
    assert PRODUCTS == ("bmm", "dot", "linear", "matmul", "outer")
    assert CONTRACTIONS == ("bmm", "dot", "matmul")
    assert not {*PRODUCTS} & {*REDUCTIONS}
