"""Tests that a law excuses a session only for abilities that the law declares as needed."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from samebits.backends.hosting.demands import (
    need_environment,
    need_settings,
    need_times,
    need_together,
    need_ways,
)
from samebits.backends.protocol import Supported, Unsupported
from samebits.common.errors import SamebitsError
from samebits.conformance.laws.law import Bench, NotApplicableError
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.tests.fakes import RightSession
from samebits.conformance.tests.judging import all_law_cases
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

DEMANDS = {
    need_together: "together",
    need_environment: "environment",
    need_settings: "settings",
    need_times: "times",
    need_ways: "ways",
}


class Nothing(RightSession):
    """A session whose results are all zero, so that only excuses of laws are seen.

    It supports the calls for which `lacks` is false.
    """

    def __init__(self, lacks=lambda call: False):
        self.lacks = lacks

    def supports(self, call):
        return Unsupported("it was left out") if self.lacks(call) else Supported()

    def run(self, call, inputs, outputs):
        for output in outputs:
            output[...] = 0


class Settable(Nothing):
    def configure(self, *, threads=None, stream=None):
        pass


@dataclass(frozen=True)
class Lacking(Bench):
    """A bench whose session lacks one ability."""

    lacked: str = field(default="")

    def need(self, demand):
        if DEMANDS[demand] == self.lacked:
            raise NotApplicableError("lacking")


def ops_of(law: str) -> list[LawCase]:
    """Return one case for each op to which the law applies."""
    return list({case.op: case for case in all_law_cases() if case.law == law}.values())


def is_excused(law: str, bench: Bench, case: LawCase, specimen) -> bool:
    try:
        all_laws()[law].check(bench, specimen)
    except NotApplicableError:
        return True
    except SamebitsError:  # zeros break the law, which is not tested here
        return False
    return False


def specimen_of(case: LawCase):
    """Return a small specimen of the case."""
    return min(case.specimens(), key=lambda s: (s.large, sum(map(len, s.shapes))))


def lacks_others(call: Call):
    return lambda other: other != call


def lacks_the_whole(call: Call):
    return lambda other: other == call


@pytest.mark.parametrize("law", sorted(all_laws()))
def test_a_law_excuses_a_session_only_for_what_it_declares(law):
    excused = set()
    for case in ops_of(law):
        specimen = specimen_of(case)
        call = specimen.call
        benches = {
            "threads": Bench(Nothing()),
            "together": Lacking(Settable(), lacked="together"),
            "environment": Lacking(Settable(), lacked="environment"),
            "settings": Lacking(Settable(), lacked="settings"),
            "times": Lacking(Settable(), lacked="times"),
            "ways": Lacking(Settable(), lacked="ways"),
            "calls": Lacking(Settable(lacks_others(call))),
            "": Lacking(Settable()),
        }
        if get_op(case.op).op_class == "graph":
            benches["whole"] = Lacking(Settable(lacks_the_whole(call)))
        excused |= {
            need for need, bench in benches.items() if is_excused(law, bench, case, specimen)
        }
    assert excused == all_laws()[law].needs
