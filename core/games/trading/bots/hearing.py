"""The few words that steady bots say when they do not simply agree.

A proposal made at the desk comes with a `Deal`; one that is only written is read as far as it is plain.
"""

from __future__ import annotations

from core import talk_parsing
from core.company.occasions import DECLINING
from core.company.voices import occasion_of
from core.games.trading.goods import Goods
from core.talk_parsing import Heard
from core.talk_parsing.replies import is_off
from core.talk_parsing.wishes import Wish, wish_in

NO = "No, thank you."
FULL = "Sorry, I am promised elsewhere this time."
KEEP = "I keep to what we agreed."
MEAGRE = "I hope for more than that this time."
OFF = "Sorry, I have to take my word back: our trade is off."
LATER = "We traded last time: not again before the one after this."
ENOUGH = "Let us leave it at that until the close."

PROVE = "Then show me: first a deal that pays me more than you, and kept."
DECLINES = (NO, FULL, MEAGRE, OFF, LATER, ENOUGH)
"""What closes a proposal when another says it; so does `none`."""
_NONE = "I have {} to give."


def none(goods: Goods, kind: str) -> str:
    """Why one cannot: there is nothing of the kind to give."""
    return _NONE.format(goods.none_of(kind))


def how(goods: Goods) -> str:
    """What to say so that a bot understands."""
    a, b = (goods.named(kind) for kind in goods.kinds[:2])
    return f"Tell me as \u201cmy {a} for your {b}\u201d, and I shall answer."


def reproach(goods: Goods, kind: str) -> str:
    """To somebody who did not do what was agreed."""
    named = goods.named(kind)
    return f"You had promised me {'an' if named[0] in 'aeiou' else 'a'} {named}. I shall remember that."


def declined(text: str) -> bool:
    """Is this one of the sentences with which a bot declines, or says that an agreement has ended?"""
    start, end = _NONE.split("{}")
    has_none = text.startswith(f"{start}no ") and text.endswith(end)
    return text in DECLINES or has_none or is_off(text) or occasion_of(text) in DECLINING


def hear(goods: Goods, text: str) -> Heard:
    """What plain words mean, in these goods."""
    return talk_parsing.hear(_words(goods), text)


def wish(goods: Goods, text: str) -> Wish | None:
    """Half a proposal in plain words, in these goods."""
    return wish_in(_words(goods), text)


def _words(goods: Goods) -> dict[str, str]:
    plurals = {goods.plurals.get(kind, f"{kind}s"): kind for kind in goods.kinds}
    return {kind: kind for kind in goods.kinds} | plurals
