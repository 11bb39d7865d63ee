"""`warhost doctor` against made-up faults, a real folder, a real bucket and a real Ray."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cluster import doctor
from cluster.doctor import NodeReport, examine, node_findings, ray_findings, worst
from dashboards.cli.main import app
from engine.codec import pack, unpack
from workers import checkup, storage_check
from workers.build import build, processor
from workers.checkup import look_around
from workers.errors import StorageError
from workers.object_storage import ObjectStorage
from workers.places import place_of
from workers.storage import LocalStorage, Storage, storage_at
from workers.storage_check import Finding, check_storage
from workers.storage_probe import find_probe, probe_left

WELL: dict[str, Any] = {
    "host": "alpha",
    "python": "3.11.7",
    "build": build(),
    "processor": processor(),
    "cold": [],
    "cache": "/home/x/.cache",
    "cache_trouble": "",
    "shm_total": 1 << 30,
    "shm_free": 1 << 30,
    "run_directory": "/shared/run",
    "storage": "",
}


def told(name: str = "beta (01234567)", skew: float = 0.0, unsure: float = 0.001, **changes: Any) -> list[Finding]:
    """What is said of two nodes, of which one is well."""
    nodes = [NodeReport("alpha", WELL), NodeReport(name, WELL | changes, skew=skew, unsure=unsure)]
    return [finding for finding in node_findings(nodes) if finding.level != "ok"]


def test_nodes_that_are_well() -> None:
    assert told() == []
    found = list(node_findings([NodeReport("alpha", WELL)]))
    assert [finding.subject for finding in found] == ["versions", "kernels", "shared memory", "clock", "storage"]
    assert worst(found) == "ok"
    assert not [f for f in node_findings([NodeReport("alpha", WELL | {"storage": None})]) if f.subject == "storage"]


@pytest.mark.parametrize(
    ("changes", "subject", "level", "words", "advice"),
    [
        ({"build": build() | {"numba": "0.67.0"}}, "versions", "mend", "has numba 0.67.0 instead of", "the same version"),
        ({"processor": "znver9-0"}, "versions", "warn", "another processor (znver9-0)", "prove that they agree"),
        ({"cold": ["war-chest"]}, "kernels", "warn", "has not compiled war-chest", "`warhost warm`"),
        ({"cache_trouble": "Read-only file system"}, "kernels", "mend", "/.cache: Read-only file system", "NUMBA_CACHE_DIR"),
        ({"shm_total": 64 << 20, "shm_free": 60 << 20}, "shared memory", "mend", "60 MiB free of 64", "--shm-size"),
        ({"shm_free": 1 << 20}, "shared memory", "warn", "1 MiB free of 1024", "--shm-size"),
        ({"shm_total": None, "shm_free": None}, "shared memory", "warn", "no /dev/shm", "slow"),
        ({"skew": -7.2}, "clock", "warn", "7.2 s behind", "time server"),
        ({"skew": 90.0}, "clock", "mend", "90.0 s ahead", "time server"),
        ({"storage": "it is not there"}, "storage", "mend", "can't use it: it is not there", "mount the same file system"),
        ({"storage": "denied", "run_directory": "s3://b/r"}, "storage", "mend", "can't use it: denied", "credentials"),
    ],
)
def test_what_is_wrong_with_a_node_is_told(changes: dict[str, Any], subject: str, level: str, words: str, advice: str) -> None:
    (found,) = told(**changes)
    assert (found.subject, found.level) == (subject, level)
    assert "beta (01234567)" in found.words
    assert words in found.words
    assert advice in found.advice


def test_a_clock_that_could_not_be_read_well_is_not_blamed() -> None:
    assert told(skew=3.0, unsure=2.5) == []


def test_a_node_that_does_not_answer() -> None:
    (first, *_) = node_findings([NodeReport("beta", None, trouble="no module named workers"), NodeReport("alpha", WELL)])
    assert (first.level, first.words) == ("mend", "beta does not answer: no module named workers")


@pytest.mark.parametrize(("own", "token", "level"), [(True, True, "ok"), (True, False, "warn"), (False, False, "warn")])
def test_the_token(own: bool, token: bool, level: str) -> None:
    assert [finding.level for finding in ray_findings(3, own, token)] == ["ok", level]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests run at the same time: what is slow then says nothing."""
    monkeypatch.setattr(storage_check, "SLOW_SECONDS", 60.0)


