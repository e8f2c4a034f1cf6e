"""Test which ops are read as rows of terms."""

from samebits.conformance.reveal.layout import CONTRACTIONS, PRODUCTS, REDUCTIONS
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import kind_of


def test_T4_products_are_contractions_of_two_operands_and_no_graphs_or_windows() -> None:
    assert {"matmul", "outer"} <= {*PRODUCTS}
    for name in PRODUCTS:
        assert get_op(name).op_class == "tree"
        assert "T4" in get_op(name).clauses
        assert kind_of(get_op(name).shape_rule) is None
    assert "lstm" not in PRODUCTS
    assert {*CONTRACTIONS} < {*PRODUCTS}
    assert not {*PRODUCTS} & {*REDUCTIONS}
