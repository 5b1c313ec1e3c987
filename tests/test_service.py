"""The house as a package, as a service of systemd, and in a container: what a host installs is what there is."""

from __future__ import annotations

import configparser
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from argparse import Namespace
from pathlib import Path

import pytest

from cli.commands.service import units
from cli.main import build_parser, main
from core.refusal import Refused
from storage import check, open_house
from storage.backup import backups

CONTAINER = Path("docs/Containerfile")
PROGRAM = ("/opt/garnet-house/bin/garnet",)


PACKAGES = ("core", "storage", "tui", "ssh_server", "themes", "cli")


def run(*words: object, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=300, check=True, **more)


# --- the wheel
@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left behind here; setuptools is at hand, so no network is asked."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    kept = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in PACKAGES:
        shutil.copytree(name, source / name, ignore=kept)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(name, source)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    run(*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", folder / "dist", source)
    (made,) = (folder / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own, as pipx makes one, that sees the libraries installed here but not the project."""
    folder = tmp_path_factory.mktemp("pipx")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
    (packages,) = (folder / "env").glob("lib/python*/site-packages")
    tool = folder / "env" / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", tool, "--disable-pip-version-check", "--quiet")
    run(*pip, "install", "--no-deps", "--no-index", "--no-compile", wheel)  # what is run is compiled then
    (packages / "libraries.pth").write_text(
        sysconfig.get_path("purelib") + "\n"
    )  # as a path: no editable install in it
    return folder / "env" / "bin" / "garnet"


def at(installed: Path, folder: Path, *words: str) -> str:
    """A command of the installed program, away from the project."""
    kept = {name: told for name, told in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "COV"))}
    return run(installed, *words, cwd=folder, env=kept | {"GARNET_DATA": str(folder / "house")}).stdout


def test_every_file_of_the_program_is_in_the_wheel(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    tracked = run("git", "ls-files", "core", "storage", "tui", "ssh_server", "themes", "cli").stdout.splitlines()
    assert len(tracked) > 400
    assert [name for name in tracked if Path(name).exists() and name not in inside] == []


def test_the_installed_program_runs_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert at(installed, tmp_path, "--version").startswith("garnet 0.")
    where = run(installed.parent / "python", "-c", "import core; print(core.__file__)", cwd=tmp_path).stdout
    assert Path(where.strip()).is_relative_to(installed.parent.parent)
    assert "EX-04" in at(installed, tmp_path, "rules", "exodus")
    assert "Made exodus-1" in at(installed, tmp_path, "host", "new", "exodus", "--seat", "Ada", "--fill", "steady")
    assert "exodus-1" in at(installed, tmp_path, "matches")
    at(installed, tmp_path, "host", "public", "exodus-1")
    at(installed, tmp_path, "publish", str(tmp_path / "site"))
    assert (tmp_path / "site" / "index.html").exists()
    at(installed, tmp_path, "new-game", "the_long_night")


# --- systemd
def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, str]:
    assert main(["host", "install-service", "--print", "--json", *words]) == 0
    found: dict[str, str] = json.loads(capsys.readouterr().out)["units"]
    return found


def asked(**more: object) -> Namespace:
    usual = build_parser().parse_args(["host", "install-service", "--print"])
    return Namespace(**{**vars(usual), **more})


def read(unit: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(unit)
    return found


def test_the_units_start_what_the_program_takes() -> None:
    found = units(asked(address="house.example.org"), PROGRAM)
    service, backup = (
        read(found["garnet-house.service"])["Service"],
        read(found["garnet-house-backup.service"])["Service"],
    )
    for unit, command in ((service, "serve"), (backup, "backup")):
        words = shlex.split(unit["ExecStart"])
        assert words[0] == PROGRAM[0]
        assert build_parser().parse_args(words[1:]).command == command
        assert unit["User"] == "garnet"
    assert service["StateDirectory"] == "garnet-house"
    assert backup["StateDirectory"] == "garnet-house garnet-house-backups"
    assert "--address house.example.org" in service["ExecStart"]
    assert read(found["garnet-house-backup.timer"])["Timer"]["OnCalendar"] == "00/6:00"
    elsewhere = units(asked(data="/srv/my house", backup="/mnt/100%"), PROGRAM)["garnet-house-backup.service"]
    assert 'ReadWritePaths="/srv/my house" /mnt/100%%' in elsewhere
    assert "backup /mnt/100%% --keep 20 --data '/srv/my house'" in elsewhere


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for more in ({}, {"data": "/srv/my house", "backup": "/mnt/100%", "calendar": "Mon..Fri 21:00"}):
        for name, words in units(asked(user="root", **more), (sys.executable, "-m", "cli.main")).items():
            (tmp_path / name).write_text(words)
        told = subprocess.run(
            ["systemd-analyze", "verify", *sorted(tmp_path.glob("garnet*"))],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "garnet-house" not in told.stderr, told.stderr


def test_units_are_written_once_and_another_is_never_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.commands.service.program", lambda: PROGRAM)
    words = ["host", "install-service", "--into", str(tmp_path)]
    assert main(words) == 0
    assert "systemctl enable --now garnet-house garnet-house-backup.timer" in capsys.readouterr().out
    assert main(words) == 0
    assert main([*words, "--keep", "5"]) == 1
    assert "says something else" in capsys.readouterr().err
    assert "--keep 20" in (tmp_path / "garnet-house-backup.service").read_text()
    capsys.readouterr()
    assert set(printed(capsys)) == {path.name for path in tmp_path.iterdir()}


def test_a_python_in_somebody_s_home_is_noticed_behind_a_program_that_lies_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.commands.service.program", lambda: PROGRAM)
    monkeypatch.setattr("cli.commands.service.os.path.realpath", lambda path: "/home/ada/bin/python3")
    assert main(["host", "install-service"]) == 1
    assert "/home/ada/bin/python3 lies in /home" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more", [{"user": "a\nExecStart=/bin/sh"}, {"address": "a\nb"}, {"keep": 0}, {"backup": "/var/lib/garnet-house/b"}]
)
def test_what_cannot_stand_in_a_unit_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(Refused):
        units(asked(**more), PROGRAM)


def test_a_program_that_the_service_would_not_see_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.executable", "/home/ada/.venv/bin/python")
    assert main(["host", "install-service"]) == 1  # with this, nothing is ever written to this machine
    assert "lies in /home" in capsys.readouterr().err
    assert main(["host", "install-service", "--print"]) == 0
    assert "lies in /home" in capsys.readouterr().err


def test_the_timer_s_command_keeps_the_newest_and_reads_them_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path / "house") as house:
        house.create("m-1", {"match": "m-1"})
    moments = itertools.count(1_000_000.0)
    monkeypatch.setattr("cli.commands.house.time.time", lambda: next(moments))
    words = ["backup", str(tmp_path / "b"), "--keep", "2", "--data", str(tmp_path / "house")]
    for _ in range(3):
        assert main(words) == 0
    assert "2 are kept" in capsys.readouterr().out
    found = backups(tmp_path / "b")
    assert len(found) == 2
    assert 1_000_000.0 < found[0].at < found[1].at
    assert all(check(one.path).well for one in found)
    assert main([*words[:3], "0", *words[4:]]) == 1


# --- the container
def instructions() -> list[tuple[str, str]]:
    """The container file, an instruction a row."""
    text = re.sub(r"^#.*\n", "", CONTAINER.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split(maxsplit=1)[0], " ".join(line.split()[1:])) for line in lines]


def test_the_container_file_copies_what_there_is_and_runs_what_the_program_takes() -> None:
    found = instructions()
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"}
    assert {word for word, _ in found} <= known | {"ENTRYPOINT", "CMD"}
    copied = [word for kind, words in found if kind == "COPY" and "--from" not in words for word in words.split()[:-1]]
    assert all(Path(name).exists() for name in copied)
    assert set(PACKAGES) <= set(copied)
    for kind, words in found:
        if kind == "RUN":
            run("sh", "-n", "-c", words)
    one = dict(found)  # of each the last: that of the image that is kept
    assert json.loads(one["ENTRYPOINT"]) == ["garnet"]
    serve = build_parser().parse_args(json.loads(one["CMD"]))
    assert (serve.command, serve.backup, serve.data) == ("serve", "/backups", None)
    assert "GARNET_DATA=/data" in one["ENV"]
    assert json.loads(one["VOLUME"]) == ["/data", "/backups"]
    assert int(one["USER"]) > 0
    options, _, health = one["HEALTHCHECK"].partition(" CMD ")
    assert "--interval=" in options
    words = json.loads(health)
    assert words[0] == "garnet"
    assert build_parser().parse_args(words[1:]).server == f"127.0.0.1:{one['EXPOSE']}"


def builder() -> str | None:
    """What can build and run containers here and now."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            server = subprocess.run(
                [name, "version", "--format", "{{.Server.Version}}"], capture_output=True, check=False
            )
            if name == "podman" or server.returncode == 0:
                return name
    return None


def test_the_container_is_built_and_serves_with_a_read_only_root(tmp_path: Path) -> None:
    tool = builder()
    if tool is None:
        pytest.skip("Neither podman nor docker can be used here: the container is not built.")
    pulled = subprocess.run([tool, "pull", "docker.io/library/python:3.11-slim"], capture_output=True, check=False)
    if pulled.returncode != 0:
        pytest.skip("The image of Python cannot be had here: the container is not built.")
    form = (
        ("--format", "docker") if tool == "podman" else ()
    )  # as docs/hosting.md says: its own form has no health check
    run(tool, "build", *form, "-f", CONTAINER, "-t", "garnet-house-tried", ".")
    image = json.loads(run(tool, "image", "inspect", "garnet-house-tried").stdout)[0]
    health = image["Config"].get("Healthcheck") or image.get("Healthcheck") or {}  # docker's place, podman's place
    told = dict(instructions())["HEALTHCHECK"].partition(" CMD ")[2]
    assert health.get("Test") == ["CMD", *json.loads(told)], "the image has no health check"
    name = f"garnet-tried-{os.getpid()}"
    run(
        tool,
        "run",
        "--detach",
        "--rm",
        "--read-only",
        "--tmpfs",
        "/tmp",
        "--cap-drop",
        "all",
        "--name",
        name,
        "garnet-house-tried",
    )
    try:
        for _ in range(100):
            told = subprocess.run(
                [tool, "exec", name, "garnet", "doctor", "--server", "127.0.0.1:2222"], capture_output=True, check=False
            )
            if told.returncode == 0:
                break
        assert told.returncode == 0, told.stdout
        checked = ("healthcheck", "run", name) if tool == "podman" else ("exec", name, *health["Test"][1:])
        run(tool, *checked)
        assert run(tool, "exec", name, "id", "-u").stdout.strip() == "2222"
        assert "Nobody is seated." in run(tool, "exec", name, "garnet", "host", "status").stdout
    finally:
        run(tool, "stop", name)
