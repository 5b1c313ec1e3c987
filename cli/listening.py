"""Where a house listens, and under which key: what the commands about served houses share."""

from __future__ import annotations

from typing import NamedTuple

from core.refusal import Refused, quoted

HOST_KEY = "host_key"
"""The host key's file in the data folder."""


class Address(NamedTuple):
    """Where to listen; an empty host is every address of the machine."""

    host: str
    port: int


def read_address(given: str) -> Address:
    """`127.0.0.1:2222`, `[::1]:2222`, `:2222`, `2222`. Refused, in words, if it is none."""
    host, _, port = given.rpartition(":")
    host = host.strip("[]")
    if not port.isdigit() or not 0 <= int(port) <= 65_535:
        raise Refused(
            "bad_address", f"{quoted(given)} is no address to listen on. Write it as 127.0.0.1:2222 or :2222."
        )
    return Address("" if host in ("*", "0.0.0.0") else host, int(port))
