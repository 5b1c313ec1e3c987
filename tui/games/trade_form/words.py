"""A trading game's own words at the desk, and a closed round as its player reads it. Pure functions of a seat's
knowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.bots.company import pacts
from core.games.trading import desk_of
from core.games.trading.offers import Orders
from core.games.trading.results import Plan, Result
from core.games.trading.reviewing import promise_records
from core.games.trading.structs import Account, Past, TradingReport, TradingView
from core.games.trading.trade_form import Desk
from core.match.views import RoundLog
from core.table.seat import Seat
from core.talk.deals import Bargain, bargains
from tui.games.trade_form import rows as desk_rows
from tui.games.trade_form.draft import DeskDraft
from tui.games.trade_form.rows import letter
from tui.words import text

BEST = 3
DONE, FAILED = "\u2713", "\u2717"


TraderSeat = Seat[Orders, TradingView, TradingReport]
TraderLog = RoundLog[Orders, TradingReport]


def report_rows(
    seat: TraderSeat, entry: TraderLog, hues: Mapping[str, str], expected: Mapping[str, str] | None = None
) -> list[text.Part]:
    """Return a closed round: expectation and result, offers, points, hand, next best swaps. Only proposals that this
    seat received are used."""
    desk = desk_of(seat.game)
    account = next((candidate for candidate in seat.view().accounts if candidate.round == entry.round), None)
    points = [] if account is None else [*_hope(seat, entry, account, expected or {}), *_points(desk, account)]
    hand = _hand(desk, entry.closed_report.held, hues)
    return [*points, *_offers(seat, entry, hues), "", *hand, *_next(seat, entry, hues)]


def _hope(seat: TraderSeat, entry: TraderLog, account: Account, expected: Mapping[str, str]) -> list[text.Part]:
    """`Expected +14, got +5` and the reasons, if something was expected."""
    desk = desk_of(seat.game)
    offers = () if entry.orders is None else entry.orders.offers
    spoken = bargains(seat.name, seat.messages(), entry.round)
    # A proposal of one's own that was never answered is a wish: nothing is expected of it.
    promised = {to: b.get(seat.name) for to, b in spoken.items() if b.agreed or b.waits_for(seat.name)}
    hoped = {offer.to: expected.get(offer.to) or promised.get(offer.to) for offer in offers}
    if not any(kind in desk.goods.pool for kind in hoped.values()):
        return []
    plans = tuple(Plan(o.to, o.give, hoped[o.to] if hoped[o.to] in desk.goods.pool else None) for o in offers)
    page = next(page for page in seat.pages() if page.round == entry.round)
    planned = desk.preview(page.before, plans, 0).planned
    got = account.result.total
    tone = "$good" if got >= planned.total else "$warn"
    head = text.line(
        ("Expected ", "$faint"), (text.signed(planned.total), "$strong"), (", got ", "$faint"), (text.signed(got), tone)
    )
    return [
        head,
        *(text.line(("  ", ""), (why, "$warn")) for why in _differences(entry, plans, planned, account.result)),
    ]


def _differences(entry: TraderLog, plans: Sequence[Plan], planned: Result, result: Result) -> Iterator[str]:
    received = {swap.partner: swap.got for swap in entry.closed_report.trades}
    for plan in plans:
        if plan.expect is not None and received.get(plan.to) != plan.expect:
            what = f"gave {received[plan.to]}" if plan.to in received else "offered nothing"
            yield f"{plan.to} {what}; you expected {plan.expect}."
    before = {item.why: item.amount for item in (*planned.gains, *planned.losses, *planned.bonuses)}
    for item in (*result.gains, *result.losses, *result.bonuses):
        if item.why in before and before[item.why] != item.amount:
            paid, hoped = text.signed(item.amount), text.signed(before[item.why])
            yield f"{item.why.capitalize()} paid {paid}, not {hoped}: it depends on what others gave."


def _next(seat: TraderSeat, entry: TraderLog, hues: Mapping[str, str]) -> list[text.Part]:
    desk = desk_of(seat.game)
    round_ = entry.round + 1
    if round_ > desk.rounds or entry.round != (seat.closed_rounds()[-1].round):
        return []
    held = [kind for kind in desk.goods.kinds if entry.closed_report.held.get(kind)]
    cells = [(desk.payoff(round_, give, got, 0).mine, give, got) for give in held for got in desk.goods.kinds]
    best = sorted(cells, key=lambda cell: -cell[0])[:BEST]
    if not best or best[0][0] <= 0:
        return []
    parts: list[text.Part] = [(f"{desk.round_word.capitalize()} {round_} pays you best for ", "$faint")]
    for place, (worth, give, got) in enumerate(best):
        swap = text.line((give, f"${hues[give]}"), " for ", (got, f"${hues[got]}"), (f" {text.signed(worth)}", "$good"))
        parts += [", " if place else "", swap]
    return [text.line(*parts, ".")]


def _offers(seat: TraderSeat, entry: TraderLog, hues: Mapping[str, str]) -> list[text.Part]:
    report, goods = entry.closed_report, desk_of(seat.game).goods
    spoken = bargains(seat.name, seat.messages(), entry.round)
    width = max((len(name) for name in seat.frame().seats), default=0) + 1
    rows: list[text.Part] = []
    for swap in report.trades:
        bargain = spoken.get(swap.partner)
        agreed_kind = bargain.get(seat.name) if bargain is not None and bargain.agreed else swap.got
        rows.append(
            text.line(
                (f"{DONE} ", "$good") if agreed_kind == swap.got else ("! ", "$warn"),
                text.fit((swap.partner, "$strong"), width),
                " you gave ",
                (swap.gave, f"${hues[swap.gave]}"),
                ", got ",
                (swap.got, f"${hues[swap.got]}"),
            )
        )
        if agreed_kind != swap.got:
            rows.append(text.line(" " * (width + 3), (f"{swap.partner} had agreed to give {agreed_kind}.", "$warn")))
    for offer in report.failed:
        bargain = spoken.get(offer.to)
        broke = " though you had agreed" if bargain is not None and bargain.agreed else ""
        rows.append(
            text.line(
                (f"{FAILED} ", "$bad"),
                text.fit((offer.to, "$strong"), width),
                " failed: ",
                (f"{offer.to} sealed no offer to you{broke}", "$warn"),
            )
        )
        if bargain is not None and bargain.answer:
            rows.append((" " * (width + 3) + f"They had said: {bargain.answer}", "$faint"))
        rows.append((" " * (width + 3) + f"You keep the {goods.named(offer.give)}.", "$faint"))
    nothing = "You sealed nothing" if entry.orders is None else "You offered nothing"
    return rows or [(f"{nothing}, so nothing was swapped.", "$faint")]


def _points(desk: Desk, account: Account) -> list[text.Part]:
    result, score = account.result, desk.goods.score
    before, now = (f"{n}".replace("-", "\u2212") for n in (account.score - result.total, account.score))
    tone = "$good" if result.total > 0 else "$bad" if result.total < 0 else "$strong"
    head = text.line(
        f"{score.capitalize()} ", (text.signed(result.total), tone), (f"  ({before} before, ", "$faint"),
        (f"{now} now", "$strong"), (")", "$faint"),
    )  # fmt: skip
    items = desk_rows.item_rows(result)
    return [head, *items, ""]


def _hand(desk: Desk, held: Mapping[str, int], hues: Mapping[str, str]) -> list[text.Part]:
    kinds = [kind for kind in desk.goods.kinds if held.get(kind)]
    words: list[text.Part] = ["You hold "]
    for number, kind in enumerate(kinds):
        words += [", " if number else "", (f"{held[kind]} ", "$strong"), (kind, f"${hues[kind]}")]
    return [text.line(*words, "." if kinds else "nothing.")]


def beside_rows(seat: TraderSeat, hues: Mapping[str, str], width: int) -> list[text.Part]:
    view, frame, desk = seat.view(), seat.frame(), desk_of(seat.game)
    rows: list[text.Part] = []
    if frame.phase == "round":
        head = f"{desk.round_word.capitalize()} {frame.round} pays"
        rows += [text.line((head, "$accent"), ("  give \u2193 get \u2192, yours/theirs", "$faint"))]
        rows += desk_rows.matrix_rows(desk, frame.round, 0, view.held, hues, width)
        rows += [row for star in desk_rows.star_rows(desk, frame.round, 0) for row in text.wrapped(star, width)]
        rows.append("")
    return [*rows, *_partners(seat, view, hues, width)]


def _past_letters(past: Past, hues: Mapping[str, str]) -> list[text.Part]:
    """`R→B`: the letters of the kinds given and received."""
    if past.gave is None or past.got is None:
        return ["swapped"]
    return [(letter(past.gave), f"bold ${hues[past.gave]}"), "\u2192", (letter(past.got), f"bold ${hues[past.got]}")]


def _partners(seat: TraderSeat, view: TradingView, hues: Mapping[str, str], width: int) -> list[text.Part]:
    reports = {entry.round: entry.closed_report for entry in seat.closed_rounds()}
    words = promise_records(seat.name or "", seat.messages(), reports)
    desk = desk_of(seat.game)
    rows: list[text.Part] = []
    for name in seat.frame().seats:
        swaps = [past for past in view.past if past.partner == name]
        word = words.get(name)
        if not swaps and word is None:
            continue
        tone = "" if word is None else "$bad" if word.broken else "$good" if word.kept else "$faint"
        record = "" if word is None else f"{word.kept} of {word.agreed} kept" if word.agreed else ""
        swap_parts: list[text.Part] = []
        for past in swaps:
            swap_parts += [(f"{desk.round_word[0]}{past.round} ", "$faint"), *_past_letters(past, hues), "  "]
        rows.append(text.line((f"{name:<9}", "$strong"), text.fit((record, tone), 13), *swap_parts).truncate(width - 1))
    return (
        [text.line(("Your partners", "$accent"), ("  agreements kept, swaps by " + desk.round_word, "$faint")), *rows]
        if rows
        else []
    )


SWAP, AGREED = "\u21c4", "\u2713"


def shorten(kind: str) -> str:
    return kind if len(kind) <= 5 else f"{kind[:4]}."


def swap_words(give: str, get: str, hues: Mapping[str, str], named: Callable[[str], str] = str) -> text.Part:
    return text.line(
        (named(give), f"${hues.get(give, 'strong')}"), ("\u2192", "$faint"), (named(get), f"${hues.get(get, 'strong')}")
    )


def deal_note(
    bargain: Bargain | None,
    you: str | None,
    free: Mapping[str, int],
    worth: text.Part = "",
    named: Callable[[str], str] = str,
    hues: Mapping[str, str] | None = None,
) -> text.Part:
    """Return the latest proposal beside a partner, and its payoff. `⇄ red→green 10/0` is theirs, faint if the reader
    cannot give; `✓` is agreed, also before another proposal; `you:` is the reader's own."""
    if bargain is None:
        return ""
    give, get = bargain.give(you), bargain.get(you)
    is_settled = bargain.settled is not None and not bargain.agreed
    swap, plain = swap_words(give, get, hues or {}, named), f"{named(give)}\u2192{named(get)}"
    if bargain.agreed:
        return text.line((f"{AGREED} ", "$good"), swap, " ", worth)
    if bargain.waits_for(you):
        held = bool(free.get(give))
        mark = text.line((AGREED if is_settled else "", "$good"), (f"{SWAP} ", "$key" if held else "$faint"))
        return text.line(mark, swap if held else (plain, "$faint"), " ", worth)
    if bargain.answer:
        answer = bargain.answer if len(bargain.answer) <= 16 else f"{bargain.answer[:15]}\u2026"
        return (f"\u201c{answer}\u201d", "$faint")
    return text.line((f"{AGREED} " if is_settled else "", "$good"), (f"you: {plain}", "$faint"), " ", worth)


