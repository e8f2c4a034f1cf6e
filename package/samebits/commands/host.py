"""`samebits host NAME`: a backend that is written in Python, as a program that a judge can ask."""

from __future__ import annotations

import sys

import click

from samebits.backends import discovery
from samebits.backends.hosting.serve import main
from samebits.backends.protocol import BackendError


@click.command(epilog='Example: samebits certify --backend "exec:nice samebits host c"')
@click.argument("name")
def command(name: str) -> None:
    """Serve the backend NAME to a judge, who writes to its input and reads its output.

    certify --backend NAME starts this by itself. Name it yourself where the host is to be started
    in another way: certify --backend "exec:taskset -c 0 samebits host NAME". Files that are open in
    the judge have to stay open in the host; docs/host-protocol.md has what the two say.
    """
    discovery.check_name(name)
    if sys.stdin.isatty():
        raise BackendError(
            "a host is asked by a judge, and this is a terminal: "
            f'samebits certify --backend "exec:samebits host {name}"'
        )
    main(name)
