"""A tape that records the forward pass of a network and derives the backward pass (G4).

Each method adds nodes to the forward pass, and `gradients` adds the backward pass. Contributions to
the gradient of a value are added in decreasing forward order of its uses (G4.1). If an op declares
its gradients, these declarations are used (G4.2). The gradients of other ops are defined in this
file. Every node is a declared op.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.declare import Op
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Item, Ref, node
from samebits.spec.language.moves import Reshape, Transpose


@dataclass(slots=True)
class Tape:
    """The nodes of a forward pass in the format `form`, and of its backward pass."""

    form: str
    forward: list[Item] = field(default_factory=list)
    backward: list[Item] = field(default_factory=list)
    formats: dict[str, str] = field(default_factory=dict)
    _back: list[Callable[[], None]] = field(default_factory=list)
    _reached: set[str] = field(default_factory=set)
    _parts: dict[str, list[str]] = field(default_factory=dict)
    _total: dict[str, str] = field(default_factory=dict)

    def parameter(self, name: str) -> str:
        """Return the name of a parameter in the format of the activations; add a cast if needed."""
        self.formats[name] = "f32"
        self._reached.add(name)
        return name if self.form == "f32" else self.cast(f"{name}.low", name, self.form)

    def constant(self, name: str, form: str) -> str:
        """Declare a value without a gradient, such as data, and return its name."""
        self.formats[name] = form
        return name

    def cast(self, name: str, x: str, to: str) -> str:
        """Add a cast. Its gradient is cast back to the format of x."""
        self._add(name, "cast", (x,), to)

        def back(gradient: str) -> None:
            self._give(x, self._made(f"{name}.back", "cast", (gradient,), self.formats[x]))

        return self._later(name, (x,), back)

    def linear(self, name: str, x: str, weight: str, bias: str | None = None) -> str:
        """Add a linear layer: x[R, K] times the transposed weight[N, K], plus bias[N]."""
        operands = (x, weight) if bias is None else (x, weight, bias)
        self._add(name, "linear", operands, self.form)

        def back(gradient: str) -> None:
            if bias is not None:
                total = self._made(f"{name}.db", "sum", (gradient,), axes=(0,), keepdims=False)
                self._give(bias, total)
            made = self._made(f"{name}.dw", "matmul", (gradient, x), transpose_a=True)
            self._give(weight, made)
            if x in self._reached:
                self._give(x, self._made(f"{name}.dx", "matmul", (gradient, weight)))

        return self._later(name, operands, back)

    def relu(self, name: str, x: str) -> str:
        """Add a rectified linear unit; its gradient is `threshold_gradient` with threshold 0."""
        self._add(name, "relu", (x,), self.form)

        def back(gradient: str) -> None:
            made = self._made(f"{name}.dx", "threshold_gradient", (gradient, x), threshold=0.0)
            self._give(x, made)

        return self._later(name, (x,), back)

    def function(self, name: str, op: str, x: str) -> str:
        """Add a function of one operand whose derivative is an op.

        The gradient is the incoming gradient times the derivative.
        """
        self._add(name, op, (x,), self.form)

        def back(gradient: str) -> None:
            slope = self._made(f"{name}.slope", f"{op}_derivative", (x,))
            self._give(x, self._made(f"{name}.dx", "mul", (gradient, slope)))

        return self._later(name, (x,), back)

    def add(self, name: str, x: str, y: str) -> str:
        """Add x + y for operands of equal shape. Both operands get the gradient unchanged."""
        self._add(name, "add", (x, y), self.form)

        def back(gradient: str) -> None:
            self._give(x, gradient)
            self._give(y, gradient)

        return self._later(name, (x, y), back)

    def reshaped(self, name: str, x: str, pattern: str, before: str) -> str:
        """Add a reshape of `x` from the pattern `before` to the pattern `pattern`."""
        self.forward.append(Reshape(name, x, pattern))
        self.formats[name] = self.formats[x]

        def back(gradient: str) -> None:
            self.backward.append(Reshape(f"{name}.back", gradient, before))
            self._give(x, self.constant(f"{name}.back", self.formats[x]))

        return self._later(name, (x,), back)

    def swapped(self, name: str, x: str, source: str, target: str) -> str:
        """Add a transpose of the axes that `source` names to the order of `target`."""
        self.forward.append(Transpose(name, x, source, target))
        self.formats[name] = self.formats[x]

        def back(gradient: str) -> None:
            self.backward.append(Transpose(f"{name}.back", gradient, target, source))
            self._give(x, self.constant(f"{name}.back", self.formats[x]))

        return self._later(name, (x,), back)

    def linked(
        self,
        names: str | tuple[str, ...],
        op: str,
        *inputs: str,
        to: tuple[str, ...] = (),
        sizes: Mapping[str, Any] | None = None,
        **attributes: Any,
    ) -> str:
        """Add an op that declares its gradients, and return the name of its first result.

        `sizes` has values for attributes of the gradient op that are not attributes of the call.
        `to` has the formats of the results; without it, results have the format of the activations.
        """
        several = (names,) if isinstance(names, str) else names
        formats = to or (self.form,) * len(several)
        declared, known = get_op(op), {**attributes, **(sizes or {})}
        self.forward.append(node(several, op, *inputs, to=formats, **attributes))
        self.formats.update(zip(several, formats, strict=True))
        values = dict(zip(declared.operands, inputs, strict=False))
        values.update(zip(declared.results, several, strict=True))

        def back(gradient: str) -> None:
            for links in _together(declared):
                wanted = [link for link in links if values.get(link.operand) in self._reached]
                if wanted:
                    self._linked_back(several[0], values, wanted, gradient, known)

        return self._later(several[0], inputs, back)

    def gradients(self, result: str, gradient: str) -> None:
        """Add the backward pass from `result`, whose gradient is the value `gradient`.

        Afterwards `gradient_of` returns the gradients of the other values.
        """
        self._parts[result] = [gradient]
        for back in reversed(self._back):
            back()
        for name in list(self._parts):
            self.gradient_of(name)

    def gradient_of(self, name: str) -> str:
        """Return the name of the gradient of a value: the sum of its contributions.

        They are added from the last use to the first use.
        """
        if name not in self._total:
            parts = self._parts.get(name)
            if not parts:
                raise SpecError(f"{name} has no gradient: it does not affect the result")
            total = parts[0]
            for number, part in enumerate(parts[1:], 1):
                form = self.formats[part]
                total = self._made(f"{name}.fan{number}", "add", (total, part), form)
            self._total[name] = total
        return self._total[name]

    def _linked_back(
        self,
        name: str,
        values: Mapping[str, str],
        wanted: Sequence[Gradient],
        given: str,
        attributes: Mapping[str, Any],
    ) -> None:
        link = wanted[0]
        op = get_op(link.op)
        read = [
            given if x.startswith(OF) else values[x]
            for x in link.inputs
            if x.startswith(OF) or x in values
        ]
        passed = {
            inner: attributes[outer.name if isinstance(outer, Ref) else inner]
            for inner, outer in link.attributes.items()
            if (outer.name if isinstance(outer, Ref) else inner) in attributes
        }
        kinds = [self.formats[x] for x in read]
        results = next((s[1] for s in op.signatures if list(s[0]) == kinds), None)
        if results is None:
            raise SpecError(f"{name}: {op.name} has no signature for operands of formats {kinds}")
        made = {other.result: f"{name}.d{other.operand}" for other in wanted}
        names = tuple(made.get(result, "") for result in op.results[: len(results)])
        self.backward.append(node(names, op.name, *read, to=results, **passed))
        self.formats.update((n, f) for n, f in zip(names, results, strict=True) if n)
        for other in wanted:
            self._give(values[other.operand], made[other.result])

    def _add(self, name: str, op: str, inputs: Sequence[str], to: str) -> None:
        self.forward.append(node(name, op, *inputs, to=to))
        self.formats[name] = to

    def _made(
        self, name: str, op: str, inputs: Sequence[str], to: str = "", **attributes: Any
    ) -> str:
        """Add a node to the backward pass and return its name."""
        self.formats[name] = to or self.form
        self.backward.append(node(name, op, *inputs, to=self.formats[name], **attributes))
        return name

    def _give(self, value: str, gradient: str) -> None:
        if value in self._reached:
            self._parts.setdefault(value, []).append(gradient)

    def _later(self, name: str, inputs: Sequence[str], back: Callable[[str], None]) -> str:
        """Record the backward function of a value if a parameter affects it; return its name."""
        if self._reached.intersection(inputs):
            self._reached.add(name)
            self._back.append(lambda: back(self.gradient_of(name)))
        return name


def _together(op: Op) -> list[list[Gradient]]:
    """Return the declared gradients of an op, grouped by the call that computes them."""
    found: dict[tuple[str, tuple[str, ...]], list[Gradient]] = {}
    for link in op.gradients:
        found.setdefault((link.op, link.inputs), []).append(link)
    return list(found.values())
