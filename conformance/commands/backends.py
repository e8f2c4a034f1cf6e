"""`samebits backends`: every backend and device, available or not, and why not."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from samebits.backends.discovery import BrokenBackend, load, load_all
from samebits.backends.protocol import Backend, Device
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
    found = [load(name) for name in names] if names else load_all()
    for backend in found:
        if isinstance(backend, BrokenBackend):
            table.add_row(backend.name, "", Text("broken", style="red"), backend.reason)
            continue
        for device in backend.devices():
            state = Text("yes", style="green") if device.available else Text("no", style="yellow")
            table.add_row(
                f"{backend.name}:{device.name}",
                backend.version,
                state,
                _about(backend, device, facts),
            )
    make_console(wrap=True).print(table)


def _about(backend: Backend, device: Device, facts: bool) -> Text:
    text = Text(device.description)
    if not device.available:
        return text.append(f"\n{device.reason}", style="yellow")
    if facts:
        with backend.open(device.name) as session:
            for name, value in session.environment().items():
                text.append(f"\n{name}: {value}", style="dim")
    return text
