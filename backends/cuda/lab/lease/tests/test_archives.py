"""Tests that archives are few, small and complete, and that other files are not restored."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import tarfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import pytest

from samebits.backends.cuda.lab.lease import archives, lease_state, restore
from samebits.backends.cuda.lab.lease.archives import LABEL, Label, pack
from samebits.backends.cuda.lab.lease.lease_state import State
from samebits.backends.cuda.lab.lease.settings import Settings
from samebits.reports.errors import ReportError


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "there", device="emulated")


def put(top: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(data)


def evidence(settings: Settings, files: Mapping[str, bytes], sequence: int = 1) -> dict[str, bytes]:
    """Return the packed files of a lease with its state: a dictionary from names to contents."""
    told = {f"{settings.key}/{name}": data for name, data in files.items()}
    kept = json.dumps(asdict(State(sequence))).encode()
    return {f"{settings.key}/{lease_state.NAME}": kept, **told}


def packed(tmp_path: Path, label: Label, files: Mapping[str, bytes]) -> archives.Packed:
    put(tmp_path / "here", files)
    return pack(label, tmp_path / "here", list(files), tmp_path / "archives")


def test_what_was_packed_lies_on_the_next_machine(tmp_path: Path, settings: Settings) -> None:
    files = evidence(settings, {"smoke/cuda-gpu0.jsonl": b"one\n", "logs/smoke.txt": b"said"})
    done = packed(tmp_path, Label("evidence", settings.key, 1, 1, 1, "smoke right"), files)
    assert [path.name for path in done.files] == ["evidence-0001-1of1.tar.gz"]
    (line,) = restore.restore(settings, done.files)
    assert line == "evidence 0001: 3 files; smoke right"
    found = {
        path.relative_to(settings.out).as_posix(): path.read_bytes()
        for path in settings.out.rglob("*")
        if path.is_file()
    }
    assert found == files


def test_a_new_set_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    for sequence in (1, 2):
        packed(tmp_path, Label("kernels", "lease", sequence, 1, 1), {"kernels/a": b"x"})
    packed(tmp_path, Label("evidence", "lease", 3, 1, 1), {"lease/a": b"x"})
    found = archives.archives(tmp_path / "archives")
    assert [p.name for p in found] == ["evidence-0003-1of1.tar.gz", "kernels-0002-1of1.tar.xz"]


def test_a_large_set_is_split_and_only_whole_sets_are_taken_in(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "LARGEST", 40_000)
    files = evidence(settings, {f"{i}.jsonl": os.urandom(10_000) for i in range(6)})
    done = packed(tmp_path, Label("evidence", settings.key, 1, 1, 1), files)
    assert len(done.files) == 2
    assert not done.left_out
    assert all(path.stat().st_size <= 40_000 for path in done.files)
    for some in (done.files[:1], done.files[1:]):
        with pytest.raises(ReportError, match="of 2 of evidence 0001 is missing"):
            restore.restore(settings, some)
    assert not settings.out.exists()
    restore.restore(settings, done.files[::-1])
    assert all((settings.out / name).read_bytes() == data for name, data in files.items())


def test_what_finds_no_room_is_named_and_is_what_is_worth_least(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "LARGEST", 40_000)
    files = {f"lease/{i:02}": os.urandom(5_000) for i in range(20)}
    files["lease/huge"] = os.urandom(50_000)
    done = packed(tmp_path, Label("evidence", "lease", 1, 1, 1), files)
    assert "lease/huge" in done.left_out
    lost = sorted(set(done.left_out) - {"lease/huge"})
    assert lost == sorted(files)[20 - len(lost) : 20]
    assert 0 < len(lost) < 10
    assert all(path.stat().st_size <= 40_000 for path in done.files)


def test_a_file_that_is_gone_by_now_stops_nothing(tmp_path: Path) -> None:
    put(tmp_path, {"lease/a": b"x"})
    label = Label("evidence", "lease", 1, 1, 1)
    done = pack(label, tmp_path, ["lease/a", "lease/gone"], tmp_path / "archives")
    assert len(done.files) == 1


def test_evidence_that_is_older_than_what_lies_here_is_left_alone(
    tmp_path: Path, settings: Settings
) -> None:
    old = packed(
        tmp_path, Label("evidence", settings.key, 1, 1, 1), evidence(settings, {"a": b"1"})
    )
    kept = [path.rename(tmp_path / f"old-{path.name}") for path in old.files]
    new = evidence(settings, {"a": b"2"}, 2)
    restore.restore(settings, packed(tmp_path, Label("evidence", settings.key, 2, 1, 1), new).files)
    (line,) = restore.restore(settings, kept)
    assert line == "evidence 0001 is left alone: what is here is 0002"
    assert (settings.folder / "a").read_bytes() == b"2"


def test_of_two_sets_the_newer_one_counts(tmp_path: Path, settings: Settings) -> None:
    paths = []
    for sequence in (2, 1):
        files = evidence(settings, {"a": b"%d" % sequence}, sequence)
        done = packed(tmp_path, Label("evidence", settings.key, sequence, 1, 1), files)
        (tmp_path / str(sequence)).mkdir()
        paths += [path.rename(tmp_path / str(sequence) / path.name) for path in done.files]
    (line,) = restore.restore(settings, paths)
    assert line.startswith("evidence 0002: ")
    assert (settings.folder / "a").read_bytes() == b"2"


def test_evidence_of_other_sources_is_left_alone(tmp_path: Path, settings: Settings) -> None:
    done = packed(tmp_path, Label("evidence", "gpu0-abc", 1, 1, 1), {"gpu0-abc/a": b"1"})
    (line,) = restore.restore(settings, done.files)
    assert line == f"evidence of gpu0-abc is left alone: this lease is {settings.key}"
    assert not settings.out.exists()


def test_kernels_serve_every_lease_and_what_is_there_stays(
    tmp_path: Path, settings: Settings
) -> None:
    files = {"kernels/cuda/ab/c.cubin": b"code", "other/lib/x.so": b"ELF"}
    done = packed(tmp_path, Label("kernels", "other", 1, 1, 1, "2 of 2 units"), files)
    put(settings.out, {"kernels/cuda/ab/c.cubin": b"there"})
    (line,) = restore.restore(settings, done.files)
    assert line == "kernels: 2 files, 1 of them new here; 2 of 2 units"
    assert (settings.out / "kernels/cuda/ab/c.cubin").read_bytes() == b"there"
    assert (settings.out / "other/lib/x.so").stat().st_mode & 0o111


def archive(path: Path, members: list[tuple[str, bytes]], **changed: str) -> Path:
    """Write an archive with the given members. Return its path."""
    with tarfile.open(path, "w:gz") as stream:
        for name, data in members:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            for key, value in changed.items():
                setattr(member, key, value)
            stream.addfile(member, io.BytesIO(data))
    return path


def label(**changed: object) -> tuple[str, bytes]:
    told = {"kind": "evidence", "lease": "x", "sequence": 1, "part": 1, "parts": 1, "about": ""}
    return LABEL, json.dumps(told | changed).encode()


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([], "is empty"),
        ([("a", b"")], "begins with 'a'"),
        ([label(kind="other")], "contradicts itself"),
        ([label(part=2)], "contradicts itself"),
        ([label(sequence="1")], "of a wrong type"),
        ([label(lease="../x")], "is not a name"),
        ([label(more=1)], "not an archive of a lease"),
        ([(LABEL, b"[")], "not an archive of a lease"),
        ([(LABEL, b"[" * 100_000)], "not an archive of a lease"),
        ([label(), ("x/../../a", b"")], "outside the folders of a lease"),
        ([label(), ("/x/a", b"")], "outside the folders of a lease"),
        ([label(), ("kernels/a", b"")], "outside the folders of a lease"),
        ([label(kind="kernels"), ("x/a", b"")], "outside the folders of a lease"),
        ([label(kind="kernels"), ("x/lib/../../a", b"")], "outside the folders of a lease"),
    ],
)
def test_what_is_no_archive_of_a_lease_is_refused_in_one_line(
    tmp_path: Path, settings: Settings, members: list[tuple[str, bytes]], said: str
) -> None:
    path = archive(tmp_path / "evidence-0001-1of1.tar.gz", members)
    with pytest.raises(ReportError, match=said) as caught:
        restore.restore(settings, [path])
    assert "\n" not in str(caught.value)
    assert not settings.out.exists()


def test_a_link_is_refused(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as stream:
        name, data = label()
        member = tarfile.TarInfo(name)
        member.size = len(data)
        stream.addfile(member, io.BytesIO(data))
        link = tarfile.TarInfo("x/a")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        stream.addfile(link)
    with pytest.raises(ReportError, match="is not a plain file"):
        restore.restore(settings, [path])


def unpacks_to(packed: bytes, data: bytes) -> bool:
    """Return whether damaged bytes still unpack to `data`: deflate has several codes for it."""
    try:
        return gzip.decompress(packed) == data
    except (OSError, EOFError, zlib.error):
        return False


@pytest.mark.parametrize("packing", [gzip.compress, lzma.compress])
def test_an_archive_that_is_damaged_anywhere_is_refused(
    tmp_path: Path, settings: Settings, packing: object
) -> None:
    files = evidence(settings, {"a.jsonl": os.urandom(3000)})
    done = packed(tmp_path, Label("evidence", settings.key, 1, 1, 1), files)
    data = gzip.decompress(done.files[0].read_bytes())
    whole = packing(data)  # type: ignore[operator]
    path = tmp_path / "evidence-0001-1of1.tar.gz"
    refused = 0
    for at in range(0, len(whole), 61):
        flipped = bytearray(whole)
        flipped[at] ^= 16
        for wrong in (whole[:at], bytes(flipped)):
            if unpacks_to(wrong, data):
                continue  # the change is in gzip's time stamp, or has no effect
            path.write_bytes(wrong)
            with pytest.raises(ReportError):
                restore.restore(settings, [path])
            refused += 1
    assert refused > len(whole) // 61
    assert not settings.out.exists()


def test_an_archive_that_would_unpack_to_too_much_is_refused(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restore, "MOST_BYTES", 1000)
    path = archive(tmp_path / "a.tar.gz", [label(), ("x/a", bytes(2000))])
    with pytest.raises(ReportError, match="unpacks to more"):
        restore.restore(settings, [path])
