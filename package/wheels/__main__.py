"""Build and check the wheels for all machines, or for the named machines."""

from __future__ import annotations

import argparse
import sys

from package.wheels.build import MACHINES, ROOT, build, run
from package.wheels.check_wheel import check


def main() -> None:
    """Build and check each wheel. End the program with status 1 at the first step that fails."""
    parser = argparse.ArgumentParser(prog="nox -s wheels --", description=__doc__)
    parser.add_argument("machines", nargs="*", metavar="MACHINE", help=", ".join(MACHINES))
    parser.add_argument("--no-check", action="store_true", help="build, and ask auditwheel, only")
    options = parser.parse_args()
    for name in options.machines or MACHINES:
        if name not in MACHINES:
            parser.error(f"no wheels are built for {name}; choose from {', '.join(MACHINES)}")
        machine = MACHINES[name]
        wheel = build(machine)
        run(sys.executable, "-m", "twine", "check", "--strict", str(wheel))
        if options.no_check:
            continue
        if machine.is_here:
            check(wheel)
        elif name == "aarch64":
            emulated = (sys.executable, "-m", "package.wheels.emulated", name, str(wheel))
            run(*emulated, PYTHONPATH=str(ROOT / "build" / "names"))
        else:
            print(f"{wheel.name} is not run: no emulator of {name} is set up", flush=True)


if __name__ == "__main__":
    main()
