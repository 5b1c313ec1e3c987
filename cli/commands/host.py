"""`garnet host`: hosts' commands on the house's own machine, served or not."""

from __future__ import annotations

import argparse
import getpass
import json
import secrets
import socket
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

from cli.admin.commands import BY_NAME, AdminCommands
from cli.admin.requests import Answer
from cli.admin.socket import ask
from cli.alarm import lend
from cli.commands.service import run as install_service
from cli.opening import HOST_KEY
from cli.printing import json_text, put
from cli.season_arguments import request as season_request
from core.games.refereed.sheet import text_of
from core.house.house import House
from core.house.people import People
from core.json import Json
from core.refusal import Refused, quoted
from core.words.door import Door
from ssh_server.commands.parsing import read_json
from storage import data_folder, open_house
from storage.folder import holder, is_cut_off, is_opening

OPENING = 60.0
"""Seconds that a command waits for a house that is opening."""
LOOK_AGAIN = 0.2
"""Seconds between two tries: each reads the lock and tries the socket."""
FILES = ("form", "sheet", "public_text")
"""Keys of requests that hold the text of a file; - reads standard input."""
SHOWS_THE_KEY = ("invite", "fingerprint")


def run(arguments: argparse.Namespace) -> int:
    """Run a deed. Exit status 1, with the reason, if it is refused."""
    if arguments.deed == "install-service":
        return install_service(arguments)
    lend()
    folder = data_folder(arguments.data)
    request = request_of(arguments)
    request["user"] = _user()
    answer = _answer(folder, request)
    if not answer["ok"] and answer["error"]["code"] == "say_yes" and not arguments.json:
        answer = _ask_first(folder, request, answer)
    if arguments.json:
        put(json_text(answer, indent=1))
    elif answer["ok"]:
        put("\n".join(answer["told"]))
    else:
        put(f"garnet: {answer['error']['message']}", errors=True)
    return 0 if answer["ok"] else 1


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user number without a name
        return ""


def _here_or_there(folder: Path, request: Json) -> Answer:
    """Act on a house without an answering socket: in this process, or through the socket once the house has opened.
    Raises HouseClosed if another process has it open without serving it, Refused (`opening`) if it opens too slowly."""
    began, announced = time.monotonic(), False
    while is_opening(folder):
        if (answer := ask(folder, request)) is not None:
            return answer
        waited = time.monotonic() - began
        if waited > OPENING:
            raise Refused("opening", f"The house is still opening: {holder(folder)} reads it. Try again in a while.")
        if waited > 1 and not announced:
            announced = True
            put("The house is opening; this waits for it.", errors=True)
        time.sleep(LOOK_AGAIN)
    if is_cut_off(folder):
        why = f"Commands cannot reach the house: {holder(folder)} serves it without a socket, and its log says why."
        raise Refused("no_socket", f"{why} Its hosts' console does all of them; or stop it first.")
    return _act_unserved(folder, request)


def _answer(folder: Path, request: Json) -> Answer:
    return ask(folder, request) or _here_or_there(folder, request)


def _ask_first(folder: Path, request: Json, asking: Answer) -> Answer:
    question = asking["error"]["message"]
    if not sys.stdin.isatty():
        return {"ok": False, "error": {"code": "say_yes", "message": f"{question} Nothing is done: --yes does it."}}
    put(question)
    if input("Do it? (yes/no) ").strip().lower() not in ("y", "yes"):
        return {"ok": True, "told": ["Nothing is done."]}
    return _answer(folder, {**request, "yes": True})


def request_of(arguments: argparse.Namespace) -> Json:
    if arguments.deed == "season":
        return _with_files(season_request(arguments, _option))
    typed = vars(arguments)
    given = {
        name: typed[name] for name in BY_NAME[arguments.deed].__struct_encode_fields__ if typed.get(name) is not None
    }
    if "options" in given:
        given["options"] = dict(_option(word) for word in given["options"])
    if getattr(arguments, "one", None):
        number, given["when"] = arguments.one
        if not number.isdigit():
            raise Refused("which_round", f"{quoted(number)} is no number of a round: --round 3 +3h")
        given["round"] = int(number)
    if "orders" in given:
        typed_orders = given["orders"]  # - reads standard input
        given["orders"] = read_json(sys.stdin.buffer.read() if typed_orders == "-" else typed_orders.encode(), "orders")
    if "document" in given:
        given["document"] = _document(given["document"], "template")
    if "given" in given:
        given["given"] = _document(given["given"], "set-up")
    given = _with_files(given)
    for words in ("text", "when"):
        if isinstance(given.get(words), list):
            given[words] = " ".join(given[words])
    return {"do": arguments.deed, **given}


def _with_files(request: Json) -> Json:
    """Put the text of a file in place of its path (`FILES`)."""
    texts: Json = {name: _file_text(request[name]) for name in FILES if request.get(name)}
    if path := request.get("script"):
        texts["script"] = {"file": Path(path).name, "source": _file_text(path)}
    return request | texts


def _file_text(path: str) -> str:
    try:
        return text_of(sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes())
    except OSError as trouble:
        raise Refused("no_file", f"{quoted(path)} cannot be read: {trouble.strerror}.") from None


def _document(path: str, noun: str) -> Any:
    try:
        words = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        return tomllib.loads(words) if path.endswith(".toml") else json.loads(words)
    except (OSError, ValueError) as trouble:
        raise Refused("bad_template", f"{quoted(path)} cannot be read as a {noun}: {trouble}") from None


def _option(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals:
        raise Refused("bad_option", f"{quoted(word)} is no option. Write it as KEY=VALUE.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _act_unserved(folder: Path, request: Json) -> Answer:
    """Act on a house that is not served. Raises HouseClosed if another process has it open."""
    with open_house(folder) as store:
        house = House(store, time.time, secrets.token_hex)
        house.seasons.start()  # books what follows from the deed
        key = _fingerprint(folder) if request["do"] in SHOWS_THE_KEY else ""
        door = Door(address=socket.gethostname(), port=2222, fingerprint=key)
        return AdminCommands(house, People(store, time.time, secrets.token_bytes), door).do(request)


def _fingerprint(folder: Path) -> str:
    """Fingerprint of the host key, which is created if missing; empty if the file holds no key."""
    import asyncssh  # slow to import

    from ssh_server.door.auth import fingerprint, host_key

    try:
        return fingerprint(host_key(folder / HOST_KEY))
    except (OSError, asyncssh.KeyImportError):
        return ""
