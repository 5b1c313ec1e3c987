"""A seat's view, the host's view, and orders and reports in sentences."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from core.bots import contract as bots
from core.contract import Struct
from core.dice import Dice, Draw
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.acting import act
from core.games.pantheic_runes.closing import NO_ORDERS, show
from core.games.pantheic_runes.purse import KINDS, free, price, uses_left
from core.games.pantheic_runes.runes import ANGLES, CELLS, SYMBOLS
from core.games.pantheic_runes.structs import (
    Adjust,
    Blessing,
    Combine,
    Marks,
    Orders,
    Player,
    Report,
    Rotate,
    State,
    Uses,
)
from core.json import Json
from core.refusal import Refused
from core.story import parts


class Prices(Struct, frozen=True):
    """Mana of each action for this seat now. Adjusting also takes an adjustment token."""

    rotate: int
    adjust: int
    combine: int
    combine_together: int


class Offered(Struct, frozen=True):
    """An open proposal of this seat, with the tableau it set aside."""

    to: str
    tableau: str


class Standing(Struct, frozen=True):
    round: int
    points: int
    rituals: int


class DeitySeen(Struct, frozen=True):
    id: str
    name: str
    patterns: tuple[str, ...]
    """Patterns as far as this seat knows: Dionysus's only once learned (PR-30). Empty for Hestia."""
    wants: str
    gives: str
    need: int
    """Rituals that its blessing takes: 3 different ones for Zeus, 3 of any kind for Hestia, otherwise 1."""
    done: int = 0
    """Rituals of these that this seat has performed, at most `need`."""
    performed: tuple[str, ...] = ()
    """Patterns of Zeus performed, sorted."""
    blessing: Blessing | None = None
    """The seat's blessing: its round, ritual and points so far; None without it."""


class Mine(Struct, frozen=True):
    tableaux: tuple[str, ...]
    """Sorted; with tableaux laid down or set aside for proposals."""
    mana: int | None
    """None while it is unlimited (PR-32)."""
    tokens: int
    picks: int
    points: int
    rituals: int
    blessings: tuple[str, ...]
    """Ids, sorted."""
    hestia: int
    gift: bool
    """True if it can create a tableau now (PR-33)."""
    drained: bool
    """No mana for good (PR-32)."""
    alone: bool
    """Cannot combine with other seats (PR-35)."""
    priority: bool
    """Ares: wins a contested temple place from those without it (PR-04)."""
    dionysus: str | None
    """The secret pattern, once learned."""
    prices: Prices
    copies: int
    """Copies of the result of an own combination: 1, or 2 with Dionysus."""
    uses_left: Uses | None
    """Remaining uses in Poseidon's round, otherwise None."""
    offered: tuple[Offered, ...]
    """Own open proposals, oldest first."""
    asked_by: tuple[str, ...]
    """Seats with open proposals to this seat, oldest first. Their tableaux are not shown (PR-12)."""
    past: tuple[Standing, ...]
    """After each round played, oldest first."""


class View(Struct, frozen=True):
    round: int
    rounds: int
    temple: tuple[str, ...] = ()
    """The tableaux shown this round, by place; none in the pregame."""
    deities: tuple[DeitySeen, ...] = ()
    """Shown from the start of round 1 on (PR-01), in the order of the rules."""
    mine: Mine | None = None
    """None for a spectator."""

    @property
    def own(self) -> Mine:
        """`mine` of a seated player."""
        assert self.mine is not None
        return self.mine


def view(state: State, seat: str | None, *, open_now: bool = True) -> View:
    """Return the view of `seat` (None: a spectator). `open_now` is False in a briefing: temple and gods are still
    hidden."""
    player = None if seat is None else state.players[seat]
    is_open = open_now and state.round > 0
    return View(
        round=state.round,
        rounds=spec.SPEC.rounds,
        temple=state.temple if is_open else (),
        deities=tuple(_deity(state, deity, player) for deity in spec.DEITIES) if is_open else (),
        mine=None if seat is None else _mine(state, seat),
    )


def _known_dionysus(state: State, player: Player | None) -> str | None:
    return state.dionysus if player is not None and player.knows else None


def _deity(state: State, deity: spec.Deity, player: Player | None) -> DeitySeen:
    need = {"zeus": len(deity.patterns), "hestia": spec.HESTIA_RITUALS}.get(deity.id, 1)
    secret = _known_dionysus(state, player) if deity.id == "dionysus" else None
    seen = DeitySeen(
        id=deity.id, name=deity.name, patterns=deity.patterns if secret is None else (secret,), wants=deity.wants,
        gives=deity.gives, need=need,
    )  # fmt: skip
    if player is None:
        return seen
    own_blessing = next((blessing for blessing in player.blessings if blessing.deity == deity.id), None)
    performed = {"zeus": len(player.zeus), "hestia": player.hestia}.get(deity.id, 0)
    return msgspec.structs.replace(
        seen,
        done=need if own_blessing else min(performed, need),
        performed=player.zeus if deity.id == "zeus" else (),
        blessing=own_blessing,
    )


