"""Text of Pantheic Runes' panes: hand, temple, altar, and deities with their distance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.contract import Notice
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.routes import NO_TABLEAU, Distance
from core.games.pantheic_runes.views import DeitySeen, Mine, View
from tui.games.pantheic_runes import cards, editor
from tui.games.pantheic_runes.draft import RitualJson
from tui.widgets.choices import Row
from tui.widgets.shelf import Card
from tui.words import text

ALTAR, ASIDE, FIRST, PICKED = "▼", "»", "A", "◆"
"""Marks of cards: laid down, set aside for a proposal, first of two to combine, picked in the temple."""
LACKS = "!"
"""Mark before a route's missing resources where room is scarce; the pane below has the words."""
WIDE = 60
"""Columns from which patterns and distances stand side by side."""
NAME = 11
ROOM = 21
"""Columns for distance and price beside a name, where room is scarce."""
CURSOR, PATTERNS = 3, 20
"""Columns of a row's mark, and of the patterns where there is room to spare."""


# --- the hand and the temple ------------------------------------------------------------------------------------------
def marks(mine: Mine, rituals: Sequence[str], sealed: Sequence[str]) -> tuple[list[str], list[bool]]:
    marked = [" "] * len(mine.tableaux)
    barred = [False] * len(mine.tableaux)

    def lay(tableaux: Sequence[str], mark: str) -> None:
        for tableau in tableaux:
            places_ = [p for p, held in enumerate(mine.tableaux) if held == tableau and marked[p] == " "]
            if places_:
                marked[places_[0]] = mark

    lay([offer.tableau for offer in mine.offered], ASIDE)
    lay(rituals, ALTAR)
    for tableau in sealed:
        shut = [p for p, held in enumerate(mine.tableaux) if held == tableau and not barred[p] and marked[p] != ASIDE]
        if shut:
            barred[next((p for p in shut if marked[p] == ALTAR), shut[0])] = True
    return marked, [bar or mark == ASIDE for bar, mark in zip(barred, marked, strict=True)]


def hand_cards(
    mine: Mine, marked: Sequence[str], barred: Sequence[bool], first: int | None, size: int = cards.BARE
) -> list[Card]:
    shown = []
    for place, tableau in enumerate(mine.tableaux):
        mark = FIRST if place == first else marked[place]
        style = {FIRST: "$key", ALTAR: "$good", ASIDE: "$warn"}.get(mark, "")
        shown.append(Card(place + 1, cards.face(tableau, size), mark, style, dim=barred[place]))
    return shown


def temple_cards(view: View, picks: Sequence[int], size: int = cards.BARE) -> list[Card]:
    """Return the temple's places as cards, numbered from 0 as in orders. Other seats' use of them is secret (PR-40)."""
    return [
        Card(place, cards.face(tableau, size), PICKED if place in picks else " ", "$good")
        for place, tableau in enumerate(view.temple)
    ]


def temple_head(view: View, picked: int) -> text.Part:
    if view.mine is None or not view.temple:
        return "Temple"
    if view.round == view.rounds:
        return "Temple · last round: of no use now"
    ares = " · Ares: first" if view.mine.priority else ""
    return f"Temple · {text.counted(view.mine.picks, 'pick')}, {view.mine.picks - picked} left{ares}"


def place_rows(
    view: View, place: int, near: Sequence[str], width: int, size: int = cards.BARE, picked: bool = False
) -> list[text.Part]:
    """Return the use of a temple place. `near`: deities that it would bring nearer."""
    does = " takes it back" if picked else " picks it"
    tableau = view.temple[place]
    top, low = cards.picture(tableau)
    sentence = f"With it, now: {', '.join(near)}" if near else "It brings no deity nearer now."
    if size > cards.BARE:
        piece = cards.card(tableau, size, (str(place), "$key"))
        beside: list[text.Part] = ["", editor.pleased_words(tableau, view), text.line(("Enter", "$key"), does)]
        beside += [""] * (len(piece) - len(beside))
        drawn_ = [text.line(row, "  ", words) for row, words in zip(piece, beside, strict=True)]
        return [*drawn_, *text.wrapped((sentence, "$faint"), width)[:3]]
    return [
        text.line("   ", top, "   ", editor.pleased_words(tableau, view)),
        text.line("   ", low, "   ", ("Enter", "$key"), does),
        *text.wrapped((sentence, "$faint"), width)[:2],
    ]


def asked_rows(mine: Mine) -> Iterator[text.Part]:
    if mine.asked_by:
        asks = "asks" if len(mine.asked_by) == 1 else "ask"
        yield text.line((f"{text.joined(mine.asked_by)} {asks} to combine:", "$warn"), ("  p", "$key"), " answers")
    if mine.offered:
        parts: list[text.Part] = [(f"{ASIDE} asked: ", "$faint")]
        for offer in mine.offered:
            parts += [offer.to, " ", cards.inline(offer.tableau), "  "]
        yield text.line(*parts)


