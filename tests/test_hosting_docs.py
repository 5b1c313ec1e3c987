"""docs/hosting.md says what is so: its commands are run as they stand there, in a house that is really served.

Where they name the machine (`/var/lib`, `/backups`, port 2222) they are given folders and a port of the test's own; in
place of `systemctl`, `sudo`, `chown` and `scp` stand small scripts that do the same without a system around them.
"""

from __future__ import annotations

import configparser
import contextlib
import itertools
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.main import build_parser, main
from core.house.house import House
from core.match.state import Match
from storage import visit_house
from tests.kit.docs import typed
from tests.kit.forked import Forks

PAGE = Path("docs/hosting.md")
HOSTING = PAGE.read_text(encoding="utf-8")
FOLDERS = ("/var/lib", "/backups", "/opt", "/root")
SYSTEMCTL = """\
case " $* " in
    *" stop "*|*" disable --now "*|*" restart "*)
        kill -TERM "$(cat {root}/pid)"; while kill -0 "$(cat {root}/pid)" 2>/dev/null; do sleep 0.05; done ;;
esac
case " $* " in
    *" start "*|*" enable --now "*|*" restart "*)
        : >{root}/said  # what the one before it said is not what this one says
        {serve} >{root}/said 2>{root}/log & echo $! >{root}/pid
        until grep -q "house's key" {root}/said; do kill -0 "$(cat {root}/pid)" || exit 1; sleep 0.05; done ;;
esac
"""


def commands(section: str, number: int = 0) -> list[str]:
    """The lines of a section's block of commands, the first or a later one."""
    return typed(PAGE, section, number)


def unit() -> str:
    """The systemd unit."""
    return "\n".join(line for line in commands("Keeping it running: systemd", 1) if not line.startswith("#")) + "\n"


