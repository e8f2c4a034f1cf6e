"""The listings of clause N2 in SPEC.md: one line for each node of an op, made from declarations.

python -m samebits.spec.documents.listings            write them into SPEC.md, between the marks
python -m samebits.spec.documents.listings --check    end with status 1 if SPEC.md has others
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from samebits.common.files import write_atomically
from samebits.spec.catalog import get_op
from samebits.spec.documents.rules import TEXT
from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import Shape
from samebits.spec.language.graph_text import graph_lines

BEGIN = "<!-- listings: written by python -m samebits.spec.documents.listings -->"
END = "<!-- end of listings -->"
"""The lines of SPEC.md before and after the listings."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Calls of an op that have the same nodes: a description of these calls, and one such call.

    `says` is the description. The other fields define the call. A field that is None takes its
    value from the example of the shape rule, with all operands. If `differs` is true, only the
    lines that differ from the first variant are written.
    """

    says: str = ""
    formats: tuple[str, ...] | None = None
    differs: bool = False
    result: str | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    shapes: tuple[Shape, ...] | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """The listing of one op: the rules that explain its nodes, further sizes, and its variants.

    `sizes` has formulas for sizes that are not in an operand's pattern. `every` has the formats
    that all nodes have. The lines leave them out, and `says` mentions them instead.
    """

    op: str
    rules: str
    sizes: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[Variant, ...] = (Variant(),)
    every: str = ""
    says: str = ""


_GRID = {"R": "P * Q", "E": "H * W", "K": "4 if mode == 'bicubic' else 2 - (mode == 'nearest')"}
_GRID |= {"T": "K * K"}
_QUERY = (1, 2, 3, 4)
_SEVERAL = ((*_QUERY,), (1, 1, 600, 4), (1, 1, 600, 5))
_TWO = ((*_QUERY,), (1, 1, 300, 4), (1, 1, 300, 5))
_ONE = ((*_QUERY,), (1, 1, 200, 4), (1, 1, 200, 5))
_OF_RESULT = ((1, 2, 3, 5), (1, 2, 3, 5))

LISTINGS = (
    Listing(
        "scaled_dot_product_attention", "T8.5 to T8.8",
        variants=(
            Variant("without a mask, of one block of keys (S = 200)", ("f32",) * 3, shapes=_ONE),
            Variant("with a mask of numbers", ("f32",) * 4, True, shapes=(*_ONE, (1, 2, 3, 200))),
            Variant(
                "with a mask of flags", ("f32", "f32", "f32", "bool"), True,
                shapes=(*_ONE, (1, 2, 3, 200)),
            ),
            Variant("without a mask, of three blocks of keys (S = 600)", ("f32",) * 3, True,
                    shapes=_SEVERAL),
        ),
    ),
    Listing(
        "scaled_dot_product_attention_gradient", "T8.9",
        variants=(
            Variant("with a mask of numbers, of three blocks of keys (S = 600)",
                    ("f32",) * 6, shapes=(*_SEVERAL, *_OF_RESULT, (1, 2, 3, 600))),
        ),
    ),
    Listing("embedding_bag", "T8.10"),
    Listing("embedding_bag_gradient", "T8.11"),
    Listing(
        "dropping_attention", "T8.12",
        variants=(
            Variant("without a mask, of two blocks of keys (S = 300)",
                    ("f32",) * 3, shapes=_TWO),
        ),
    ),
    Listing(
        "dropping_attention_gradient", "T8.13",
        variants=(
            Variant("without a mask, of two blocks of keys (S = 300)",
                    ("f32",) * 5, shapes=(*_TWO, *_OF_RESULT)),
        ),
    ),
    Listing("sgd", "G8.4, G8.5, G8.6"),
    Listing("adamw", "G8.4, G8.5, G8.8"),
    Listing("adam", "G8.4, G8.5, G8.9"),
    Listing("rmsprop", "G8.4, G8.5, G8.10"),
    Listing("centered_rmsprop", "G8.4, G8.5, G8.11"),
    Listing("adagrad", "G8.4, G8.5, G8.13"),
    Listing("lion", "G8.4, G8.5, G8.14"),
    Listing("clip_grad_norm", "G8.16"),
    Listing("clip_grad_value", "G8.17"),
    Listing("unscale", "G8.18"),
    Listing("update_scale", "G8.19"),
    Listing("lstm_cell", "G11.1, G11.2"),
    Listing("gru_cell", "G11.1, G11.3"),
    Listing("lstm_cell_gradient", "G11.4, G11.6"),
    Listing("gru_cell_gradient", "G11.5, G11.6"),
    Listing("lstm", "G11.7"),
    Listing("gru", "G11.7"),
    Listing("lstm_gradient", "G11.8"),
    Listing("gru_gradient", "G11.8"),
    Listing("grid_sample", "G13.8 to G13.10, G13.12", _GRID),
    Listing("grid_sample_gradient", "G13.11, G13.13", _GRID),
    Listing("qr", "G14", {"G": "the product of the sizes B", "L": "min(M, N)",
                          "K": "M if complete else L"}),
    Listing("multinomial", "D3.7"),
    Listing(
        "orthogonal", "D3.9",
        {"R": "the size of the first axis of `shape`", "C": "the product of its other sizes",
         "L": "max(R, C)", "K": "min(R, C)"},
        variants=(
            Variant("where R is at least C", attributes={"shape": (4, 3)}),
            Variant("where R is below C", differs=True, attributes={"shape": (3, 4)}),
        ),
        every="f32",
        says="every node has the format of D3.12",
    ),
    Listing(
        "trunc_normal", "D3.10",
        variants=(Variant("with a result in f32, f16 or bf16", result="f32"),
                  Variant("with a result in f64", differs=True, result="f64")),
        says="every node has the format of D3.12",
        every="f32 f64",
    ),
)  # fmt: skip
"""Every op with a listing, in the order of the rules that explain the nodes.