def deal_rows(
    bargain: Bargain | None, name: str, you: str | None, free: Mapping[str, int], drafted: bool
) -> Iterator[text.Part]:
    """Yield the possible actions on a proposal with their keys, and the partner's answer. `drafted`: the draft has an
    offer to this partner."""
    if bargain is None:
        return
    give = bargain.give(you)
    if (swap := bargain.settled_as(you)) is not None and not bargain.agreed:
        yield (f"{AGREED} Agreed before: your {swap[0]} for their {swap[1]}.", "$good")
    if bargain.agreed and drafted:
        yield (f"{AGREED} Agreed, and drafted.", "$good")
    elif bargain.agreed:
        yield text.line((f"{AGREED} Agreed: ", "$good"), ("g ", "$key"), "drafts it.")
    elif not bargain.waits_for(you):
        yield from [] if bargain.answer else [("Your proposal stands.", "$faint")]
    elif free.get(give):
        yield text.line(("g ", "$key"), f"agrees, and tells {name} so.")
    else:
        yield (f"You have no {give} to give.", "$faint")
    if bargain.answer:
        yield text.line((f"{name}: ", "$faint"), bargain.answer)


@dataclass(frozen=True)
class DeskWords:
    hues: Mapping[str, str]
    """Kind to the theme's name of a hue. The word is always shown too."""
    look: str = "<, >"
    """Keys that look at other rounds, for the title of the matrix."""
    stars: bool = True
    """True if every `*` can be explained below the matrix, even at 80x24."""

    def named(self, kind: str, wide: bool) -> str:
        return kind

    def hand(self, desk: Desk, view: TradingView, width: int) -> list[text.Part]:
        return desk_rows.hand_rows(desk, view.held, view.free, self.hues, max(27, width))

    def partner(self, desk: Desk, view: TradingView, name: str, wide: bool) -> text.Part:
        """Return a partner's row: its swaps with this seat, or only their rounds where room is scarce."""
        past, word = [trade for trade in view.past if trade.partner == name], desk.round_word[0]
        rounds = ", ".join(f"{word}{trade.round}" for trade in past)
        return text.line(text.fit(name, 9), (desk_rows.past_words(past, word) if wide else rounds, "$faint"))

    def partners(self, round_: int) -> text.Part:
        return text.line("Partners, \u21c4 proposals")

    def about_title(self, name: str) -> text.Part:
        return text.line("About ", (name, "$strong"))

    def partner_rows(self, desk: Desk, view: TradingView, name: str) -> Iterable[text.Part]:
        past = [trade for trade in view.past if trade.partner == name]
        words = desk_rows.past_words(past, desk.round_word[0])
        return [f"Swapped: {words}" if words else ("No swap with them yet.", "$faint")]

    def note(self, draft: DeskDraft, name: str, wide: bool) -> text.Part:
        bargain = draft.bargains.get(name)
        named = lambda kind: self.named(kind, wide)  # noqa: E731
        return deal_note(bargain, draft.you, draft.view.free, worth(draft, bargain), named, self.hues)


def worth(draft: DeskDraft, bargain: Bargain | None) -> text.Part:
    return "" if bargain is None else swap_worth(draft, bargain.give(draft.you), bargain.get(draft.you))


def swap_worth(draft: DeskDraft, give: str, got: str) -> text.Part:
    payoff = draft.payoff(give, got)
    return "" if payoff is None else desk_rows.payoff_words(payoff)


def kept_words(seat: TraderSeat, name: str) -> list[text.Part]:
    reports = {entry.round: entry.closed_report for entry in seat.closed_rounds()}
    messages = seat.messages()
    allies = pacts.allies(seat.game.terms, seat.you, messages, max(1, seat.frame().round))
    rows: list[text.Part] = [("You two have a pact.", "$good")] if name in allies else []
    word = promise_records(seat.you, messages, reports).get(name)
    if word is None:
        return rows
    tone = "$bad" if word.broken else "$good" if word.kept else "$faint"
    return [*rows, (f"{text.counted(word.agreed, 'agreement')}: {word.kept} kept, {word.broken} broken", tone)]
