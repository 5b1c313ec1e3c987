"""The browser door of a served house: checks of its arguments, and its start."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cli.opening import read_address
from core.house.house import House
from core.refusal import Refused
from ssh_server.door.join import Claims
from ssh_server.server import Server

if TYPE_CHECKING:
    from web_server.door import BrowserDoorSettings, WebDoor

MISSING = "--web needs what a plain install leaves out. Install it with: pip install 'garnet-house[web]'"
PLAIN = (
    "--web {at} without TLS would let others read and change what players do. Listen on 127.0.0.1 behind a proxy that "
    "does TLS (docs/hosting.md), give --web-cert and --web-key, or insist with --web-plain."
)


def check(arguments: argparse.Namespace) -> BrowserDoorSettings | None:
    """Settings of the door; None if none is asked for. Raises Refused for arguments that do not fit."""
    if arguments.web is None:
        given = [name for name in ("web_url", "web_cert", "web_key", "web_proxy", "web_archive", "web_publish",
                                   "web_plain")
                 if getattr(arguments, name)]  # fmt: skip
        if given:
            raise Refused("no_web", f"--{given[0].replace('_', '-')} says more about --web, which is not given.")
        return None
    try:
        from web_server.door import BrowserDoorSettings, check_url, is_loopback
    except ModuleNotFoundError as missing:
        raise Refused("not_installed", f"{MISSING} (there is no {missing.name}).") from None
    at = read_address(arguments.web)
    if (arguments.web_cert is None) != (arguments.web_key is None):
        raise Refused("half_tls", "TLS needs both: --web-cert with the certificate, and --web-key with its key.")
    if arguments.web_cert is None and not is_loopback(at.host) and not arguments.web_plain:
        raise Refused("plain_http", PLAIN.format(at=arguments.web))
    if not is_loopback(at.host) and not arguments.web_url:
        raise Refused("no_url", "Say how people type it: --web-url https://play.example.org")
    if arguments.web_publish and not arguments.web_archive:
        raise Refused("no_archive", "--web-publish needs --web-archive FOLDER: that folder is published.")
    if arguments.web_archive and not arguments.web_publish and not Path(arguments.web_archive).is_dir():
        raise Refused("no_archive", f"There is no folder {arguments.web_archive}; `garnet publish` makes it.")
    return BrowserDoorSettings(
        host=at.host, port=at.port, url=check_url(arguments.web_url) if arguments.web_url else "",
        certificate=arguments.web_cert and Path(arguments.web_cert), key=arguments.web_key and Path(arguments.web_key),
        proxies=tuple(arguments.web_proxy), archive=arguments.web_archive and Path(arguments.web_archive),
    )  # fmt: skip


async def open_door(
    settings: BrowserDoorSettings | None, server: Server, house: House, claims: Claims
) -> WebDoor | None:
    if settings is None:
        return None
    from web_server.door import WebDoor

    door = WebDoor(settings, server, house, claims)
    try:
        await door.start()
    except OSError as trouble:  # also errors of TLS
        why = os.strerror(trouble.errno) if trouble.errno else str(trouble)
        at = f"{settings.host or '0.0.0.0'}:{settings.port}"
        raise Refused("no_web", f"Browsers cannot be let in at {at}: {why}. Look at --web and --web-cert.") from None
    return door