def _mine(state: State, seat: str) -> Mine:
    player = state.players[seat]
    return Mine(
        tableaux=player.tableaux,
        mana=player.mana,
        tokens=player.tokens,
        picks=player.picks,
        points=player.points,
        rituals=player.rituals,
        blessings=tuple(sorted(blessing.deity for blessing in player.blessings)),
        hestia=player.hestia,
        gift=player.gift,
        drained=player.drained,
        alone=player.has("dionysus"),
        priority=player.has("ares"),
        dionysus=_known_dionysus(state, player),
        prices=Prices(
            rotate=price(player, "rotate")[0],
            adjust=price(player, "adjust")[0],
            combine=price(player, "combine")[0],
            combine_together=spec.COMBINE_MANA_TOGETHER,
        ),
        copies=2 if player.has("dionysus") else 1,
        uses_left=_uses_left(player),
        offered=tuple(Offered(p.to, p.tableau) for p in state.proposals if p.by == seat),
        asked_by=tuple(p.by for p in state.proposals if p.to == seat),
        past=tuple(
            Standing(marks.round, marks.by_seat[seat].points, marks.by_seat[seat].rituals)
            for marks in state.history[1:]
        ),
    )


def _uses_left(player: Player) -> Uses | None:
    return None if player.uses is None else Uses(*(uses_left(player.uses, kind) or 0 for kind in KINDS))


def host(state: State) -> Json:
    return {
        "players": {
            seat: {
                "tableaux": list(player.tableaux),
                "mana": player.mana,
                "tokens": player.tokens,
                "blessings": sorted(blessing.deity for blessing in player.blessings),
                "points": player.points,
                "rituals": player.rituals,
                "picks": player.picks,
            }
            for seat, player in state.players.items()
        },
        "temple": list(state.temple),
        "dionysus": state.dionysus,
    }


# --- what the house hands out, of this game --------------------------------------------------------------------------
Sight = bots.Sight[Orders, View, Report]
Bot = bots.Bot[Orders, View, Report]
Chapter = parts.Chapter[State, Orders, Report]
Record = parts.Record[State, Orders, Report]
Page = parts.Page[Orders, View, Report]
Memory = parts.Memory[Orders, View, Report]


SECRET_ACTIONS = 2


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    draw = dice.draw("redeal: runes")
    state = _redraw_dionysus(state, seat, draw)
    state = _redraw_proposals(state, seat, draw)
    state = _swap_places(state, seat, draw)
    state = _secret_actions(state, seat, draw)
    return _redraw_temples(state, dice)


def _redraw_dionysus(state: State, seat: str | None, draw: Draw) -> State:
    """Redraw the secret pattern, unless the seat has learned it (PR-30, PR-35)."""
    if seat is not None and state.players[seat].knows:
        return state
    tried = {pattern for player in state.players.values() for pattern in player.performed} - {state.dionysus}
    pattern = draw.pick([p for p in sorted(spec.UNCLAIMED) if p not in tried])

    def told(player: Player) -> Player:
        blessings = tuple(replace(b, pattern=pattern) if b.pattern == state.dionysus else b for b in player.blessings)
        performed = tuple(pattern if p == state.dionysus else p for p in player.performed)
        return replace(player, blessings=blessings, performed=performed)

    return replace(state, dionysus=pattern, players={s: told(player) for s, player in state.players.items()})


def _redraw_proposals(state: State, seat: str | None, draw: Draw) -> State:
    """Redraw proposals between others, and the tableaux set aside for the seat (PR-12)."""
    redrawn: list[Any] = []
    for proposal in state.proposals:
        if proposal.by == seat:
            redrawn.append(proposal)
        elif proposal.to == seat:
            other = draw.pick([*free(state, proposal.by, None), proposal.tableau])
            taken = [p.tableau for p in (*redrawn, *state.proposals) if p.by == proposal.by]
            count = state.players[proposal.by].tableaux.count(other)
            redrawn.append(replace(proposal, tableau=other) if taken.count(other) < count else proposal)
        elif draw.chance(0.5):
            redrawn.append(proposal)
    return replace(state, proposals=tuple(redrawn))


def _seats_that_stay(state: State, seat: str | None) -> set[str | None]:
    """Return the seats that keep their place: the seat, seats with an open proposal, and holders of Dionysus."""
    proposing = {name for proposal in state.proposals for name in (proposal.by, proposal.to)}
    return {seat, *proposing, *(s for s, player in state.players.items() if player.has("dionysus"))}


