"""Text as it is shown: what joins letters and emoji stays, what reorders or hides does not."""

from __future__ import annotations

import pytest

from core.match.naming import check_title
from core.talk.channels import Rules, blank, clean, closed_to, without_controls

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
BURNING = "\u2764\ufe0f\u200d\U0001f525"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize("text", [FAMILY, SCOTLAND, BURNING, PERSIAN, f"a {FAMILY}\n{PERSIAN}{SCOTLAND}."])
def test_what_joins_letters_or_emoji_stays(text: str) -> None:
    assert clean(text) == text
    if "\n" not in text:
        check_title(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a\ufffdb"), ("a\u200db", "a\ufffdb"), ("\u200c", "\ufffd"),
        (f"{PERSIAN}\u2066", f"{PERSIAN}\ufffd"),
        ("pay\U000e0031\U000e0032", "pay\ufffd\ufffd"), (f"{FAMILY}\u200d", f"{FAMILY}\ufffd"),
        ("\x1b[2J", "\u241b[2J"),
    ],
)  # fmt: skip
def test_what_reorders_or_hides_is_made_visible(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_joiners_alone_are_no_message() -> None:
    assert blank("\u200d\u200c \U000e0061")


def test_pasted_text_has_no_controls() -> None:
    assert without_controls(f"a\x1b[201~\r\nb\t\x9b{PERSIAN}\r") == f"a[201~\nb\t{PERSIAN}\n"


def test_a_closed_room_says_why() -> None:
    realms = Rules("realms", "round", ("Ada", "Bo"), {"Ada": "heaven", "Bo": "hell"}, ())
    assert closed_to(realms, "Ada") == {"lounge": "The lounge of all seats is closed: talk inside your realm."}
    limited = Rules("limited", "round", ("Ada", "Bo"), {}, ())
    assert closed_to(limited, "Ada") == {"seats": "Only the lounge is open in this match, to everyone at once."}
    assert closed_to(Rules("limited", "round", ("Ada", "Bo"), {}, (("Ada", "Bo"),)), "Ada") == {}
    assert closed_to(Rules("open", "round", ("Ada", "Bo"), {}, ()), "Ada") == {}
