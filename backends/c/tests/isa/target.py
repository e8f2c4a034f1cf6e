"""Target machines: their compilers and emulators, and the build of the C backend for a target."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from samebits.vectors.errors import VectorError

ROOT = Path(__file__).resolve().parents[4]


@dataclass(frozen=True)
class Target:
    """A target machine.

    The properties give its compiler, its emulator and the Debian packages that it needs. `name` is
    the name in triplets and for CMake.
    """

    name: str

    @property
    def compiler(self) -> str:
        return f"{self.name}-linux-gnu-gcc"

    @property
    def emulator(self) -> list[str]:
        program = shutil.which(f"qemu-{self.name}") or shutil.which(f"qemu-{self.name}-static")
        return [program or "", "-L", f"/usr/{self.name}-linux-gnu"]

    def lacking(self) -> str:
        """Return a line that names the packages that this machine lacks, or ""."""
        packages = []
        if shutil.which(self.compiler) is None:
            packages += [f"gcc-{self.name}-linux-gnu", f"libc6-dev-{self.debian}-cross"]
        if not self.emulator[0]:
            packages.append("qemu-user")
        return f"{self.name} needs: apt-get install {' '.join(packages)}" if packages else ""

    @property
    def debian(self) -> str:
        return {"aarch64": "arm64"}.get(self.name, self.name)


TARGETS = {name: Target(name) for name in ("aarch64", "riscv64", "s390x")}


def build(target: Target, folder: Path, *parts: str) -> Path:
    """Cross-compile parts of the C backend in a folder. Return the folder of the libraries.

    Raise VectorError with the end of the compiler's output if compilation fails.
    """
    configure = [
        "cmake", "-S", str(ROOT / "backends"), "-B", str(folder), "-G", "Ninja",
        "-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={target.name}",
        f"-DCMAKE_C_COMPILER={target.compiler}",
        "-DCMAKE_SHARED_LINKER_FLAGS=-Wl,--build-id=none",
    ]  # fmt: skip
    command(configure)
    command(["cmake", "--build", str(folder), "--target", *parts])
    return folder / "lib"


def command(words: Sequence[str], env: dict[str, str] | None = None) -> str:
    """Run a command. Return its output.

    Raise VectorError with the end of its error output if it fails.
    """
    ended = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    if ended.returncode:
        raise VectorError(f"{' '.join(words)}: {(ended.stderr or ended.stdout).strip()[-2000:]}")
    return ended.stdout


def first_line(words: Sequence[str]) -> str:
    """Return the first line of a command's output, for example of `--version`."""
    return command(words).partition("\n")[0].strip()