@pytest.fixture(params=["folder", "s3"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    return storage_at(tmp_path if request.param == "folder" else f"{request.getfixturevalue('s3')}/run")


def test_a_storage_that_does_all_and_is_left_as_it_was(storage: Storage) -> None:
    found = list(check_storage(storage))
    assert [finding.level for finding in found] == ["ok"] * (7 if isinstance(storage, LocalStorage) else 4)
    assert storage.sizes("") == {}
    assert not isinstance(storage, LocalStorage) or not list(storage.root.iterdir())


def levels(storage: Storage) -> dict[str, str]:
    return {finding.words: finding.level for finding in check_storage(storage) if finding.level != "ok"}


def test_a_storage_that_cannot_be_written(tmp_path: Path, s3: str) -> None:
    (tmp_path / "file").write_text("")
    (words, level), *more = levels(LocalStorage(tmp_path / "file")).items()
    assert (level, more) == ("mend", [])
    assert "File exists" in words
    (words,) = levels(storage_at(f"{s3}-none/run"))
    assert "The specified bucket does not exist" in words


def test_a_store_that_does_not_know_create_if_absent(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ObjectStorage, "put_new", lambda self, name, data: self.put(name, data) or True)
    assert levels(storage_at(f"{s3}/run")) == {"a file that is there can be created again": "warn"}


def test_a_store_that_refuses_create_if_absent(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: ObjectStorage, name: str, data: bytes) -> bool:
        raise StorageError(f"can't write {self.path(name)}: not implemented")

    monkeypatch.setattr(ObjectStorage, "put_new", refuse)
    (finding,) = (finding for finding in check_storage(storage_at(f"{s3}/run")) if finding.level != "ok")
    assert (finding.level, finding.words.endswith("not implemented")) == ("mend", True)
    assert "If-None-Match" in finding.advice


def test_a_store_that_is_late_or_has_no_ranges(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = storage_at(f"{s3}/run")
    first: dict[str, bytes] = {}
    put = ObjectStorage.put
    monkeypatch.setattr(ObjectStorage, "put", lambda self, name, data: put(self, name, first.setdefault(name, data)))
    monkeypatch.setattr(ObjectStorage, "read_from", lambda self, name, offset, most: self.get(name))
    assert set(levels(storage).values()) == {"mend"}
    assert len(levels(storage)) == 2


def test_a_file_system_without_locks_or_flushed_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*arguments: object) -> None:
        raise OSError(95, os.strerror(95))

    monkeypatch.setattr(storage_check.fcntl, "flock", lambda handle, how: None)
    assert levels(LocalStorage(tmp_path)) == {"a file that is locked can be locked again": "warn"}
    monkeypatch.setattr(storage_check.fcntl, "flock", unsupported)
    monkeypatch.setattr(storage_check.os, "fsync", lambda handle: unsupported() if os.fstat(handle).st_mode & 0o40000 else None)
    assert set(levels(LocalStorage(tmp_path)).values()) == {"warn"}
    assert len(levels(LocalStorage(tmp_path))) == 2


@pytest.mark.parametrize(
    ("mount", "level", "words"),
    [
        ("nas:/runs {} nfs4 rw,relatime,vers=4.2,hard,local_lock=none 0 0", "ok", "(nfs4) waits for its server"),
        ("nas:/runs {} nfs4 rw,vers=4.1,soft,local_lock=none 0 0", "warn", "(nfs4) is mounted with soft, and gives up"),
        ("nas:/runs {} nfs rw,vers=3,hard,nolock,local_lock=all 0 0", "warn", "(nfs) is mounted with nolock, and keeps"),
        ("nas:/runs {} nfs rw,vers=3,hard,local_lock=flock 0 0", "warn", "(nfs) is mounted with nolock, and keeps"),
        ("/dev/sda1 {} ext4 rw 0 0", "ok", "of kind ext4"),
    ],
)
def test_how_a_network_file_system_is_mounted(
    mount: str, level: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runs on nas").mkdir()
    point = str(tmp_path / "runs on nas").replace(" ", "\\040")
    mounts = tmp_path / "mounts"
    mounts.write_text(f"overlay / overlay rw 0 0\n{mount.format(point)}\nproc /proc proc rw 0 0\n")
    monkeypatch.setattr(storage_check, "MOUNTS", mounts)
    found = list(check_storage(LocalStorage(tmp_path / "runs on nas" / "run")))
    assert (found[-1].level, words in found[-1].words) == (level, True), found[-1]
    assert {finding.level for finding in found[:-1]} == {"ok"}


def test_a_slow_storage_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_check, "SLOW_SECONDS", -1.0)
    assert set(levels(LocalStorage(tmp_path)).values()) == {"warn"}


def test_a_probe_is_found_where_it_was_left_and_nowhere_else(storage: Storage, tmp_path: Path) -> None:
    with probe_left(storage) as token:
        assert find_probe(storage.address(), token) == ""
        assert "is not there, or is another folder" in find_probe(str(tmp_path / "elsewhere"), token)
        assert find_probe("s3://", token).startswith("s3://: there is no bucket")
        (tmp_path / "other").mkdir()
        assert "is another folder" in find_probe(str(tmp_path / "other"), token)
    assert "is not there" in find_probe(storage.address(), token)
    assert storage.sizes("") == {}


def test_a_machine_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "will_compile", lambda game, searches: game == "war-chest")
    request = {"run_directory": None, "probe": ""}
    said = unpack(look_around(pack(request)))
    assert said.keys() == WELL.keys()
    assert (said["cold"], said["cache_trouble"], said["storage"], said["build"]) == (["war-chest"], "", None, build())
    monkeypatch.setattr(checkup, "cache_directory", lambda: tmp_path / "file" / "cache")
    (tmp_path / "file").write_text("")
    assert "Not a directory" in unpack(look_around(pack(request)))["cache_trouble"]
    with pytest.raises(ValueError, match="no request"):
        look_around(pack({"run_directory": 3}))


@pytest.fixture
def findings(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What the command finds, made up."""
    found: list[Finding] = [Finding("ray", "ok", "Ray 2.60"), Finding("clock", "warn", "late", "wind it up")]
    monkeypatch.setattr("dashboards.cli.doctor.examine", lambda address, run_dir: found)
    return found


def test_the_command_prints_each_line_and_ends_with_1_if_something_is_to_be_mended(findings: list[Finding]) -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert (result.exit_code, result.stdout) == (0, "ok   ray: Ray 2.60\nwarn clock: late\n     -> wind it up\n")
    findings.append(replace(findings[1], level="mend"))
    result = CliRunner().invoke(app, ["doctor", "--json"])
    document = json.loads(result.stdout)
    assert (result.exit_code, document["level"], len(document["findings"])) == (1, "mend", 3)
    assert document["findings"][1] == {"subject": "clock", "level": "warn", "words": "late", "advice": "wind it up"}


def test_a_ray_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(address: str | None, workers: int | None) -> None:
        raise ConnectionError(f"Could not find any running Ray instance at {address}")

    monkeypatch.setattr(doctor, "connected", nowhere)
    (found,) = examine("10.0.0.9:6379", None)
    assert found.level == "mend"
    assert "at 10.0.0.9:6379" in found.words
    assert "RAY_AUTH_TOKEN" in found.advice


@pytest.mark.ray
def test_a_real_ray_is_well(ray_session: None, tmp_path: Path) -> None:
    found = examine(None, tmp_path / "run")
    assert {finding.subject for finding in found} == {
        "ray", "ray token", "versions", "kernels", "shared memory", "clock", "storage",
    }  # fmt: skip
    assert worst(found) != "mend", found
    assert "all 1 nodes read and write the run directory" in [finding.words for finding in found]
    assert not [path for path in (tmp_path / "run").iterdir() if path.is_file()]


@pytest.mark.ray
def test_a_node_that_sees_another_storage_is_named(ray_session: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalStorage, "address", lambda self: str(tmp_path / "not-mounted"))
    monkeypatch.setattr(doctor, "check_storage", lambda storage: ())
    (found,) = (finding for finding in examine(None, place_of(tmp_path)) if finding.level == "mend")
    assert found.subject == "storage"
    assert "not-mounted is not there" in found.words
    assert "mount the same file system" in found.advice