class Machine:
    """A machine with folders of its own, on which commands are typed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port = free_port()
        self.house = root / "var/lib/garnet-house"
        self.bin = root / "bin"
        self.bin.mkdir(parents=True)
        for folder in ("home", "var/lib", "backups"):
            (root / folder).mkdir(parents=True)
        garnet = f"{shlex.quote(sys.executable)} -m cli.main"
        self.forks = Forks()
        _, _, words = configparser_of(unit())["Service"]["ExecStart"].partition(" serve ")
        serve = f"exec {garnet} serve --listen 127.0.0.1:{self.port} {self.here(words)}"
        served = f'test "$1" = serve && exec {garnet} "$@"'  # a process that can be told to end
        self.script("garnet", f'{served}; exec {self.forks.command} "$@"')
        self.script("serve", serve)
        self.script("systemctl", SYSTEMCTL.format(root=root, serve=self.bin / "serve"))
        self.script("sudo", 'test "$1" = -u && shift 2 && exec "$@"')
        self.script("chown", 'test -d "$3"')

    def script(self, name: str, body: str) -> None:
        (self.bin / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.bin / name).chmod(0o755)

    def here(self, line: str) -> str:
        """A command with the folders and the port of this machine."""
        for folder in FOLDERS:
            line = re.sub(rf"(?<![\w./]){folder}\b", f"{self.root}{folder}", line)
        return re.sub(r"(?<=[:\s])2222\b", str(self.port), line)

    def type(self, *lines: str) -> str:
        """Type commands one after the other; what they printed. Fails with the first that does."""
        path = f"{self.bin}:{os.environ['PATH']}"
        told = []
        for line in lines:
            done = subprocess.run(
                ["sh", "-c", self.here(line)], capture_output=True, text=True, timeout=300, check=False,
                env={"PATH": path, "HOME": str(self.root / "home"), "PYTHONPATH": str(Path.cwd())},
            )  # fmt: skip
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
            told.append(done.stdout)
        return "".join(told)

    def match(self, name: str) -> Match:
        """A match as it stands in the house that is served here."""
        return House(visit_house(self.house), lambda: 0.0, lambda n: "").table(name).match

    def kill(self) -> None:
        """End what is still served here."""
        pid = self.root / "pid"
        if pid.exists():
            try:
                os.kill(int(pid.read_text()), signal.SIGKILL)
            except ProcessLookupError:
                return


def configparser_of(text: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser()
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(text)
    return found


PORTS = itertools.count(10_000 + os.getpid() * 100 % 20_000)
"""Ports that the system gives to no outgoing connection; another hundred for each process."""


def free_port() -> int:
    for port in PORTS:
        with contextlib.suppress(OSError), socket.socket() as line:
            line.bind(("127.0.0.1", port))
            return port
    raise AssertionError


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path / "machine")
    yield made
    made.kill()
    made.forks.close()


@pytest.fixture
def served(machine: Machine) -> Machine:
    """As after the section on systemd, with a match begun."""
    machine.type(*commands("Keeping it running: systemd", 2))
    machine.type("garnet host new exodus --seat Ada --data /var/lib/garnet-house")
    return machine


def test_a_first_evening_as_it_is_typed(machine: Machine):
    checkout = machine.root / "checkout"
    (checkout / ".venv/bin").mkdir(parents=True)
    (checkout / ".venv/bin/garnet").symlink_to(machine.bin / "garnet")
    serve = commands("A first evening", 0)[-1].replace("serve", "serve --listen 127.0.0.1:2222")
    machine.script("serve", f"cd {checkout} && exec {machine.here(serve)}")
    machine.type("systemctl start")
    invite, _ = (line.partition("  #")[0] for line in commands("A first evening", 1))
    told = machine.type(f"cd {checkout} && {invite}")
    assert f"ssh -p {machine.port} join@house.example.org" in told
    for line in commands("A first evening", 2):
        told += machine.type(f"cd {checkout} && {line}")
    assert "You are invited to the seat Ada at exodus-1" in told
    assert re.search(r"^  \w{4}-\w{4}-\w{4}-\w{4}$", told, flags=re.MULTILINE)
    assert "exodus-1: It has begun. It stands at round 1 of 7 now." in told
    house = House(visit_house(machine.root / "home/.local/share/garnet-house"), lambda: 0.0, lambda n: "")
    match = house.table("exodus-1").match
    assert match.holders["Cy"] == "bot:steady"
    assert match.header.round_seconds == 86_400.0
    assert match.news[-1].kind == "deadline_moved"


def test_a_door_for_browsers_as_it_is_typed(machine: Machine):
    line, port = commands("In a browser", 0)[-1], free_port()
    serve = line.removeprefix(".venv/bin/").replace(":8022", f":{port}")
    machine.script("serve", f"exec {machine.bin}/{serve} --listen 127.0.0.1:{machine.port}")
    machine.type("systemctl start")
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": "play.example.org"})
    with urllib.request.urlopen(asked, timeout=300) as page:
        assert page.status == 200
        assert b"<form" in page.read()


def test_a_week_with_deadlines_as_it_is_typed(served: Machine):
    blocks = [block for number in range(4) for block in commands("A week with deadlines", number)]
    assert len(blocks) > 12
    folder = served.root / "week"
    folder.mkdir()
    for line in (line.partition("  #")[0].strip() for line in blocks):
        command, arrow, into = line.removeprefix(".venv/bin/").partition(" > ")
        served.type(f"cd {folder} && {command} --data /var/lib/garnet-house{f' > {into}' if arrow else ''}")
    assert (folder / "exodus-2.ics").read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")
    told = served.type("garnet host schedule exodus-3 --data /var/lib/garnet-house")
    assert "every day 21:00 Europe/Berlin, off Sun." in told
    served.type(f"garnet host new --file {folder}/weekly.json --data /var/lib/garnet-house")


def test_people_and_their_questions_as_they_are_typed(served: Machine):
    served.type("garnet host new exodus --fill steady --data /var/lib/garnet-house")
    served.type("garnet host new exodus --fill steady --data /var/lib/garnet-house")
    blocks = [block for number in range(2) for block in commands("People and their questions", number)]
    assert len(blocks) > 5
    for line in (line.partition("  #")[0].strip() for line in blocks):
        served.type(f"{line.removeprefix('.venv/bin/')} --data /var/lib/garnet-house")


def test_the_gallery_as_it_is_typed(served: Machine):
    typed = [line.partition("  #")[0].strip().removeprefix(".venv/bin/") for line in commands("The gallery", 0)]
    told = [served.type(f"{line} --data /var/lib/garnet-house") for line in typed]
    assert "Made exodus-2" in told[0]
    assert "in the gallery nobody" in told[1]


def test_what_went_wrong_is_put_right_as_it_is_typed(served: Machine):
    data = "--data /var/lib/garnet-house"
    served.type(f"garnet host new exodus --seat Ada --seat Bo {data}")
    blocks = [line for number in range(6) for line in commands("When something went wrong", number)]
    told = []
    for line in blocks:
        if "end exodus-2 --undo" in line:
            served.type(f"garnet host end exodus-2 --yes {data}")
        if "dry-run exodus-3" in line:
            while served.match("exodus-3").phase != "confirming":  # its bots play it to its end
                time.sleep(0.05)
        told.append(served.type(f"{line.partition('  #')[0].strip()} {data}"))
    assert len(told) == 16
    assert "It stands at round 1 of 7 now." in told[4]
    assert "The trial drifting-ship-1 is thrown away." in told[6]
    assert "Confirmed; everybody is told." in told[9]
    assert "Her train had no network." in told[10]
    assert "The host looked" not in told[10]
    assert "Every seat would have been told the same." in told[-2]
    assert "It stands at round 1 of 7 now." in told[-1]


def test_the_moments_of_a_deadline_are_taken_as_they_are_written(served: Machine):
    comment = next(line for line in commands("A first evening", 2) if "deadline" in line).partition("# or ")[2]
    for moment in ("+30m", *comment.split(", ")):
        moment = moment.replace("2026-", "2096-")
        assert "exodus-1" in served.type(f"garnet host deadline exodus-1 {moment} --data /var/lib/garnet-house")


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path):
    found = configparser_of(unit())
    words = shlex.split(found["Service"]["ExecStart"])
    assert words[1] == "serve"
    assert found["Service"]["StateDirectory"] == "garnet-house", "the folder that --data names"
    assert "/var/lib/garnet-house" in words
    if shutil.which("systemd-analyze") is not None:
        file = tmp_path / "garnet-house.service"
        file.write_text(unit().replace(words[0], sys.executable).replace("User=garnet", "User=root"))
        checked = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
        assert str(file.name) not in checked.stderr, checked.stderr


@pytest.mark.parametrize("word", sorted(set(re.findall(r"garnet host ([a-z][a-z-]+)", HOSTING)) - {"command"}))
def test_every_deed_that_is_named_exists(word: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["host", word, "--help"])
    assert ended.value.code == 0
    assert f"garnet host {word}" in capsys.readouterr().out


def test_backup_and_restore_as_they_are_typed(served: Machine):
    key = (served.house / "host_key").read_bytes()
    served.type(*commands("Backup and restore", 0))
    served.type("garnet host announce exodus-1 After the backup. --data /var/lib/garnet-house")
    told = served.type(*commands("Backup and restore", 2))
    assert "Everything is well." in told
    assert f"An SSH server answers at 127.0.0.1:{served.port}" in told
    assert "After the backup." not in (served.house / "matches/exodus-1.jsonl").read_text()
    assert "After the backup." in (served.root / "var/lib/garnet-house.before/matches/exodus-1.jsonl").read_text()
    assert (served.house / "host_key").read_bytes() == key
    assert (served.house / "host_key").stat().st_mode & 0o777 == 0o600
    assert "Ada" in served.type("garnet host seats exodus-1 --data /var/lib/garnet-house")


def test_backups_by_itself_as_they_are_typed(machine: Machine):
    (line,) = commands("Backup and restore", 1)
    machine.script("serve", f"exec {machine.bin}/{machine.here(line)} --listen 127.0.0.1:{machine.port}")
    machine.type("systemctl start")
    into = machine.root / "backups/garnet"
    for _ in range(6_000):
        if into.is_dir() and (there := [path for path in into.iterdir() if not path.suffix]):
            break
        time.sleep(0.05)
    assert re.fullmatch(r"garnet-\d{8}-\d{6}", there[0].name)
    words, document = (machine.type(line) for line in commands("Looking after it"))
    assert "1 kept in" in words
    assert json.loads(document)["status"]["backups"]["every"] == 21_600


def test_a_service_from_a_package_as_it_is_typed(machine: Machine):
    """The wheel itself is built and installed by tests/test_service.py."""
    lines = commands("From a package, as a service")
    assert lines[0].startswith("python3 -m pip wheel")
    assert "pipx install dist/garnet_house-*.whl" in lines[1]
    into = machine.root / "units"
    into.mkdir()
    typed = [f"{line} --into {into}" for line in lines if line.startswith("garnet ")]
    told = machine.type(*typed)
    assert len(typed) == 2
    assert "--address house.example.org" in told
    enabled = lines[-1].split("--now ")[1]
    assert enabled in told
    assert {f"{enabled.split()[0]}.service", enabled.split()[1]} < {path.name for path in into.iterdir()}


def test_the_container_is_run_with_its_own_volumes_and_port():
    for line in commands("In a container"):
        assert line.startswith("podman ")
        if " run " in line:
            assert set(re.findall(r"-v [a-z-]+:(/[a-z]+)", line)) == {"/data", "/backups"}
            assert "--read-only" in line
        if " exec " in line:
            words = line.partition(" garnet garnet ")[2].split()
            assert build_parser().parse_args(words).command == "host"


def test_upgrading_as_it_is_typed(served: Machine):
    served.script("git", "exit 0")
    served.script("make", "exit 0")
    first = (served.root / "pid").read_text()
    assert "Everything is well." in served.type(*commands("Upgrading"))
    assert (served.root / "pid").read_text() != first


def test_moving_as_it_is_typed(served: Machine, tmp_path: Path):
    new = Machine(tmp_path / "new")
    served.script("scp", f'cp -r "$2" {new.root}/backups/')
    try:
        served.type(*commands("Moving the house to another machine", 0))
        with pytest.raises(ProcessLookupError):
            os.kill(int((served.root / "pid").read_text()), 0)
        new.type(*commands("Moving the house to another machine", 1))
        told = new.type("garnet doctor --data /var/lib/garnet-house --server 127.0.0.1:2222")
        assert "Everything is well." in told
        assert (new.house / "host_key").read_bytes() == (served.house / "host_key").read_bytes()
        assert "exodus-1" in new.type("garnet matches --data /var/lib/garnet-house")
    finally:
        new.kill()
        new.forks.close()


def test_a_second_house_of_the_same_people_as_it_is_typed(served: Machine):
    served.type(*commands("When a house is full, and several houses", 0))
    first, second = served.house, served.root / "var/lib/garnet-second"
    assert (second / "host_key").read_bytes() == (first / "host_key").read_bytes()
    assert "exodus-1" not in served.type("garnet matches --data /var/lib/garnet-second")
    assert "Made exodus-1" in served.type("garnet host new exodus --seat Ada --data /var/lib/garnet-second")
