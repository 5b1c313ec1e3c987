"""What a trading game says in its own words at the desk: pure functions of what one seat knows. A game with more to say
(Famine: pips, the dossier) hands its panel a `DeskWords` of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.bots.company import pacts
from core.games.trading.promises import keeping
from core.games.trading.structs import TradingView
from core.games.trading.trade_form import Desk
from core.talk.deals import Bargain
from tui.games.trade_form import rows as desk_rows
from tui.games.trade_form.draft import DeskDraft
from tui.games.trade_form.report import TraderSeat
from tui.words import text

SWAP, AGREED = "\u21c4", "\u2713"


def short(kind: str) -> str:
    """A kind in at most five letters: `sapp.`"""
    return kind if len(kind) <= 5 else f"{kind[:4]}."


def swap_words(give: str, get: str, hues: Mapping[str, str], named: Callable[[str], str] = str) -> text.Part:
    """`red→green`, each in its hue."""
    return text.line(
        (named(give), f"${hues.get(give, 'strong')}"), ("\u2192", "$faint"), (named(get), f"${hues.get(get, 'strong')}")
    )


def deal_note(
    found: Bargain | None,
    you: str | None,
    free: Mapping[str, int],
    worth: text.Part = "",
    named: Callable[[str], str] = str,
    hues: Mapping[str, str] | None = None,
) -> text.Part:
    """The latest proposal beside a partner in the list, as the reader would give and get, and what that pays:
    `⇄ red→green 10/0` is theirs, faint where one has nothing of the kind to give, `✓` is agreed, `you:` is one's own;
    an answer in words to one's own stands there instead. `✓` before another one: something is agreed all the same."""
    if found is None:
        return ""
    give, get = found.give(you), found.get(you)
    kept = found.settled is not None and not found.agreed
    swap, plain = swap_words(give, get, hues or {}, named), f"{named(give)}\u2192{named(get)}"
    if found.agreed:
        return text.line((f"{AGREED} ", "$good"), swap, " ", worth)
    if found.waits_for(you):
        held = bool(free.get(give))
        mark = text.line((AGREED if kept else "", "$good"), (f"{SWAP} ", "$key" if held else "$faint"))
        return text.line(mark, swap if held else (plain, "$faint"), " ", worth)
    if found.answer:
        said = found.answer if len(found.answer) <= 16 else f"{found.answer[:15]}\u2026"
        return (f"\u201c{said}\u201d", "$faint")
    return text.line((f"{AGREED} " if kept else "", "$good"), (f"you: {plain}", "$faint"), " ", worth)


def deal_rows(
    found: Bargain | None, name: str, you: str | None, free: Mapping[str, int], drafted: bool
) -> list[text.Part]:
    """What can be done about it, with the key, and what they answered. The proposal itself stands in the list.
    `drafted`: an offer to this partner is in the draft."""
    if found is None:
        return []
    give = found.give(you)
    rows: list[text.Part] = []
    if (swap := found.settled_as(you)) is not None and not found.agreed:
        rows.append((f"{AGREED} Agreed before: your {swap[0]} for their {swap[1]}.", "$good"))
    if found.agreed and drafted:
        rows.append((f"{AGREED} Agreed, and drafted.", "$good"))
    elif found.agreed:
        rows.append(text.line((f"{AGREED} Agreed: ", "$good"), ("g ", "$key"), "drafts it."))
    elif not found.waits_for(you):
        rows.append(("Your proposal stands.", "$faint"))
    elif free.get(give):
        rows.append(text.line(("g ", "$key"), f"agrees, and tells {name} so."))
    else:
        rows.append((f"You have no {give} to give.", "$faint"))
    if found.answer:
        rows.append(text.line((f"{name}: ", "$faint"), found.answer))
    return rows


@dataclass(frozen=True)
class DeskWords:
    """The words of a game without anything special."""

    hues: Mapping[str, str]
    """Kind to the theme's name of a hue; the word is always there too."""
    look: str = "<, >"
    """The keys that look at other rounds, for the title of the matrix."""
    stars: bool = True
    """Is there room under the matrix, at 80x24 too, to say what every `*` in it means?"""

    def named(self, kind: str, wide: bool) -> str:
        """A kind in a note of the list of partners."""
        return kind

    def hand(self, desk: Desk, view: TradingView, width: int) -> list[text.Part]:
        """What one holds."""
        return desk_rows.hand_rows(desk, view.held, view.free, self.hues, max(27, width))

    def partner(self, desk: Desk, view: TradingView, name: str, wide: bool) -> text.Part:
        """What the list says of a partner: the swaps one has had with them, or only when where there is little room."""
        past, word = [trade for trade in view.past if trade.partner == name], desk.round_word[0]
        rounds = ", ".join(f"{word}{trade.round}" for trade in past)
        return text.line(text.fit(name, 9), (desk_rows.past_words(past, word) if wide else rounds, "$faint"))

    def partners(self, round_: int) -> text.Part:
        """What stands in the list of partners."""
        return text.line("Partners, \u21c4 proposals")

    def about_title(self, name: str) -> text.Part:
        """Over what one knows of a partner."""
        return text.line("About ", (name, "$strong"))

    def about(self, desk: Desk, view: TradingView, name: str) -> list[text.Part]:
        """What one knows of a partner beside what was proposed."""
        past = [trade for trade in view.past if trade.partner == name]
        words = desk_rows.past_words(past, desk.round_word[0])
        return [f"Swapped: {words}" if words else ("No swap with them yet.", "$faint")]

    def note(self, draft: DeskDraft, name: str, wide: bool) -> text.Part:
        """What stands beside a partner at the right: the latest proposal, and what it pays."""
        found = draft.bargains.get(name)
        named = lambda kind: self.named(kind, wide)  # noqa: E731
        return deal_note(found, draft.you, draft.view.free, worth(draft, found), named, self.hues)


def worth(draft: DeskDraft, found: Bargain | None) -> text.Part:
    """What a proposal would bring, mine/theirs."""
    return "" if found is None else swap_worth(draft, found.give(draft.you), found.get(draft.you))


def swap_worth(draft: DeskDraft, give: str, got: str) -> text.Part:
    """What a swap brings by itself now, mine/theirs; nothing if the words are no goods."""
    payoff = draft.payoff(give, got)
    return "" if payoff is None else desk_rows.payoff_words(payoff)


def kept_words(seat: TraderSeat, name: str) -> list[text.Part]:
    """Whether it stands in a pact with this seat, and how it has kept its word to it so far."""
    reports = {entry.round: entry.told for entry in seat.closed_rounds()}
    messages = seat.messages()
    rows: list[text.Part] = [
        ("You two have a pact.", "$good")
        for pact in pacts.told(seat.you, messages)
        if pact.bot == name and pact.closed is None
    ]
    word = keeping(seat.you, messages, reports).get(name)
    if word is None:
        return rows
    tone = "$bad" if word.broken else "$good" if word.kept else "$faint"
    return [*rows, (f"{text.counted(word.agreed, 'agreement')}: {word.kept} kept, {word.broken} broken", tone)]
