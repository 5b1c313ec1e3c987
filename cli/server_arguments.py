"""Arguments of the commands that serve a house over SSH."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any


def declare(commands: argparse._SubParsersAction[Any], common: Callable[[argparse.ArgumentParser], None]) -> None:
    """Add `serve` and the host's commands to the parser."""
    serve = commands.add_parser("serve", help="open the house for players over SSH")
    serve.add_argument("--listen", default="0.0.0.0:2222", metavar="ADDRESS:PORT", help="default: 0.0.0.0:2222")
    serve.add_argument("--open", action="store_true", help="a free name belongs to the key that first takes it")
    common(serve)
