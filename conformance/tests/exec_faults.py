"""Faults to be planted in examples/exec_backend.cpp, and the expected outcome of each fault.

Each fault replaces one line of the program, so that the example itself contains no faults.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "examples" / "exec_backend.cpp"
COMPILE = ("c++", "-std=c++17", "-ffp-contract=off")
ADDITIONS = (
    "#include <cfloat>\n#include <cmath>\n#include <csignal>\n#include <unistd.h>\n"
    "template <class A> float loaded(const A& array, long at) "
    "{ float value; array.load(at, value); return value; }\n"
)

COMPUTE = '        compute(asked["call"]["op"].text, x, result, reduced);\n'
SAID = "        std::string said = answer(request);\n"
NUMBERED = '        said.insert(1, R"("number":)" + request["number"].text + ",");'
SENT = "        std::fwrite(said.data(), 1, size, stdout);\n"
SIZE = "        size = said.size();\n"
TREE = "    while (2 * half < n) half *= 2;\n"
CHECK = "        if (!is_right(asked, reduced)) "
ATTRIBUTES = "    if (attributes.items.size() != (n == 1 ? 2 : 0)) return false;\n"
AXIS = "        if (!each.integer() || axis < 0 || axis >= rank || reduced[axis]) return false;\n"

_IN_MUL = 'asked["call"]["op"].text == "mul"'
_MUL_RUNS = R"""(body.find(R"("op":"mul")") + 1 && body.find(R"("do":"run")") + 1)"""


@dataclass(frozen=True)
class Fault:
    """A line of the program, its replacement, and the expected result of the judge.

    The case `case` is run, or all of level smoke if `case` is empty. It must end with `outcome`,
    and its reason or diagnosis must contain `reason`. `spoils` says whether all cases of the op
    `op` end this way ("every"), or at least one ("some").
    """

    line: str
    instead: str
    outcome: str
    reason: str
    op: str = "mul"
    case: str = ""
    spoils: str = "every"
    deadline: float = 60.0


def in_run(code: str, outcome: str, reason: str, **more: object) -> Fault:
    """Return a fault that runs `code` after a call of mul has been computed."""
    planted = f"{COMPUTE}        if ({_IN_MUL}) {{ {code} }}\n"
    return Fault(COMPUTE, planted, outcome, reason, **more)  # type: ignore[arg-type]


def in_answer(text: str, outcome: str, reason: str) -> Fault:
    """Return a fault whose answer to a call of mul is `text`, a C++ expression, with its number."""
    return Fault(SAID, f"{SAID}        if {_MUL_RUNS} said = {text};\n", outcome, reason)


def instead_of_answer(text: str, outcome: str, reason: str) -> Fault:
    """Return a fault whose complete answer to a call of mul is `text`, a C++ expression."""
    planted = f"        if {_MUL_RUNS} said = {text}; else\n    {NUMBERED}"
    return Fault(NUMBERED, planted, outcome, reason)


def in_frame(line: str, instead: str, outcome: str, reason: str, **more: object) -> Fault:
    """Return a fault that sends the answer to a call of mul by `instead`, not by `line`."""
    planted = f"        if {_MUL_RUNS} {{ {instead} }} else\n    {line}"
    return Fault(line, planted, outcome, reason, **more)  # type: ignore[arg-type]


def at_check(code: str, outcome: str, reason: str) -> Fault:
    """Return a fault that runs `code` before an erroneous call of mul is refused."""
    case = "mul/f32/refused/unknown-attribute"
    return Fault(CHECK, f"        {code}\n{CHECK}", outcome, reason, case=case)


_EVERY = "for (long at : places) "
_GAP = """for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i] - places[i - 1] > 4) result.first[places[i] - 1] = 1;"""

FAULTS = {
    # wrong bits
    "another-nan": in_run(
        _EVERY + "if (std::isnan(loaded(result, at))) ++result.first[at];",
        "fail", "7fc00001", spoils="some",
    ),
    "flushes": in_run(
        _EVERY + "if (std::fabs(loaded(result, at)) < FLT_MIN)"
        "result.store(at, std::copysign(0, loaded(result, at)));",
        "fail", "results are flushed to zero", spoils="some",
    ),
    "adds-from-left-to-right": Fault(
        TREE, "    if (n > 1) half = n - 1;\n",
        "fail", "sequential", op="sum", spoils="some",
    ),
    "last-bit-of-one-element": in_run(
        "if (places.size() > 1) result.first[places[1]] ^= 1;",
        "fail", "1 of 64 elements differ, at most 1 ulp", spoils="some",
    ),
    "does-not-write": Fault(
        COMPUTE, f"        if (!({_IN_MUL}))\n    {COMPUTE}",
        "fail", "never written",
    ),
    # no answer
    "hangs": in_run("sleep(3600);", "timeout", "no answer within 1 s", deadline=1.0),
    "stops": in_run("raise(SIGSTOP);", "timeout", "no answer within 1 s", deadline=1.0),
    "exits": in_run("std::exit(0);", "crash", "ended by itself, with status 0 and no output"),
    "exits-with-words": in_run(
        'std::fputs("out of ideas\\n", stderr); std::_Exit(7);',
        "crash", "status 7; its last output: out of ideas",
    ),
    "aborts": in_run("std::abort();", "crash", r"\(SIGABRT\)"),
    "divides-by-zero": in_run("raise(SIGFPE);", "crash", r"\(SIGFPE\)"),
    "kills-itself": in_run("raise(SIGKILL);", "crash", r"\(SIGKILL\)"),
    "closes-its-output": in_run(
        "close(1); sleep(3600);", "crash", "closed its output, and went on"
    ),
    # writes outside the results
    "writes-behind-a-result": in_run(
        "result.first[*high + 4] = 1;", "error", "the backend wrote outside result 0"
    ),
    "writes-far-beside-a-result": in_run(
        "result.first[*high + 3 * 4096] = 1;", "crash", r"\(SIGSEGV\)"
    ),
    "writes-between-elements": in_run(
        _GAP, "error", "the backend wrote between the elements of result 0",
        case="law/strides/mul/f32",
    ),
    "writes-to-an-operand": in_run(
        "x[0].first[0] = 1;", "crash", r"\(SIGSEGV\)"
    ),
    "hoards": in_run(
        "static std::vector<char> hoard(300 << 20, 1); sleep(30);",
        "error", "took more than 0.2 GiB of memory",
    ),
    # invalid answers
    "prints": in_run(
        r'std::fputs("a kernel that talks\n", stdout);',
        "error", "broke the protocol: its message would be 1701519457 bytes long",
    ),
    "announces-too-much": in_frame(
        SIZE, "size = said.size() + 4; std::fwrite(&size, 4, 1, stdout); size -= 4; "
        "std::fwrite(said.data(), 1, size, stdout); std::fflush(stdout); continue;", "timeout",
        r"no answer within 1 s; \d\d of \d\d bytes of an answer had come", deadline=1.0,
    ),
    "announces-too-little": in_frame(
        SIZE, "size = said.size() - 2; std::fwrite(&size, 4, 1, stdout); size += 2; "
        "std::fwrite(said.data(), 1, size, stdout); std::fflush(stdout); continue;",
        "error", "broke the protocol: it sent 2 bytes after its answer",
    ),
    "answers-twice": in_frame(
        SENT, "for (int i = 0; i < 2; ++i) { if (i) std::fwrite(&size, 4, 1, stdout); "
        "std::fwrite(said.data(), 1, size, stdout); }",
        "error", r"broke the protocol: it sent 2\d bytes after its answer",
    ),
    "answers-half-and-exits": in_frame(
        SENT, "std::fwrite(said.data(), 1, 5, stdout); std::exit(3);",
        "crash", r"with status 3 and no output; 9 of 2\d bytes of an answer had come",
    ),
    "refuses": in_answer(
        r"""R"({"error":"no product\ntoday"})" """, "error", "^no product today$"
    ),
    "says-a-lone-surrogate": in_answer(
        r"""R"({"error":"odd \ud800 text"})" """, "error", r"^odd \\ud800 text$"
    ),
    "names-a-member-twice": in_answer(
        """R"({"ok":{},"ok":{}})" """, "error", "broke the protocol: .*a member occurs twice"
    ),
    "nests-deeply": instead_of_answer(
        "std::string(100000, '[')", "error", "broke the protocol: .*maximum recursion depth"
    ),
    "says-nan": in_answer(
        """R"({"ok":{"seconds":NaN}})" """, "error", ".*NaN is not a JSON number"
    ),
    "says-neither": in_answer(
        """R"({"fine":{}})" """, "error", "broke the protocol: its answer has the members fine"
    ),
    "says-no-json": instead_of_answer(
        'std::string("\\xff\\xfe")', "error", "broke the protocol: its message is not valid JSON"
    ),
    "answers-the-first-request-again": instead_of_answer(
        """R"({"number":1,"ok":{}})" """, "error", r"it answered request 1 instead of \d+$"
    ),
    "gives-no-number": instead_of_answer(
        """R"({"ok":{}})" """, "error", r"its answer to request \d+ has no number$"
    ),
    # erroneous calls that are not refused
    "looks-at-no-attributes": Fault(
        ATTRIBUTES, "", "fail", "calls that are errors were not refused",
        case="mul/f32/refused/unknown-attribute",
    ),
    "reduces-an-axis-twice": Fault(
        AXIS, AXIS.replace(" || reduced[axis]", ""), "fail", "1 of 1 calls that are errors",
        op="sum", case="sum/f32/refused/an-axis-named-twice",
    ),
    "refuses-late": at_check(
        "if (!is_right(asked, reduced)) { const Array late(made, asked[\"results\"].items.at(0));"
        "mprotect(made.base, made.size, PROT_READ | PROT_WRITE); late.store(0, 1); }",
        "fail", "refused after 4 bytes had been written",
    ),
    "refuses-ever-after": at_check(
        "static bool ever; if ((ever = ever || !is_right(asked, reduced))) "
        r"""return R"({"error":"no more"})";""",
        "error", "after [0-9]+ refused calls the well-formed mul/f32/.* ends so: no more",
    ),
    "dies-of-an-error": at_check(
        "if (!is_right(asked, reduced)) std::abort();", "crash", r"\(SIGABRT\)"
    ),
}  # fmt: skip
"""The faults by name. Most of them affect only calls of mul."""


def compiled(folder: Path, fault: Fault | None = None) -> Path:
    """Compile the program, with a fault or without one, into `folder`, and return its path."""
    source = PROGRAM.read_text()
    if fault is not None:
        assert source.count(fault.line) == 1, f"the program has no such line: {fault.line}"
        source = ADDITIONS + source.replace(fault.line, fault.instead)
    file, program = folder / "planted.cpp", folder / "planted"
    file.write_text(source)
    optimized = "-O2" if fault is None else "-O0"
    strict = ("-Wall", "-Wextra", "-Wpedantic", "-Werror") if fault is None else ()
    subprocess.run(
        [*COMPILE, optimized, *strict, str(file), "-o", str(program)], check=True, timeout=300
    )
    return program