# --- the altar --------------------------------------------------------------------------------------------------------
def altar_rows(view: View, rituals: Sequence[RitualJson], most: int) -> list[text.Part]:
    """Return the rituals laid down, with basic effects and the blessing each would bring unless it fails."""
    if view.mine is None:
        return []
    if not rituals and view.round == 0:
        return [("Before round 1 players only talk.", "$faint")]
    if not rituals:
        return [text.line(("Empty: ", "$faint"), ("l", "$key"), (" lays the tableau down.", "$faint"))]
    rows: list[text.Part] = []
    for ritual, gain in zip(rituals, gains(view, [r["tableau"] for r in rituals]), strict=True):
        tableau = ritual["tableau"]
        row = text.line(f"{ALTAR} ", cards.inline(tableau), " ", (effects(tableau, view.mine), "$faint"))
        if gain:
            row = text.line(row, "  ", (gain, "$good"))
        if ritual.get("forbid"):
            row = text.line(row, (", forbids ", "$warn"), cards.inline(ritual["forbid"]))
        elif gain == "Artemis":
            row = text.line(row, "  ", ("f", "$key"), " forbids")
        rows.append(row)
    if len(rows) > most:
        rows = [*rows[: most - 1], (f"  and {len(rows) - most + 1} more", "$faint")]
    return rows


def gains(view: View, laid: Sequence[str]) -> list[str]:
    """Return for each ritual the blessing it would complete or the step towards one; empty for none."""
    seen = {deity.id: deity for deity in view.deities}
    performed = {deity.id: deity.done for deity in view.deities}
    got = {deity.id for deity in view.deities if deity.blessing is not None}
    zeus = set(seen["zeus"].performed) if "zeus" in seen else set()
    gained = []
    for tableau in laid:
        deity = seen.get(editor.owner(tableau, view.mine)) if runes.is_full(tableau) else None
        if deity is None or deity.id in got or (deity.id == "zeus" and tableau in zeus):
            gained.append("")
            continue
        zeus |= {tableau} if deity.id == "zeus" else set()
        performed[deity.id] += 1
        if performed[deity.id] >= deity.need:
            got.add(deity.id)
            gained.append(deity.name)
        else:
            gained.append(f"{deity.name} {performed[deity.id]}/{deity.need}")
    return gained


def unused_words(view: View, distances: Sequence[Distance], picked: int) -> Iterator[str]:
    ready = [
        deity.name
        for deity in view.deities
        for far in distances
        if far.deity == deity.id and far.route is not None and not far.route.steps
    ]
    if ready:
        yield f"{text.joined(ready)}: ready, and not laid down. A blessing is points in each round (l lays it)."
    left = 0 if view.mine is None or view.round in (0, view.rounds) or not view.temple else view.mine.picks - picked
    if left > 0:
        yield f"{text.counted(left, 'pick')} of the temple unused (m)."


def effects(tableau: str, mine: Mine) -> str:
    """Return a ritual's effects by its runes (PR-21): `+1 pick, 1 mana, 1 token`."""
    mana = "" if mine.drained or mine.mana is None else "mana"
    parts = [word for rune, word in (("+", "pick"), ("o", mana), ("x", "token")) if rune in tableau and word]
    return "+" + " +".join(parts) if parts else ""


# --- the deities ------------------------------------------------------------------------------------------------------
def deity_rows(view: View, distances: Sequence[Distance], wide: bool, patterns: bool, width: int) -> list[Row]:
    """Return each deity in `width` columns: patterns (if wide, or instead of the distance), distance and price."""
    far = {distance.deity: distance for distance in distances}
    return [_deity_row(deity, far.get(deity.id), wide, patterns, width) for deity in view.deities]


def _deity_row(deity: DeitySeen, distance: Distance | None, wide: bool, patterns: bool, width: int) -> Row:
    name = text.line((deity.name, "" if deity.blessing is None else "$good"))
    if deity.need > 1 and deity.blessing is None and distance is not None:
        name = text.line(name, (f" {deity.done}/{deity.need}", "$faint"))
    label: list[text.Part] = [text.fit(name, NAME)]
    note: text.Part = _note(deity, distance, wide) if distance is not None and (wide or not patterns) else ""
    room = width - CURSOR - NAME - text.line(note).cell_length - 1 if wide else ROOM - text.line(note).cell_length
    if wide or patterns or distance is None:
        drawn = text.line(_patterns(deity))
        needed = 0 if distance is None or not wide else len(distance.label)
        column = max(drawn.cell_length + (not drawn.plain.endswith(" ")), min(PATTERNS, room - needed))
        label += [text.fit(drawn, column)]
        room -= column
    if distance is not None and (wide or not patterns):
        label.append(_label(distance, room))
    return Row(deity.id, text.line(*label), note=note, chosen=deity.blessing is not None)


