"""Conversion of calls, devices, answers and placements to JSON, and strict reading of that JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from samebits.backends.hosting.messages import MessageError, plain
from samebits.backends.protocol import Device, Support, Supported, Unsupported
from samebits.spec.language.call import AttributeValue, Call

Json = Mapping[str, Any]

_MOST_NAME = 100
"""The maximum length of a device name, which becomes part of a file name."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The location of an array in one of the two shared memories.

    `at` is the offset of the first element in bytes. Strides are in bytes and may be negative or 0.
    """

    format: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    at: int

    def to_json(self) -> Json:
        """Return the placement in plain JSON types."""
        return {
            "format": self.format,
            "shape": list(self.shape),
            "strides": list(self.strides),
            "at": self.at,
        }

    @classmethod
    def from_json(cls, value: Json) -> Placement:
        """Return the placement that a message of the judge describes."""
        return cls(value["format"], tuple(value["shape"]), tuple(value["strides"]), value["at"])


def call_to_json(call: Call) -> Json:
    """Return a call in plain JSON types; a tuple among the attributes becomes a list."""
    attributes = {k: _plain(v) for k, v in call.attributes.items()}
    return {
        "op": call.op,
        "version": call.version,
        "inputs": list(call.inputs),
        "outputs": list(call.outputs),
        "attributes": attributes,
    }


def call_from_json(value: Json) -> Call:
    """Return the call that a message of the judge describes."""
    inputs, outputs = tuple(value["inputs"]), tuple(value["outputs"])
    attributes = {k: _typed(v) for k, v in value["attributes"].items()}
    return Call(value["op"], value["version"], inputs, outputs, attributes)


def _plain(value: AttributeValue) -> Any:
    """Return an attribute as JSON. A tuple becomes a list; an infinity or NaN becomes an object."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}
    return list(value) if isinstance(value, tuple) else value


def _typed(value: Any) -> AttributeValue:
    return float(value["float"]) if isinstance(value, dict) else value


def device_to_json(device: Device) -> Json:
    """Return a device in plain JSON types."""
    return asdict(device)


def device_from_json(value: object) -> Device:
    """Return the device that a host describes. Raises MessageError if it is malformed."""
    known = {"name": str, "description": str, "available": bool, "reason": str, "by_name": bool}
    found = members(value, "a device")
    for name, kind in known.items():
        if name in found and type(found[name]) is not kind:
            raise MessageError(f"its device has a {name} that is no {kind.__name__}")
    if not found.keys() <= known.keys() or not {"name", "description"} <= found.keys():
        raise MessageError(f"its device has the members {', '.join(map(plain, found))}")
    if not 0 < len(plain(found["name"])) <= _MOST_NAME:
        raise MessageError(f"the name of a device has 1 to {_MOST_NAME} characters")
    return Device(
        plain(found["name"]),
        plain(found["description"]),
        found.get("available", True),
        plain(found.get("reason", "")),
        found.get("by_name", False),
    )


def support_to_json(answer: object) -> Json:
    """Return an answer of `supports` as JSON.

    An object of an unexpected type becomes an error.
    """
    if isinstance(answer, Supported):
        return {"supported": True}
    if isinstance(answer, Unsupported):
        return {"supported": False, "reason": str(answer.reason)}
    return {"error": f"returned {type(answer).__name__}, not Supported or Unsupported"}


def support_from_json(value: object) -> Support | str:
    """Return the answer of a host, or the text of its error.

    Raises MessageError if the answer is malformed.
    """
    found = members(value, "an answer to supports")
    if found.keys() == {"error"}:
        return reason(found["error"])
    if found.keys() == {"supported"} and found["supported"] is True:
        return Supported()
    if found.keys() == {"supported", "reason"} and found["supported"] is False:
        return Unsupported(reason(found["reason"]))
    raise MessageError("an answer to supports is not one of supported, unsupported and error")


def reason(value: object) -> str:
    """Return a reason as one line, never empty. Raises MessageError if it is not a text."""
    if not isinstance(value, str):
        raise MessageError(f"its reason is {plain(value)}, not a text")
    return plain(value) or "(it gave no reason)"


def members(value: object, what: str) -> Mapping[str, Any]:
    """Return `value` if it is a JSON object. Raises MessageError if not."""
    if not isinstance(value, dict):
        raise MessageError(f"{what} should be a JSON object, and is {type(value).__name__}")
    return value


def items(value: object, what: str, most: int) -> Sequence[Any]:
    """Return `value` if it is a JSON array of at most `most` items. Raises MessageError if not."""
    if not isinstance(value, list) or len(value) > most:
        raise MessageError(f"{what} should be a JSON array of at most {most} items")
    return value


def texts(value: object, what: str, most: int = 1000) -> dict[str, str]:
    """Return a JSON object whose values become texts, such as an environment.

    Raises MessageError if it is no object or has more than `most` members.
    """
    found = members(value, what)
    if len(found) > most:
        raise MessageError(f"{what} has {len(found)} members; at most {most} are read")
    return {plain(k): plain(v) for k, v in found.items()}
