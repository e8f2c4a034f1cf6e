"""`samebits backends`: list every backend and device, and say why a device is not available."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from samebits.backends import discovery
from samebits.backends.hosting.remote import HostedBackend, hosted
from samebits.backends.protocol import BackendError, Device
from samebits.conformance.console import make_console


@click.command(epilog="Example: samebits backends py:my_module:backend")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--facts", is_flag=True, help="Open each available device and show its facts.")
def command(names: tuple[str, ...], facts: bool) -> None:
    """List backends and their devices; with NAMEs only these (py:module:object works too).

    A device that cannot be used is listed with the reason.
    """
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("device", "version", "available", "what it is"):
        table.add_column(title, overflow="fold")
    for spelled in names or discovery.known():
        try:
            with hosted(spelled) as backend:
                _add_devices(table, backend, facts)
        except BackendError as error:
            if names:
                raise
            table.add_row(spelled, "", Text("broken", style="red"), Text(str(error)))
    make_console(wrap=True).print(table)


def _add_devices(table: Table, backend: HostedBackend, facts: bool) -> None:
    for device in backend.devices():
        state = Text("yes", style="green") if device.available else Text("no", style="yellow")
        table.add_row(
            f"{backend.name}:{device.name}",
            backend.version,
            state,
            _about(backend, device, facts),
        )


def _about(backend: HostedBackend, device: Device, facts: bool) -> Text:
    text = Text(device.description)
    if not device.available:
        return text.append(f"\n{device.reason}", style="yellow")
    if facts:
        with backend.open(device.name) as session:
            for name, value in session.environment().items():
                text.append(f"\n{name}: {value}", style="dim")
    return text