def _patterns(deity: DeitySeen) -> text.Part:
    if deity.patterns:
        drawn: list[text.Part] = []
        for pattern in deity.patterns:
            is_performed = pattern in deity.performed
            drawn += [(pattern, "$closed") if is_performed else cards.inline(pattern), " "]
        return text.line(*drawn)
    return ("secret" if deity.id == "dionysus" else "3 others of + o x", "$faint")


def near_label(label: str, room: int) -> str:
    """Return a distance in words, shortened where room is scarce. An empty hand is not repeated for each deity."""
    if label == NO_TABLEAU:
        return ""
    for long, short in (("combine ", ""), (" cells", ""), (" cell", ""), ("adjust", "adj")):
        if len(label) > room:
            label = label.replace(long, short)
    return label


def _label(distance: Distance, room: int) -> text.Part:
    label = near_label(distance.label, room)
    if label == "ready":
        return (label, "$good")
    faint = distance.route is None or not distance.route.affordable
    return (label, "$faint" if faint else "")


def _note(deity: DeitySeen, distance: Distance, wide: bool) -> text.Part:
    if deity.blessing is not None:
        return (text.counted(deity.blessing.points, "point"), "$good")
    if distance.short:
        return (f"{'lacks' if wide else LACKS} {abbreviate(distance.short)}", "$warn")
    route = distance.route
    if route is None or not route.steps:
        return ""
    return editor.short_price(route.mana, route.tokens)


def abbreviate(words: str) -> str:
    return words.replace(" mana", "m").replace(" tokens", "t").replace(" token", "t").replace(",", "")


WAYS = {"hand": ("h", "hand"), "temple": ("m", "temple"), "gods": ("g", "gods"), "altar": ("b", "altar")}
"""Key and short name of a pane, by pane, for small terminals."""


def ways(shown: Collection[str], parts: Mapping[str, Sequence[str]]) -> text.Part:
    """Return ` · m temple  g gods`: panes with a first part that is not `shown`, each with its key."""
    parts_shown: list[text.Part] = []
    for pane, (key, word) in WAYS.items():
        if parts[pane][0] not in shown:
            parts_shown += [" " if parts_shown else (" · ", "$faint"), (key, "$key"), (f" {word}", "$faint")]
    return text.line(*parts_shown) if parts_shown else ""


def head(mine: Mine | None, wide: bool, short: bool = False) -> text.Part:
    if mine is None or short:
        return "Deities"
    held = f" · {text.counted(len(mine.blessings), 'blessing')}" if wide else ""
    points = (text.counted(mine.points, "point"), "$strong")
    return text.line("Deities · ", points, held, f" · {text.counted(mine.rituals, 'ritual')}")


def hand_head(mine: Mine | None) -> text.Part:
    if mine is None:
        return "Tableaux"
    mana = "unlimited mana" if mine.mana is None else f"{mine.mana} mana"
    gone = " for good" if mine.drained else ""
    return text.line("Hand · ", (mana, "$strong"), f"{gone} · ", (text.counted(mine.tokens, "token"), "$strong"))


def held_rows(view: View, mine: Mine, width: int) -> list[text.Part]:
    held: list[text.Part] = []
    for deity in view.deities:
        if deity.blessing is not None:
            points = text.counted(deity.blessing.points, "point")
            held += text.hung(text.line((f"{PICKED} {deity.name}", "$good"), f" {points}: ", deity.gives), width)
    held = held or [("None yet.", "$faint")]
    if mine.past:
        past = ", ".join(f"round {entry.round}: {entry.points}" for entry in mine.past)
        held += ["", (f"Points after {past}", "$faint")]
    return held


class SpokenNews(NamedTuple):
    words: str = ""
    rings: bool = False


class Tidings:
    """Repeats a waiting proposal once, to a player who sits down."""

    def __init__(self) -> None:
        self._fresh = True

    def spoken_news(
        self, before: Sequence[int], now: Sequence[int], notices: Sequence[Notice], asking: Sequence[str]
    ) -> SpokenNews:
        """Return the news in the round's `notices`. `before` and `now`: round and number of notices heard, then and
        now. `asking`: seats with a waiting proposal."""
        fresh, self._fresh = self._fresh, False
        if list(now) == list(before):
            return SpokenNews(f"{text.joined(asking)} asked to combine: p answers." if fresh and asking else "")
        new = notices[before[1] if before[0] == now[0] else 0 :]
        if not new:
            return SpokenNews()
        sentences = " ".join(dict.fromkeys(notice.text for notice in new[-2:]))  # two gifts may read the same
        if any(notice.kind == "proposal" for notice in new):
            sentences += " p answers."
        return SpokenNews(sentences, rings=True)
