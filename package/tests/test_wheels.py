"""Test that wheels need only an old C library, and that workflows pin their actions."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "package" / "wheels" / "glibc.h"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

PROGRAM = """
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <signal.h>
double functions(double x) { return exp(x) + exp2(x) + log(x) + log2(x) + pow(x, x); }
int threads(pthread_t *thread, pthread_mutex_t *lock, pthread_once_t *once, pthread_key_t *key) {
    return pthread_create(thread, 0, 0, 0) + pthread_detach(*thread) + pthread_mutex_trylock(lock) +
           pthread_once(once, 0) + pthread_key_create(key, 0) + pthread_setspecific(*key, 0) +
           (pthread_getspecific(*key) != 0) + pthread_sigmask(0, 0, 0);
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_functions_that_the_header_names_are_those_of_an_old_glibc(tmp_path):
    (tmp_path / "program.c").write_text(PROGRAM)
    options = ["-std=c11", "-fPIC", "-fno-builtin", "-shared", "-include", str(HEADER)]
    libraries = ["-Wl,--no-undefined", "-lm", "-lpthread"]
    subprocess.run(
        ["gcc", *options, "program.c", "-o", "program.so", *libraries],
        cwd=tmp_path, check=True, timeout=60,
    )  # fmt: skip
    found = (tmp_path / "program.so").read_bytes()
    versions = {int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", found)}
    assert versions
    assert max(versions) <= 28
    named = re.findall(r"SB_OLD\((\w+)\)", HEADER.read_text())
    for name in set(named) - {"name"}:
        assert f"{name}(" in PROGRAM


def test_each_action_of_a_workflow_is_named_by_a_commit():
    used = [line for path in WORKFLOWS for line in path.read_text().splitlines() if "uses:" in line]
    assert len(used) > 5
    assert [line for line in used if not re.search(r"@[0-9a-f]{40} # v\d", line)] == []


def test_only_one_job_may_publish_and_only_for_a_tag():
    jobs = re.split(
        r"^  (?=\w+:$)", (ROOT / ".github/workflows/release.yml").read_text(), flags=re.M
    )
    (publish,) = [job for job in jobs if "id-token: write" in job]
    assert "github.event_name == 'push' && github.ref_type == 'tag'" in publish
    assert "needs: [build, wheel, source]" in publish
