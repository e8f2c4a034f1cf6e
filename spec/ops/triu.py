"""The upper triangle of matrices, with zeros below it (clause S2)."""

from samebits.spec.families.triangles import triangular

OP = triangular("triu", ">=", "ge")
