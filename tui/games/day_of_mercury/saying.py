"""What stands under the plan: what to do next, what to mind, the plan in full words, and what was said to its trade."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.day_of_mercury.forecast import Forecast, Short
from core.games.day_of_mercury.spec import LOCATIONS
from core.games.day_of_mercury.words import place_in
from core.refusal import Refused
from core.talk import Message
from tui import text
from tui.games.day_of_mercury import strip
from tui.games.day_of_mercury.deals import Heard, deal_words
from tui.games.day_of_mercury.plan import Json
from tui.games.day_of_mercury.rows import SHORT


def next_rows(orders: Json, refusal: Refused | None, *, drafted: bool) -> list[text.Part]:
    """What to do next while orders are taken: to choose, to change what would be refused, or to seal."""
    if not orders.get("visits"):
        return [("1-8 choose places, then g gather, c commit, o offer, b trade.", "$faint")]
    if refusal is not None:
        return [(refusal.message, "$warn")]
    return [text.line(("s", "$key"), " seals this plan.")] if drafted else []


def warnings(forecast: Forecast | None, heard: Heard) -> list[str]:
    """Payments that are not to be expected, offers in vain, and a trade whose meeting place is not in the plan."""
    short = [_short_words(one) for one in (forecast.short if forecast else ())]
    return [*short, *strip.in_vain(heard.visits), *(words for words in (heard.apart, heard.unanswered) if words)]


def warning_rows(sentences: Sequence[str]) -> list[text.Part]:
    """Each with its mark."""
    return [text.line(("! ", "$warn"), sentence) for sentence in sentences]


def trade_rows(heard: Heard) -> list[text.Part]:
    """What the partner answered to the trade that is ordered; without one, what was proposed to this seat."""
    if heard.trade:
        return [text.line(("\u21c4 ", "$key"), heard.answer)] if heard.answer else []
    return [_proposal(name, message) for name, message in heard.received.items()]


def _short_words(short: Short) -> str:
    """A payment that is not expected to be possible."""
    what = "Your trade" if short.what == "trade" else f"The offer to {LOCATIONS[short.location or ''].resident}"
    return f"{what} needs {short.needs} {short.sin}; you expect {short.has}."


def _proposal(name: str, message: Message) -> text.Part:
    """A received proposal, where it would meet, and the key that takes it."""
    place = place_in(message.text)
    where = f", {SHORT[place]}" if place is not None else ""
    return text.line(("\u21c4 ", "$key"), f"{name}: {deal_words(message)}{where}", (" (a)", "$key"))
