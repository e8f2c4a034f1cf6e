"""A group of commands with suggestions for a mistyped command, and with uncut summaries."""

from __future__ import annotations

import difflib

import click

_WHOLE = 10_000
"""The length limit of a summary, larger than every summary, because click cuts longer ones."""


class Group(click.Group):
    """A click group whose `--help` wraps the summaries of its commands without cutting them."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, c.get_short_help_str(_WHOLE)) for name, c in found if c and not c.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command whose name is the first argument.

        An unknown command ends the program with status 2 and a suggestion.
        """
        name, known = (args[0] if args else ""), self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            ctx.fail(f"unknown command {name!r}; {hint}known: {', '.join(known)}")
        return super().resolve_command(ctx, args)
