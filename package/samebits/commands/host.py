"""`samebits host NAME`: a program that serves a Python backend to a judge."""

from __future__ import annotations

import sys

import click

from samebits.backends import discovery
from samebits.backends.hosting.serve import main
from samebits.backends.protocol import BackendError


@click.command(epilog='Example: samebits certify --backend "exec:nice samebits host c"')
@click.argument("name")
def command(name: str) -> None:
    """Serve the backend NAME to a judge, which writes to its input and reads its output.

    certify --backend NAME starts a host without this command. Use the command to start a host in
    a different way: certify --backend "exec:taskset -c 0 samebits host NAME". Files that the
    judge has open must stay open in the host. docs/host-protocol.md describes the messages.
    """
    discovery.check_name(name)
    if sys.stdin.isatty():
        raise BackendError(
            "a host is asked by a judge, and this is a terminal: "
            f'samebits certify --backend "exec:samebits host {name}"'
        )
    main(name)