def _swap_places(state: State, seat: str | None, draw: Draw) -> State:
    free_seats = [other for other in state.seats if other not in _seats_that_stay(state, seat)]
    turned = list(free_seats)
    draw.shuffle(turned)
    comes_from = dict(zip(free_seats, turned, strict=True))
    players = {other: state.players[comes_from.get(other, other)] for other in state.seats}
    history = tuple(
        Marks(marks.round, {other: marks.by_seat[comes_from.get(other, other)] for other in state.seats})
        for marks in state.history
    )
    return replace(state, players=players, history=history)


def _secret_actions(state: State, seat: str | None, draw: Draw) -> State:
    """Apply random actions of the others, which are secret (PR-10)."""
    if state.round == 0:
        return state
    proposing = {name for proposal in state.proposals if seat in (proposal.by, proposal.to) for name in (proposal.by,)}
    for other in state.seats:
        if other == seat or other in proposing:
            continue
        for _ in range(draw.below(SECRET_ACTIONS + 1)):
            action = _some_action(free(state, other, None), draw)
            try:
                state = state if action is None else act(state, other, action, None).state
            except Refused:
                continue
    return state


def _some_action(hand: tuple[str, ...], draw: Draw) -> Any:
    kind = draw.pick(("rotate", "adjust", "combine"))
    if kind == "combine" and len(hand) > 1:
        return Combine(tuple(draw.sample(hand, 2)))
    if not hand:
        return None
    if kind == "adjust":
        return Adjust(draw.pick(hand), draw.below(CELLS), draw.pick(SYMBOLS))
    return Rotate(draw.pick(hand), draw.pick(ANGLES))


def _redraw_temples(state: State, dice: Dice) -> State:
    """Redraw temples that a set-up fixed for later rounds: they are as secret as drawn ones (PR-02)."""
    round_ = state.round
    anew = replace(state, fixed=())
    later = tuple(show(anew, number + 1, dice) for number in range(round_, len(state.fixed)))
    return replace(state, fixed=(*state.fixed[:round_], *later))


LATER_PAGES = dict.fromkeys(
    (
        "The gods and their rituals",
        "What the blessings do",
        "The rituals of the source, read off its drawings",
        "Blessings",
    ),
    "Shown when round 1 starts (PR-01).",
)
"""Parts of the rule book that stay hidden until the gods are shown."""


def restate(orders: Orders) -> list[str]:
    if orders == NO_ORDERS:
        return ["Nothing: no rituals, no picks from the temple."]
    lines = []
    for ritual in orders.rituals:
        line = f"Perform a ritual with {ritual.tableau}{_deity_title(ritual.tableau)}"
        if ritual.forbid is not msgspec.UNSET:
            line += f", and with the Blessing of Artemis forbid {ritual.forbid}{_deity_title(ritual.forbid)}"
        lines.append(f"{line}.")
    if orders.temple:
        places = ", ".join(str(place) for place in orders.temple)
        lines.append(f"Pick from the temple: place{'s' if len(orders.temple) > 1 else ''} {places}.")
    return lines


def _deity_title(pattern: str) -> str:
    """Name the deity of a pattern in the rules' tables. Never Dionysus: his pattern is secret."""
    deity = spec.OWNER.get(pattern)
    return "" if deity is None else f" ({spec.BY_ID[deity].name})"


def tell(report: Report) -> list[str]:
    lines = []
    for ritual in report.rituals:
        result_words = "performed" if ritual.ok else "failed: someone forbade that pattern, and the tableau is gone"
        lines.append(f"Ritual {ritual.tableau}{_deity_title(ritual.tableau)}: {result_words}.")
    for deity in report.blessings:
        seen = spec.BY_ID[deity]
        lines.append(f"You received the Blessing of {seen.name}: {seen.gives}.")
    for pick in report.picks:
        result_words = "you received it" if pick.got else "you did not get it"
        lines.append(f"Temple place {pick.place}, {pick.tableau}: {result_words}.")
    if report.dionysus is not None:
        lines.append(f"You know the ritual of Dionysus: {report.dionysus}.")
    mana = "unlimited mana" if report.mana is None else f"{report.mana} mana"
    tokens = f"{report.tokens} adjustment token{'' if report.tokens == 1 else 's'}"
    points = f"{report.points} point{'' if report.points == 1 else 's'}"
    lines.append(f"You have {mana}, {tokens} and {points}.")
    tableaux = " ".join(report.tableaux) or "none"
    lines.append(f"Your tableaux: {tableaux}.")
    return lines
