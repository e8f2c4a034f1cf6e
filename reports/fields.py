"""Descriptions of the members of a report's lines, one sentence each, for the JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping

FIELDS: Mapping[str, Mapping[str, str]] = {
    "Header": {
        "suite_version": "Version of samebits that judged.",
        "spec_version": "Version of the spec that was judged against.",
        "manifest_root": "Root digest of the vectors: SHA-256 in hexadecimal.",
        "profiles": "Profiles of the planned cases.",
        "level": "Level of the run: smoke, standard, full or exhaustive.",
        "backend": "Name of the backend.",
        "backend_version": "Version of the backend.",
        "protocol": "Version of the backend protocol.",
        "device": "Name of the device within the backend.",
        "device_description": "The device in words.",
        "started": "When the run began: ISO 8601, UTC.",
        "planned": "Number of planned cases; a valid report has as many lines.",
        "planned_digest": "SHA-256 of the sorted planned ids, joined by newlines.",
        "filters": "Filters (op, format, set, case) and their values; empty for a complete run.",
        "shard": "k/n for one shard of several, empty for the whole.",
        "environment": "Facts of machine, compiler, flags and sources, by name.",
        "command": "The shell command that makes such a report again.",
        "schema": "Version of this form.",
        "condition": "How the device was when the run began (clocks, power limit, ECC), by name;"
        " left out where it says nothing.",
        "workers": "Processes that judged at once; left out where the judge itself did.",
        "seed": "What the questions of kind drawn were drawn from, in hexadecimal; left out where "
        "there are none.",
        "seed_origin": "Who chose the seed. given: whoever started the run, by --seed; fresh: the "
        "run drew it; left out where there is no seed.",
        "not_drawn": "Ops and formats of the run for which no question can be drawn; left out "
        "where there are none.",
        "left_out": "Other devices of the backend that a run of all devices leaves out, and why; "
        "left out where there are none.",
    },
    "CaseResult": {
        "id": "Stable id of the case.",
        "kind": "vector: a golden case; real: from a real network; law: needs no wanted value; "
        "refused: calls that are errors, which have to be refused; drawn: questions drawn from the "
        "seed of the run; trajectory: a training run, or a law about one.",
        "op": "Name of the op, or of the network of a trajectory.",
        "label": "Formats of operands and results in short (f32, f64_to_bf16).",
        "profile": "Profile that the case belongs to.",
        "level": "Lowest level that contains the case.",
        "outcome": "What happened; each outcome is explained at the top of this schema.",
        "flags": "Why the case exists, by the names of the vectors' flags.json.",
        "reason": "One line: why unsupported, waived, not run, not applicable, in error.",
        "elements": "Number of compared output elements; of refused calls, the number of calls.",
        "wrong": "Number of elements whose bits differ; of refused calls, those that were not "
        "refused, or too late.",
        "max_ulp": "Largest distance among the wrong elements; telemetry only.",
        "examples": "Some of the wrong elements in full.",
        "diagnosis": "What kind of mistake it looks like, or null.",
        "repeat": "The shell command that shows the case again.",
        "seconds": "Time the case took.",
        "seed": "The seed from which the operands of a law or of drawn questions were drawn, as in "
        "the header; left out for other kinds.",
        "left_out": "Ops and formats that the backend does not support, and whose calls are "
        "therefore missing between those of a drawn case; left out where there are none.",
    },
    "Example": {
        "address": "Address of the element, as `samebits explain` takes it.",
        "index": "Flat row-major index in the output.",
        "inputs": "Operand bits in hexadecimal; empty where more than one element takes part.",
        "wanted": "Wanted bits in hexadecimal; empty where only a digest is known.",
        "got": "Returned bits in hexadecimal.",
        "ulp": "Distance in ulp, telemetry; null where it has no meaning.",
    },
    "Diagnosis": {
        "name": "Stable short name of the hypothesis.",
        "text": "The hypothesis in one sentence.",
        "confirmed": "Whether the bits of this case leave no doubt of it.",
        "details": "More facts by name; `svg` holds a drawing, `tree` a tree as text.",
    },
    "Footer": {
        "counts": "Number of cases by outcome.",
        "planned": "Number of planned cases, as in the header.",
        "run": "Number of cases with a line.",
        "verdict": "The verdict in words; recomputed by `samebits report verify`.",
        "claim": "The sentence that may be published, or null.",
        "finished": "When the run ended: ISO 8601, UTC.",
        "sha256": "SHA-256 over all bytes of the report, this member itself taken as empty.",
        "condition": "How the device was when the run ended, as in the header.",
        "word": "The verdict in one word: PASS, FAIL, INCOMPLETE or INVALID; absent in schema 1.",
    },
}
