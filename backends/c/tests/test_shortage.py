"""Test that a call fails if a task of any thread lacks memory, and that the next call works."""

import subprocess
from pathlib import Path

PROGRAM = r"""
#include <pthread.h>
#include <stdio.h>
#include "memory/shortage.c"

static void noting(void *argument, int64_t index, int thread)
{
    (void)thread;
    if (index == *(int64_t *)argument) sb_shortage_note();
}
typedef struct { sb_task task; void *argument; int64_t index; } one;
static void *run(void *argument) { one *o = argument; o->task(o->argument, o->index, 1); return 0; }
void sb_parallel(sb_context *context, int64_t count, sb_task task, void *argument)
{
    (void)context;
    for (int64_t i = 0; i < count; ++i) {
        one o = {task, argument, i};
        pthread_t thread;
        if (i % 2) { run(&o); continue; }
        pthread_create(&thread, 0, run, &o);
        pthread_join(thread, 0);
    }
}
sb_status sb_fail(sb_context *context, sb_status status, const char *format, ...)
{
    (void)context, (void)format;
    return status;
}
int main(void)
{
    sb_call call = {.op = "exp"};
    sb_context context = {.call = &call};
    for (int64_t at = -1; at < 4; ++at)
        printf("%d ", sb_parallel_with_memory(&context, 4, noting, &at) == SB_NO_MEMORY);
    printf("%d ", sb_shortage_status(&context) == SB_NO_MEMORY);
    sb_shortage_note();
    printf("%d ", sb_shortage_status(&context) == SB_NO_MEMORY);
    printf("%d\n", sb_shortage_status(&context) == SB_NO_MEMORY);
    return 0;
}
"""


def test_a_shortage_of_any_task_is_told_once(tmp_path: Path) -> None:
    room = Path(__file__).resolve().parents[1]
    (tmp_path / "program.c").write_text(PROGRAM)
    flags = ("-std=c11", "-D_GNU_SOURCE", "-Wall", "-Werror", "-pthread")
    places = (f"-I{room / 'src'}", f"-I{room / 'include'}")
    built = tmp_path / "program"
    subprocess.run(["cc", *flags, *places, "program.c", "-o", built], cwd=tmp_path, check=True)
    told = subprocess.run([built], check=True, capture_output=True, text=True)
    assert told.stdout == "0 1 1 1 1 0 1 0\n"
