"""Hosts for tests: one in the process of the judge, and one that gives a prepared answer."""

from types import SimpleNamespace

import numpy as np

from samebits.backends.hosting.link import Link, RefusedError
from samebits.backends.hosting.memory import PAGE
from samebits.backends.hosting.messages import HOST_PROTOCOL
from samebits.backends.hosting.serve import Host
from samebits.backends.hosting.tests.hosts import NAME
from samebits.spec.language.call import Call

ADD = Call("add", 1, ("f32", "f32"), ("f32",), {})
BIG = 1 << 16


class Direct:
    """A link to a host that runs in this process."""

    def __init__(self, memories):
        self.operands, self.results = memories
        self.host = Host(NAME + "plain")
        self.asked = []
        self.closed = False
        self.said = self.ask(
            {"do": "hello", "protocol": HOST_PROTOCOL, "operands": self.operands.descriptor,
             "results": self.results.descriptor, "page": PAGE}
        )  # fmt: skip

    def ask(self, request, deadline=None):
        self.asked.append(request)
        answer = self.host.answer(request)
        if "error" in answer:
            raise RefusedError(answer["error"], lost=answer.get("lost") is True)
        return answer["ok"]

    def close(self):
        self.closed = True


def arrays(size=5):
    rows = np.arange(4 * size, dtype=np.float32)
    return [rows[: 2 * size : 2], rows[size - 1 :: -1].copy()[::-1]], np.full(size, 9, np.float32)


def poke(memory, at):
    memory._map[at] ^= 0xFF


class Answers:
    """A host process that gives the same answer to every request."""

    def __init__(self, answer):
        self.answer = answer

    def ask(self, request, at):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def linked(answer):
    made = object.__new__(Link)
    made.process = Answers(answer)
    made.operands = made.results = SimpleNamespace(descriptor=9)
    return made


HELLO = {"protocol": HOST_PROTOCOL, "name": "n", "version": "v", "devices": []}
