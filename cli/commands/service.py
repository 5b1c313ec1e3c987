"""`garnet host install-service`: systemd units for the house and its backups."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cli.printing import json_text, put
from core.refusal import Refused, quoted

NAME: Final = "garnet-house"
STATE: Final = Path("/var/lib")
UNITS: Final = Path("/etc/systemd/system")
HIDDEN: Final = ("/home", "/root", "/run/user")

HARDENING: Final = """\
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
"""
SERVICE: Final = """\
[Unit]
Description=Garnet House
After=network-online.target
Wants=network-online.target

[Service]
User={user}
Environment=PYTHONMALLOC=malloc
{folders}ExecStart={serve}
Restart=on-failure
KillSignal=SIGTERM
TimeoutStopSec=20
{hardening}
[Install]
WantedBy=multi-user.target
"""
BACKUP: Final = """\
[Unit]
Description=A backup of Garnet House, read back

[Service]
Type=oneshot
User={user}
{folders}ExecStart={backup}
Nice=10
{hardening}"""
TIMER: Final = """\
[Unit]
Description=Backups of Garnet House

[Timer]
OnCalendar={calendar}
RandomizedDelaySec=5m
Persistent=yes

[Install]
WantedBy=timers.target
"""


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--print", action="store_true", help="print the units and write nothing")
    parser.add_argument("--into", metavar="FOLDER", default=str(UNITS), help=f"where to write them (default: {UNITS})")
    parser.add_argument("--user", default="garnet", help="whose service it is (default: garnet)")
    parser.add_argument("--address", metavar="NAME", help="the name that players type (default: this machine's)")
    parser.add_argument(
        "--listen", default="0.0.0.0:2222", metavar="ADDRESS:PORT", help="default: :2222, by IPv4 and IPv6"
    )
    parser.add_argument(
        "--backup", metavar="FOLDER", default=f"{STATE / NAME}-backups", help=f"default: {STATE / NAME}-backups"
    )
    parser.add_argument(
        "--calendar", default="00/6:00", metavar="WHEN", help="when, as systemd writes it (default: 00/6:00)"
    )
    parser.add_argument("--keep", type=int, default=20, metavar="N", help="so many backups are kept (default: 20)")


def run(arguments: argparse.Namespace) -> int:
    starts = program()
    if hidden := _hidden_path(starts[0], os.path.realpath(sys.executable)):
        if not arguments.print and Path(arguments.into) == UNITS:
            raise Refused("hidden_program", hidden)
        put(f"garnet: {hidden}", errors=True)
    unit_files = units(arguments, starts)
    if arguments.print:
        if arguments.json:
            put(json_text({"ok": True, "units": unit_files}, indent=1))
        else:
            put("\n".join(f"# {Path(arguments.into) / name}\n{words}" for name, words in unit_files.items()), end="")
        return 0
    sentences = [*write(unit_files, Path(arguments.into)), "Now type:", "  systemctl daemon-reload"]
    sentences.append(f"  systemctl enable --now {NAME} {NAME}-backup.timer")
    put(json_text({"ok": True, "told": sentences}, indent=1) if arguments.json else "\n".join(sentences))
    return 0


def program() -> tuple[str, ...]:
    beside = Path(sys.executable).parent / "garnet"
    return (str(beside),) if beside.is_file() else (sys.executable, "-m", "cli.main")


def _hidden_path(*paths: str) -> str:
    for path in paths:
        for folder in HIDDEN:
            if Path(path).is_relative_to(folder):
                way = "install it elsewhere (docs/hosting.md)."
                return f"{path} lies in {folder}, which a service does not see: {way}"
    return ""


def units(arguments: argparse.Namespace, starts: Sequence[str]) -> dict[str, str]:
    """The three units by file name. Raises Refused for words that a unit cannot hold."""
    from storage.backup import require_apart  # slow to import

    data = Path(arguments.data or STATE / NAME).expanduser().absolute()
    backups = Path(arguments.backup).expanduser().absolute()
    require_apart(data, backups)
    if arguments.keep < 1:
        raise Refused("bad_keep", f"--keep {arguments.keep} would keep no backup: 1 or more.")
    for word in (arguments.user, arguments.calendar):
        if not word.strip() or not word.isprintable():
            raise Refused("bad_unit", f"{quoted(word)} cannot stand in a unit.")
    address = ("--address", arguments.address) if arguments.address else ()
    serve = _escaped_command(*starts, "serve", "--data", data, "--listen", arguments.listen, *address)
    backup = _escaped_command(*starts, "backup", backups, "--keep", arguments.keep, "--data", data)
    common = {"user": arguments.user, "hardening": HARDENING}
    return {
        f"{NAME}.service": SERVICE.format(serve=serve, folders=_folder_lines(data), **common),
        f"{NAME}-backup.service": BACKUP.format(backup=backup, folders=_folder_lines(data, backups), **common),
        f"{NAME}-backup.timer": TIMER.format(calendar=arguments.calendar),
    }


def _escaped_command(*words: object) -> str:
    for word in map(str, words):
        if not word.isprintable():
            raise Refused("bad_unit", f"{quoted(word)} cannot stand in a unit.")
    return " ".join(shlex.quote(str(word)).replace("%", "%%").replace("$", "$$") for word in words)


def _folder_lines(*folders: Path) -> str:
    """Lines for writable folders: systemd creates those below /var/lib, others must exist."""
    created = [folder.name for folder in folders if folder.parent == STATE]
    others = [folder for folder in folders if folder.parent != STATE]
    lines = [f"StateDirectory={' '.join(map(_escaped_path, created))}", "StateDirectoryMode=0700"] if created else []
    lines += [f"ReadWritePaths={' '.join(map(_escaped_path, others))}"] if others else []
    return "".join(line + "\n" for line in lines)


def _escaped_path(path: object) -> str:
    return f'"{path}"'.replace("%", "%%") if " " in str(path) else str(path).replace("%", "%%")


def write(unit_files: dict[str, str], into: Path) -> list[str]:
    sentences = []
    for name, words in unit_files.items():
        path = into / name
        try:
            if path.exists() and path.read_text(encoding="utf-8") != words:
                way = "Look at --print, then take the old one away."
                raise Refused("other_unit", f"{path} is there already, and says something else. {way}")
            path.write_text(words, encoding="utf-8")
        except OSError as trouble:
            raise Refused("not_written", f"{path} cannot be written: {trouble.strerror}.") from trouble
        sentences.append(f"Wrote {path}")
    return sentences
