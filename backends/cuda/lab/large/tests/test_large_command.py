"""Tests of the command: one line per case, stored rows, and exit statuses."""

import json
import re

from click.testing import CliRunner

from samebits.backends.cuda import backend
from samebits.backends.cuda.lab.large import __main__ as command, table
from samebits.backends.cuda.lab.large.cases import CASES
from samebits.backends.cuda.lab.large.row import NOT_RUN, RIGHT, WRONG, Row, exit_status
from samebits.backends.cuda.lab.lease.settings import Settings
from samebits.backends.cuda.lab.lease.stages import BY_NAME
from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.protocol import BackendError

SOME = ["--device", "emulated", "--elements", "10001", "--only", "^(sum bf16|exp f32|sort u8)$"]


def ran(*arguments):
    return CliRunner().invoke(command.main, [*SOME, *map(str, arguments)])


def lines(ended):
    return [line for line in ended.output.splitlines() if " elements  " in line]


def test_all_cases_run_on_the_emulated_device_with_tails_and_odd_sizes():
    ended = CliRunner().invoke(command.main, ["--device", "emulated", "--elements", "40000"])
    assert ended.exit_code == 0, ended.output
    assert [line[:24].strip() for line in lines(ended)] == list(CASES)
    assert f"{len(CASES)} cases: {len(CASES)} right" in ended.output


def test_rows_are_kept_and_not_run_again_in_the_same_environment(tmp_path):
    path = tmp_path / "new" / "rows.jsonl"
    ended = ran("--rows", path)
    assert (ended.exit_code, len(lines(ended))) == (0, 3), ended.output
    assert "seed: 1" in ended.output
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [each["row"]["name"] for each in rows] == ["exp f32", "sum bf16", "sort u8"]
    assert all(each["row"]["state"] == RIGHT for each in rows)
    assert rows[0]["row"]["compared"] == rows[0]["row"]["of"] == 10001
    assert rows[0]["origin"]["elements"] == "10001"

    path.write_text(path.read_text()[:-30])  # the last line is incomplete
    again = ran("--rows", path)
    assert again.exit_code == 0
    assert [line.endswith("(kept)") for line in lines(again)] == [True, True, False]
    assert all(line.endswith("(kept)") for line in lines(ran("--rows", path)))
    assert not any(line.endswith("(kept)") for line in lines(ran("--rows", path, "--seed", 2)))
    assert len(path.read_text().splitlines()) == 7


def test_what_does_not_fit_is_said_first_and_tried_again(tmp_path, monkeypatch):
    path = tmp_path / "rows.jsonl"
    monkeypatch.setattr(EmulatedMachine, "free_memory", lambda self: 60_000)
    ended = ran("--rows", path)
    assert ended.exit_code == 3
    assert "does not fit: needs 0.0 GiB (0.0 of them besides its arrays), 0.0 are" in ended.output
    assert "1 right" in ended.output
    assert "2 not run" in ended.output
    monkeypatch.undo()
    assert ran("--rows", path).exit_code == 0


def test_memory_that_runs_out_all_the_same_is_not_a_wrong_result(monkeypatch):
    def allocate(self, size):
        raise DeviceMemoryError("GPU 0 is out of memory")

    monkeypatch.setattr(EmulatedMachine, "allocate", allocate)
    ended = ran()
    assert ended.exit_code == 3
    assert ended.output.count("not run: GPU 0 is out of memory") == 3


def test_an_error_and_a_case_that_fails_are_wrong_and_the_others_run(monkeypatch):
    right = CudaSession.run

    def run(self, call, inputs, outputs):
        if call.op == "sum":
            raise BackendError("an illegal address was met")
        if call.op == "exp":
            raise ZeroDivisionError("a mistake")
        right(self, call, inputs, outputs)

    monkeypatch.setattr(CudaSession, "run", run)
    ended = ran()
    assert ended.exit_code == 1
    assert "WRONG: an illegal address was met" in ended.output
    assert "WRONG: the case itself failed: ZeroDivisionError: a mistake" in ended.output
    assert "3 cases: 2 WRONG, 1 right" in ended.output


def test_after_a_fatal_error_nothing_more_is_tried(monkeypatch):
    monkeypatch.setattr(CudaSession, "is_lost", True)
    ended = ran()
    assert ended.exit_code == 3
    assert ended.output.count("an earlier error has ended the use of the device") == 3


def test_the_command_goes_on_after_the_case_that_cost_the_device(tmp_path, monkeypatch):
    path, right = tmp_path / "rows.jsonl", CudaSession.run

    def run(self, call, inputs, outputs):
        if call.op == "sum":
            monkeypatch.setattr(CudaSession, "is_lost", True)
            raise BackendError("an illegal address was met")
        right(self, call, inputs, outputs)

    with monkeypatch.context() as patch:
        patch.setattr(CudaSession, "run", run)
        ended = ran("--rows", path)
        assert ended.exit_code == 1
        (step,) = BY_NAME["large"].steps(Settings(tmp_path))
        assert re.search(step.lost, ended.output.splitlines()[-1])
    monkeypatch.undo()
    again = ran("--rows", path)
    assert again.exit_code == 1
    assert [line.endswith("(kept)") for line in lines(again)] == [True, True, False]
    assert "1 WRONG" in again.output.splitlines()[-1]


def test_a_device_or_a_reference_that_is_not_there_is_one_line(monkeypatch):
    ended = CliRunner().invoke(command.main, ["--device", "gpu77"])
    assert ended.exit_code == 1
    assert "has no device 'gpu77'" in ended.output
    monkeypatch.setattr("samebits.backends.c.library.unavailable", lambda name: "not built")
    monkeypatch.setattr("samebits.backends.c.unavailable", lambda name: "not built")
    ended = ran()
    assert ended.exit_code == 1
    assert "the C backend, as the reference, cannot be used: baseline: not built" in ended.output


def test_an_expression_that_no_case_matches_is_refused_with_the_names():
    ended = CliRunner().invoke(command.main, ["--only", "nothing"])
    assert ended.exit_code == 2
    assert "no case matches 'nothing'; there are: add f8e4m3fn, exp f32" in ended.output


def test_the_status_says_what_is_worst():
    rows = {state: Row("x", "", 1, state) for state in (RIGHT, WRONG, NOT_RUN)}
    assert exit_status([rows[RIGHT]]) == 0
    assert exit_status([rows[RIGHT], rows[NOT_RUN]]) == 3
    assert exit_status([rows[NOT_RUN], rows[WRONG]]) == 1


def test_a_row_of_another_origin_or_that_was_not_run_is_not_kept(tmp_path):
    path, origin = tmp_path / "rows", {"device": "x"}
    table.append(path, origin, Row("a", "", 1, RIGHT))
    table.append(path, {"device": "y"}, Row("b", "", 1, RIGHT))
    table.append(path, origin, Row("c", "", 1, NOT_RUN))
    assert set(table.kept(path, origin)) == {"a"}
    assert table.kept(tmp_path / "none", origin) == {}


def test_scratch_is_what_a_call_holds_at_most_at_one_time():
    from samebits.spec.catalog import get_op

    with backend.open("emulated") as session:
        call = get_op("sort").call(("u8",))
        n = 50_000
        layouts = [("|u1", (n,), None, 0)] * 2
        tiles = -(-n // 4096)
        assert session.scratch(call, layouts) == 2 * 8 * n + 8 * 256 * (tiles + 1)
