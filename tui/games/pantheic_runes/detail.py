"""A deity of Pantheic Runes in full: its patterns as pictures, its gift, and the way to a pattern."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.routes import LAID_DOWN, NO_TABLEAU, Distance, Route, places, wanted_from_partner
from core.games.pantheic_runes.views import DeitySeen, Mine
from tui.games.pantheic_runes import cards, editor
from tui.words import text


def detail_head(deity: DeitySeen) -> text.Part:
    return text.line((deity.name, "$strong"), ": ", deity.wants)


def drawn(deity: DeitySeen, wanted: str) -> tuple[text.Part, text.Part]:
    shown = deity.patterns or ((wanted,) if wanted else ())
    top: list[text.Part] = []
    low: list[text.Part] = []
    for pattern in shown:
        rows = cards.picture(pattern)
        is_wanted = pattern == wanted
        left, right = ("[", "]") if is_wanted else (" ", " ")
        top += [(left, "$key"), rows[0], (right, "$key")]
        low += [(left, "$key"), rows[1], (right, "$key")]
    return text.line(*top), text.line(*low)


def pattern_rows(deity: DeitySeen, wanted: str, size: int) -> list[text.Part]:
    listed = deity.patterns or ((wanted,) if wanted else ())
    if not listed:
        return []
    if size == cards.BARE:
        return [*drawn(deity, wanted)]
    pieces = []
    for pattern in listed:
        is_performed, is_wanted = pattern in deity.performed, pattern == wanted
        foot: text.Part = (" ✓ ", "$good") if is_performed else ""
        pieces.append(cards.card(pattern, size, foot=foot, style="$key" if is_wanted else "$faint", heavy=is_wanted))
    return [*cards.row_of(pieces, [" "] * (len(pieces) - 1))]


def detail_rows(deity: DeitySeen, wanted: str, far: Distance | None, mine: Mine | None, width: int) -> list[text.Part]:
    top, low = drawn(deity, wanted)
    side = text.line(top).cell_length
    sentences = _standing_with(deity, far, mine)
    beside = text.wrapped(sentences, max(10, width - side - 1)) if side else []
    rows: list[text.Part] = []
    if side:
        rows += [text.line(top, " ", beside[0] if beside else ""), text.line(low, " ", beside[1] if beside[1:] else "")]
        rows += [text.line(" " * (side + 1), more) for more in beside[2:]]
    else:
        rows += text.wrapped(sentences, width)
    return [*rows, *text.wrapped((f"Blessing: {deity.gives}.", "$faint"), width)]


def _standing_with(deity: DeitySeen, far: Distance | None, mine: Mine | None, label: bool = False) -> text.Part:
    if deity.blessing is not None:
        when = f"held since round {deity.blessing.round}" if deity.blessing.round else "held from the start"
        return (f"{when}, {text.counted(deity.blessing.points, 'point')} so far", "$good")
    if not deity.patterns and deity.id == "dionysus":
        return ("The ritual is secret; Athena teaches it, and performing it does.", "$faint")
    if far is None or mine is None:
        return ""
    route = far.route
    if far.label == LAID_DOWN:
        return text.line(("laid down: ", "$good"), ("Enter", "$key"), " takes it back")
    if route is None:
        return ("" if far.label == NO_TABLEAU else far.label, "$faint")
    if not route.steps:
        return text.line(("ready: ", "$good"), ("Enter", "$key"), " lays it down")
    way = text.line(f"{far.label}: " if label else "", editor.price(route.mana, route.tokens))
    if far.short:
        way = text.line(way, (f", lacks {far.short}", "$warn"))
    return text.line(way, " · ", ("Enter", "$key"), " first step")


def route_rows(
    deity: DeitySeen, wanted: str, far: Distance | None, mine: Mine, at: int | None, width: int, size: int = cards.BARE
) -> list[text.Part]:
    """Return the deity for much room: patterns as cards, the cheapest way step by step, and a partner's possible
    part."""
    shown = pattern_rows(deity, wanted, size)
    rows: list[text.Part] = [*text.wrapped(f"Blessing: {deity.gives}.", width), *([""] if size == cards.BARE else [])]
    if shown:
        rows += [*shown, *([""] if size == cards.BARE else [])]
    rows += text.wrapped(_standing_with(deity, far, mine, label=True), width)
    route = None if far is None else far.route
    if route is not None and route.steps:
        rows += ["", ("The cheapest way", "$accent"), *step_rows(route, mine.tableaux)]
    if wanted and deity.blessing is None and at is not None and at < len(mine.tableaux) and not mine.alone:
        own = mine.tableaux[at]
        partner = wanted_from_partner(own, wanted)
        if partner != runes.NOTHING:
            rows += ["", text.line(
                ("With a partner: ", "$accent"), f"your {at + 1}, ", cards.inline(own), ", and their ",
                cards.inline(partner), " make ", cards.inline(wanted), " for both.",
            )]  # fmt: skip
    return rows


def step_rows(route: Route, tableaux: tuple[str, ...]) -> Iterator[text.Part]:
    numbers = dict(zip(sorted(route.uses), places(route.uses, tableaux), strict=False))
    for number, step in enumerate(route.steps, 1):
        names = [
            text.line(cards.inline(t), (f" ({numbers[t]})", "$faint") if t in numbers else "") for t in step.tableaux
        ]
        if step.kind == "combine":
            words = text.line("combine ", names[0], " and ", names[1])
        elif step.kind == "rotate":
            words = text.line("turn ", names[0], f" by {step.degrees}°")
        else:
            cell = step.result[step.cell]
            words = text.line("set the ", runes.CORNERS[step.cell], " of ", names[0], " to ", cards.rune(cell))
        yield text.line((f"{number}. ", "$key"), words, (" → ", "$faint"), cards.inline(step.result))


def nearer(before: Sequence[Distance], after: Sequence[Distance]) -> list[str]:
    """Return the deities that are nearer in the second list, with their price, the cheapest first."""
    priced = []
    for old, new in zip(before, after, strict=True):
        if new.route is None or (old.route is not None and _cost(new.route) >= _cost(old.route)):
            continue
        name = spec.BY_ID[new.deity].name
        cost = editor.short_price(new.route.mana, new.route.tokens)
        priced.append((_cost(new.route), f"{name} {cost}" if new.route.steps else f"{name} ready"))
    return [words for _, words in sorted(priced)]


def _cost(route: Route) -> tuple[bool, int, int]:
    return not route.affordable, route.mana, route.tokens
