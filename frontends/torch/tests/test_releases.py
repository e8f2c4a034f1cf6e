"""Other releases of PyTorch: an unreviewed newer one, an older one, and the stored record."""

import json
import subprocess
import sys

import pytest
import torch

from samebits.common.errors import SamebitsError
from samebits.torch import differences, expect, initial, overloads, reproducible, state, versions
from samebits.torch.differences import NARROW, Difference, parting
from samebits.torch.fitting import TableError, fitted
from samebits.torch.overloads import Kind, Line
from samebits.torch.tests.releases import record
from samebits.torch.tools import freeze, news


def ran(program, *options):
    command = [sys.executable, *options, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


NEWER_RELEASE = """
import torch
torch.__version__ = "2.99.0+cpu"
from samebits.torch import overloads
usual = overloads._installed
def other():
    found = dict(usual())
    del found["cosh"]
    found["sub.Tensor"] = found["sub.Tensor"].replace("alpha=1", "alpha=2")
    found["sqrt.new"] = found["sqrt"].replace("sqrt(", "sqrt.new(")
    return found
overloads._installed = other
import samebits.torch
from samebits.torch import NoCanonicalDefinition
x = torch.arange(1.0, 4.0)
def refused(call):
    try:
        call()
    except NoCanonicalDefinition as error:
        return str(error)
for _ in range(2):
    with samebits.torch.reproducible("c:baseline"):
        print((x + x).tolist(), torch.exp(x).sum().item().hex())
        print(refused(lambda: x - x))
        print((torch.arange(3) - 1).tolist())
"""


def test_a_newer_release_opens_with_one_line_and_refuses_only_what_changed():
    done = ran(NEWER_RELEASE)
    assert done.returncode == 0, done.stderr
    usual = ran(NEWER_RELEASE.replace('torch.__version__ = "2.99.0+cpu"\n', ""))
    values, refusal, exact = done.stdout.splitlines()[:3]
    assert values == usual.stdout.splitlines()[0]
    assert "sub.Tensor" in refusal
    assert "its schema in torch 2.99.0+cpu was not reviewed" in refusal
    assert exact == "[-1, 0, 1]"
    warned = [line for line in done.stderr.splitlines() if "UnreviewedRelease" in line]
    assert len(warned) == 1
    assert "not reviewed with PyTorch 2.99.0+cpu: 2 overloads are new or changed" in warned[0]
    assert "Traceback" not in done.stderr


WITHOUT = """
import torch
torch.__version__ = "2.99.0"
{lacks}
import samebits.torch
x = torch.ones(2, 4)
with samebits.torch.reproducible("c:baseline"):
    print((x + x).sum().item())
    try:
        {call}
    except samebits.torch.NoCanonicalDefinition as error:
        print(error)
    else:
        print("computed")
"""
HIDDEN = """
kind = type(torch.ops.aten)
usual = kind.__getattr__
kind.__getattr__ = lambda self, name: usual(self, name.replace("{name}", "_none"))
for name in [name for name in vars(torch.ops.aten) if "{name}" in name]:
    delattr(torch.ops.aten, name)
from samebits.torch import overloads
found = dict(overloads._installed())
overloads._installed = lambda: {{n: s for n, s in found.items() if "{name}" not in n}}
"""
"""Python code that hides the overloads whose names contain `name`."""
SDPA = "torch.nn.functional.scaled_dot_product_attention(x[None], x[None], x[None])"


@pytest.mark.parametrize(
    ("lacks", "call", "computes"),
    [
        (HIDDEN.format(name="_fused_rms_norm"), "torch.rms_norm(x, (4,))", False),
        (HIDDEN.format(name="_flash_attention_for_cpu"), SDPA, False),
        ("del torch._C._get_flash_sdp_enabled", SDPA, False),
        ("del torch._C._set_mkldnn_enabled", "torch.nn.Linear(4, 3)(x)", True),
        ("del torch._C._set_cudnn_enabled", "torch.nn.Linear(4, 3)(x)", True),
        ("del torch._C._set_deterministic_algorithms", "torch.nn.Linear(4, 3)(x)", True),
        ("import sys; del sys.modules['torch.optim.adam']._single_tensor_adam", "x.cos()", True),
        ("import torch.nn.init; del torch.nn.init.math", "x.cos()", True),
    ],
)
def test_what_a_newer_release_lacks_refuses_only_what_needs_it(lacks, call, computes):
    done = ran(WITHOUT.format(lacks=lacks, call=call))
    assert done.returncode == 0, done.stderr
    added, told = done.stdout.splitlines()
    assert added == "16.0"
    assert told == "computed" if computes else "torch 2.99.0 does not have" in told


@pytest.mark.parametrize(
    "lacks",
    [
        "del torch.library.get_kernel",
        "del torch._C._dispatch_library",
        "del torch._C._dispatch_get_all_op_names",
        "del torch._C._parse_dispatch_key",
    ],
)
def test_a_newer_release_without_a_dispatcher_that_lends_kernels_is_refused_in_one_line(lacks):
    done = ran(WITHOUT.format(lacks=lacks, call="pass"))
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert "samebits.torch does not work with PyTorch 2.99.0" in last
    assert "pip install torch==" in last


@pytest.mark.parametrize("version", ["2.2.0", "2.10.1+cpu", "1.13.1"])
def test_an_older_release_is_refused_in_one_line_when_samebits_torch_is_imported(version):
    done = ran(f"import torch\ntorch.__version__ = {version!r}\nimport samebits.torch")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert f"needs PyTorch 2.11 or newer, and {version} is installed" in last
    assert last.endswith("run: pip install 'torch>=2.11'")


def test_releases_have_series_and_pre_releases_are_no_releases():
    assert versions.series_of("2.12.0") == versions.series_of("2.12.1") == "2.12"
    for version, final in [
        *(("2.13.0", True), ("2.15.1", True), ("2.16.0.dev20261101", False)),
        *(("2.13.0a0", False), ("2.14.0rc2", False), ("2.14.0.post1", False)),
    ]:
        assert versions.is_final(version) is final, version
    assert sorted(["2.9", "2.11", "2.2"], key=versions.order) == ["2.2", "2.9", "2.11"]


def test_the_oldest_reviewed_release_is_the_oldest_that_is_let_in():
    assert next(iter(overloads.reviewed())) == versions.LEAST
    text = (record.PAGE.parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'torch = ["torch>={versions.LEAST}"]' in text


def test_another_build_and_another_reviewed_release_are_expected(monkeypatch):
    saved = state()
    assert type(saved["torch"]) is str
    for version in (*overloads.reviewed().values(), "2.12.0", "2.13.0+cu130", "2.13.0+cpu"):
        expect({**saved, "torch": version})
    with pytest.raises(SamebitsError, match=r"had torch 2\.99\.0, .*2\.99 has not been reviewed"):
        expect({**saved, "torch": "2.99.0"})
    change = Difference("2.12", "SGD adds in another order")
    monkeypatch.setattr(differences, "DIFFERENCES", (change,))
    assert parting("2.11.0", "2.15.0+cu132") == "since PyTorch 2.12 SGD adds in another order"
    assert not parting("2.12.1", "2.15.0")


@pytest.mark.parametrize("series", list(overloads.reviewed()))
def test_every_release_has_thousands_of_overloads_with_one_kind_each(series):
    found = [line for line in overloads.lines() if series in line.series]
    assert len(found) > 3000
    assert len({line.name for line in found}) == len(found)


def test_the_file_is_what_its_lines_say():
    again = overloads.written(overloads.reviewed().values(), overloads.lines())
    assert overloads.FILE.read_text(encoding="utf-8") == again


def test_freezing_a_release_leaves_other_releases_as_they_are():
    old = [
        Line("aten::a(Tensor x) -> Tensor", Kind.REFUSED, frozenset({"2.1", "2.2"})),
        Line("aten::b(Tensor x) -> Tensor", Kind.MOVE, frozenset({"2.1"})),
    ]
    now = {old[0].schema: Kind.CANONICAL, "aten::c(Tensor x) -> Tensor": Kind.ABSENT}
    found = {(line.name, line.kind): line.series for line in freeze.merged(old, "2.2", now)}
    assert found == {
        ("a", Kind.CANONICAL): {"2.1", "2.2"},
        ("b", Kind.MOVE): {"2.1"},
        ("c", Kind.ABSENT): {"2.2"},
    }
    found = {(line.name, line.kind): line.series for line in freeze.merged(old, "2.3", now)}
    assert found["a", Kind.REFUSED] == {"2.1", "2.2"}
    assert found["a", Kind.CANONICAL] == {"2.3"}


def test_the_installed_release_has_no_news(capsys):
    if not overloads.is_reviewed():
        pytest.skip("another PyTorch than the reviewed ones")
    assert news.main() == 0
    assert "0 overloads to review" in capsys.readouterr().out


@pytest.fixture
def another_schema(monkeypatch):
    """Give `lerp.Scalar` a reviewed schema and a different installed schema."""

    def use(reviewed, installed):
        parse = torch._C.parse_schema
        monkeypatch.setattr("samebits.torch.fitting.schemas_of", lambda name: (reviewed,))
        monkeypatch.setattr("samebits.torch.fitting.schema_of", lambda full: parse(installed))

    return use


KNOWN = "aten::f(Tensor self, int n=1, *, float p=2.0) -> Tensor"


def known(c, self, n=1, *, p=2.0):
    return c, self, n, p


@pytest.mark.parametrize(
    ("installed", "args", "kwargs", "result"),
    [
        ("aten::f(Tensor input, int n=1, *, float p=2.0) -> Tensor", ("x",), {}, ("x", 1, 2.0)),
        ("aten::f(Tensor self, int n=3, *, float p=2.0) -> Tensor", ("x",), {}, ("x", 3, 2.0)),
        ("aten::f(Tensor self, int n=3, *, float p=2.0) -> Tensor", ("x", 5), {}, ("x", 5, 2.0)),
        ("aten::f(Tensor self, int n=1, *, float q=2.0) -> Tensor", ("x",), {"q": 4.0}, None),
        ("aten::f(Tensor self, int n=1, *, float p=0.5) -> Tensor", ("x",), {}, ("x", 1, 0.5)),
        ("aten::f(Tensor self, int n=1, int m=7, *, float p=2.0) -> Tensor", ("x", 4), {}, None),
        ("aten::f(Tensor self, int n=1) -> Tensor", ("x", 4), {}, ("x", 4, 2.0)),
    ],
)
def test_a_lowering_serves_a_schema_with_other_names_and_defaults(
    another_schema, installed, args, kwargs, result
):
    another_schema(KNOWN, installed)
    wanted = result or ("x", *(args[1:] or (1,)), kwargs.get("q", 2.0))
    assert fitted("f", known)("engine", *args, **kwargs) == ("engine", *wanted)


def test_an_argument_that_the_lowering_does_not_know_must_keep_its_default(another_schema):
    another_schema(KNOWN, "aten::f(Tensor self, int n=1, int m=7, *, float p=2.0) -> Tensor")
    with pytest.raises(Exception, match="no clause defines it with m=8"):
        fitted("f", known)("engine", "x", 1, 8)


@pytest.mark.parametrize(
    "installed",
    [
        "aten::f(Tensor input, float n=1., *, float p=2.0) -> Tensor",
        "aten::f(Tensor self, int n, int m, *, float p=2.0) -> Tensor",
    ],
)
def test_a_lowering_does_not_serve_a_schema_of_other_types(another_schema, installed):
    another_schema(KNOWN, installed)
    with pytest.raises(TableError, match="other"):
        fitted("f", known)


@pytest.mark.parametrize("arguments", [(), (0.0, 2.0, -1.0, 0.5), (1.0, 2.0, 0.0, 0.5)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_truncated_normal_weights_of_an_old_release_are_those_of_later_ones(arguments, dtype):
    """Both drawing methods are used: the intervals have probabilities 0.95, 0.09 and 0.29."""
    found = []
    for function in (torch.nn.init.trunc_normal_, initial._truncated_normal):
        with reproducible("c:baseline"):
            torch.manual_seed(0)
            given = arguments or (0.0, 1.0, -2.0, 2.0)
            found.append(function(torch.empty(40, 7, dtype=dtype), *given))
    assert torch.equal(*found)
    assert given[2] <= found[0].min()
    assert found[0].max() <= given[3]


def test_the_record_has_one_hash_for_each_program_on_every_reviewed_release():
    kept = record.recorded()
    assert [record.series(one) for one in kept] == list(overloads.reviewed())
    assert not list(record.faults(kept))
    assert len(kept[0]["hashes"]) > 500
    shown = {name for known in NARROW for name in known.programs}
    assert shown <= set(kept[0]["hashes"])


def test_the_page_is_that_of_the_record():
    assert record.PAGE.read_text(encoding="utf-8") == record.page(record.recorded())


def test_a_program_with_two_hashes_an_error_or_two_tables_is_a_fault():
    one = {"versions": {"torch": "2.11.0"}, "table": "a", "hashes": {"p": "1", "q": "2"}}
    two = {"versions": {"torch": "2.12.1"}, "table": "a", "hashes": {"p": "1", "q": "3"}}
    assert list(record.faults([one, two])) == ["q: 2 on 2.11, 3 on 2.12"]
    assert len(list(record.faults([one, {**two, "table": "b"}]))) == 2
    broken = {**two, "hashes": {"p": "1", "q": "RuntimeError: no"}}
    assert list(record.faults([one, broken])) == ["q, torch 2.12: RuntimeError: no"]
    assert list(record.compared({**two, "hashes": {"q": "4"}}, [one])) == [
        "q: 4, and the record has 2"
    ]


def test_some_programs_have_the_hash_of_the_record_on_this_release():
    command = [sys.executable, "-m", record.MEASURE, "--quick", "--only", "page", "gpt", "Adam"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    measured = json.loads(done.stdout)
    assert len(measured["hashes"]) > 8
    assert not list(record.compared(measured, record.recorded()))
