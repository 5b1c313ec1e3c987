"""The log holds what the host needs and nothing that players wrote."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.logs import set_up, unheard


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    set_up(str(tmp_path / "house.log"))
    yield tmp_path / "house.log"
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def test_only_its_owner_may_read_the_log(log: Path) -> None:
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_crash_is_told_without_what_the_error_quotes(log: Path) -> None:
    try:
        try:
            raise ValueError("zqorders")
        except ValueError:
            raise KeyError("zqmessage")  # noqa: B904 - the chain is what is tried
    except KeyError as error:
        logging.getLogger("garnet.session").error("The screen of %s crashed.", "Ada", exc_info=error)
    logging.getLogger("garnet.session").error("Closed.", exc_info=OSError(28, "No space left on device"))
    logging.getLogger("garnet.session").error("Many.", exc_info=ExceptionGroup("zqgroup", [TypeError("zqinner")]))
    text = log.read_text()
    told = [json.loads(line) for line in text.splitlines()]
    assert "zq" not in text.replace('raise ValueError(\\"zqorders\\")', "").replace(
        'raise KeyError(\\"zqmessage\\")', ""
    )
    assert told[0]["said"] == "The screen of Ada crashed."
    assert "test_logs.py" in told[0]["trace"]
    assert told[0]["trace"].index("ValueError") < told[0]["trace"].index("KeyError")
    assert "No space left" in told[1]["trace"]
    assert "TypeError" in told[2]["trace"]


def deeper(left: int, words: str) -> int:
    """Frames of two kinds in turn, which no traceback counts for us."""
    if left == 0:
        raise ValueError(words)
    return and_deeper(left - 1, words)


def and_deeper(left: int, words: str) -> int:
    return deeper(left, words)


def test_of_a_traceback_without_an_end_the_log_takes_the_beginning_and_the_end(log: Path) -> None:
    def crash() -> ValueError:
        try:
            deeper(400, "zq")
        except ValueError as error:
            return error
        raise AssertionError

    group = ExceptionGroup("many", [crash() for _ in range(100)])
    for error, most in ((crash(), 6_000), (group, 60_000)):
        logging.getLogger("garnet.session").error("The screen of Ada crashed.", exc_info=error)
        line = log.read_text().splitlines()[-1]
        assert len(line) < most
        trace = json.loads(line)["trace"]
        assert "in crash" in trace, "how it began"
        assert "raise ValueError(words)" in trace, "where it happened"
        assert "more ..." in trace


def read(log: Path) -> str:
    return log.read_text()


async def test_what_nobody_waited_for_is_told_without_what_was_at_hand(log: Path) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(unheard)

    async def fails() -> None:
        raise ValueError("zq" + "typed")

    task = loop.create_task(fails())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task
    text = read(log)
    assert "never retrieved" in text
    assert "zqtyped" not in text
    assert "ValueError" in text