A new op does not need an entry. An op is listed if it has too many nodes for readable prose.
"""


def listing_text(listing: Listing) -> str:
    """Return the rule of one op: a list item with the nodes below it."""
    sizes = ", ".join(f"{name} = {formula}" for name, formula in listing.sizes.items())
    said = [f"The nodes of `{listing.op}` ({listing.rules})", listing.says, sizes]
    lines = [f"- **N2.{listing.op}** {'; '.join(text for text in said if text)}:", "  ```text"]
    first = _lines(listing, listing.variants[0])
    for variant in listing.variants:
        nodes = _lines(listing, variant)
        if variant.differs:
            lines.append(f"  {variant.says} these lines differ from the first (- goes, + comes):")
            nodes = list(_difference(first, nodes))
        elif variant.says:
            lines.append(f"  {variant.says}:")
            nodes = [f"  {line}" for line in nodes]
        lines += [f"  {line}" for line in nodes]
    return "\n".join([*lines, "  ```"])


def _difference(first: Sequence[str], other: Sequence[str]) -> Iterator[str]:
    """Yield the removed and the added lines.

    Each change begins with the unchanged line before it.
    """
    matcher = SequenceMatcher(a=first, b=other, autojunk=False)
    for kind, start, stop, begin, end in matcher.get_opcodes():
        if kind != "equal":
            yield f"  after `{first[start - 1].strip()}`:" if start else "  at the beginning:"
            yield from (f"  - {line}" for line in first[start:stop])
            yield from (f"  + {line}" for line in other[begin:end])


def _lines(listing: Listing, variant: Variant) -> list[str]:
    """Return the lines of a variant, without the formats that every node has."""
    op = get_op(listing.op)
    count = len(op.operands) if variant.formats is None else len(variant.formats)
    given, shapes = op.example(count)
    found = [
        (inputs, outputs)
        for inputs, outputs in op.signatures
        if (len(inputs) == count if variant.formats is None else inputs == variant.formats)
        and variant.result in (None, outputs[0])
    ]
    inputs, outputs = found[0]
    call = op.call(inputs, outputs, **{**given, **variant.attributes})
    graph = op.graph_of(call, shapes if variant.shapes is None else variant.shapes)
    if graph is None:
        raise SpecError(f"{op.name} is not a graph op; it has no nodes to list")
    lines = graph_lines(graph)
    for name in listing.every.split():
        lines = [line.removesuffix(f" as {name}") for line in lines]
    return lines


def listings() -> Iterator[str]:
    """Yield the rule of every op in LISTINGS."""
    return map(listing_text, LISTINGS)


def renewed(text: str) -> str:
    """Return the text of SPEC.md with new listings.

    Raises SpecError if a marker line is missing.
    """
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SpecError(f"SPEC.md must contain the lines {BEGIN!r} and {END!r} exactly once")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return "\n\n".join([before + BEGIN, *listings(), END + after])


def main(arguments: list[str]) -> int:
    """Write the listings into SPEC.md; with `--check`, only compare them with SPEC.md."""
    text = TEXT.read_text(encoding="utf-8")
    made = renewed(text)
    if arguments == ["--check"]:
        if made != text:
            print(
                "SPEC.md does not list the nodes of the declarations; run: "
                "python -m samebits.spec.documents.listings",
                file=sys.stderr,
            )
        return int(made != text)
    if arguments:
        print("usage: python -m samebits.spec.documents.listings [--check]", file=sys.stderr)
        return 2
    write_atomically(TEXT, made.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
