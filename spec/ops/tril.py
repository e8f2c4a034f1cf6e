"""The lower triangle of matrices, with zeros above it (clause S2)."""

from samebits.spec.families.triangles import triangular

OP = triangular("tril", "<=", "le")
