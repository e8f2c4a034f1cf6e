"""`samebits`: a click group with the commands of the entry-point group `samebits.commands`.

An error for users is printed as one line on stderr, with exit status 2. These errors are
SamebitsError, errors of the operating system (a read-only folder, a full disk), and text that
cannot be encoded. `--debug` shows the traceback.
"""

from __future__ import annotations

import sys
import traceback
from importlib.metadata import EntryPoint, entry_points

import click

from samebits.commands.command_groups import Group
from samebits.common.errors import SamebitsError
from samebits.common.release import judge_missing, suite_version
from samebits.conformance.console import drop_unwritten, safe_streams
from samebits.conformance.errors import error_line

GROUP = "samebits.commands"


class _Commands(Group):
    """A group that imports a command only when it is used, so that `--help` of one stays fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_registered())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = _registered().get(cmd_name)
        if entry is None:
            return None
        try:
            loaded = entry.load()
        # a command may be third-party code, and all other commands must still work
        except Exception as error:
            if ctx.find_root().params.get("debug"):
                raise
            is_missing = isinstance(error, ModuleNotFoundError)
            reason = judge_missing(entry.name) if is_missing else ""
            if reason:
                return _stand_in(entry, reason, "(needs the judge's packages)")
            return _broken(entry, f"{type(error).__name__}: {error}")
        if not isinstance(loaded, click.Command):
            return _broken(entry, "it is no click command")
        return loaded


def _broken(entry: EntryPoint, reason: str) -> click.Command:
    """Return a replacement for a command that cannot be loaded. `--help` lists it."""
    message = f"the command {entry.name} ({entry.value}) failed to load: {reason}"
    return _stand_in(entry, message, "(failed to load)")


def _stand_in(entry: EntryPoint, message: str, summary: str) -> click.Command:
    """Return a command that is listed by `--help` and raises an error with the message."""

    def fail() -> None:
        raise SamebitsError(message)

    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(entry.name, callback=fail, help=summary, context_settings=settings)


def _registered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: samebits certify --backend c --level smoke",
)
@click.version_option(suite_version(), prog_name="samebits")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def cli(debug: bool) -> None:
    """Judge backends against the samebits specification: the same bits everywhere."""


def main() -> None:
    """Run the command line. An error for users is printed as one line, with exit status 2."""
    safe_streams()
    try:
        cli(standalone_mode=True)
    except (SamebitsError, OSError, UnicodeError) as error:
        if "--debug" in sys.argv[1:]:
            traceback.print_exc()
        drop_unwritten()
        click.secho(f"error: {error_line(error)}", fg="red", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
