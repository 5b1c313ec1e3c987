"""Defaults for authors: choices from refusals, the ending, words, the story, simple bots.

All of it is optional."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic

import msgspec
from msgspec.structs import replace

from core.bots.contract import AnyBot, Do, Done, Move, Seal, Sight
from core.contract import Choice, Game, GameState, Number, O, Options, R, S, Struct, V
from core.decoding import canonical, plain
from core.dice import Dice, Draw
from core.json import Json
from core.ledger import PURSE, PURSE_TAKEN, Coin, Ending, LedgerEntry, Lots, group, spent, total
from core.refusal import NotAMatch, Refused
from core.story.drawing import Drawing, Moment
from core.story.parts import Column, GameStory, Memory, Record
from core.story.turning import counted


def choice(slot: str, value: str | int, probe: Json, trial: Callable[[], None], label: str = "") -> Choice:
    """Return a choice of `asks`: closed with sentence and ruling if `trial()` raises Refused, else open."""
    try:
        trial()
    except Refused as refusal:
        return Choice(slot, value, label, refusal.message, refusal.ruling, probe)
    return Choice(slot, value, label, probe=probe)


def choices(
    slot: str,
    values: Iterable[str | int],
    orders: Callable[[Any], Struct],
    check: Callable[[Any], None],
    label: Callable[[Any], str] = str,
) -> tuple[Choice, ...]:
    """Return a choice for each of `values`: its probe is `orders(value)`, and it is closed if `check` refuses them."""

    def single(value: Any) -> Choice:
        probe = orders(value)
        return choice(slot, value, plain(probe), lambda: check(probe), label(value))

    return tuple(map(single, values))


def number(slot: str, least: int, most: int, orders: Callable[[int], Struct], label: str = "") -> Choice:
    """Return a choice of a whole number that the player types. `orders` makes the orders of a number."""
    return Choice(slot, least, label, probe=plain(orders(least)), entry=Number(least, most))


def ending(seats: Sequence[str], standing: Mapping[str, Any], dice: Dice) -> Ending:
    """Return an ending: the best seats win; the last of the others is the Elimination Candidate, by lot among equals
    (CM-05). There is none if all have won. `standing` compares seats, greater is better."""
    ranking = group(seats, standing)
    if len(ranking) == 1:
        return Ending(winners=ranking[0], ranking=ranking, has_opponent=False)
    last = ranking[-1]
    candidate = dice.draw("elimination candidate").pick(last)
    text = f"{candidate} is the Elimination Candidate, drawn by lot among {', '.join(last)}."
    lots = (Lots(text, last),) if len(last) > 1 else ()
    return Ending(ranking[0], ranking, candidate=candidate, lots=lots)


def onward(state: S, over: bool, standing: Mapping[str, Any], dice: Dice) -> S:
    """Return the state after a close: the next round or, if it is `over`, the usual ending by `standing` with a Token
    of Life for each winner."""
    if not over:
        return replace(state, round=state.round + 1)
    end = ending(state.seats, standing, dice)
    tokens = prizes("token", dict.fromkeys(end.winners, 1), "won the match")
    return replace(state, ending=end, ledger=(*state.ledger, *purses_back(state), *tokens))


def prizes(coin: Coin, amounts: Mapping[str, int], reason: str) -> tuple[LedgerEntry, ...]:
    """Return the ledger's lines for prizes, in the order of `amounts`; none for 0 (CM-06)."""
    return tuple(LedgerEntry(seat, coin, amount, reason) for seat, amount in amounts.items() if amount)


class OnceARound(Generic[O, V, R]):
    """A bot that seals once a round and is ready, and names a seat when it has to choose.

    `plan(sight, draw)` returns orders as JSON, or None to seal nothing. Draws follow from seat, round and seed.
    """

    def __init__(self, seat: str, seed: int, plan: Callable[[Sight[O, V, R], Draw], Json | None]) -> None:
        self._dice = Dice(seed)
        self._seat = seat
        self._plan = plan

    def turn(self, sight: Sight[O, V, R]) -> list[Move]:
        draw = self._dice.draw(f"{self._seat}, round {sight.round}")
        if sight.pending is not None:
            return [named(sight, draw)]
        if sight.ready or not sight.asks.orders:
            return []
        orders = self._plan(sight, draw)
        return [Done()] if orders is None else [Seal(orders), Done()]


# --- purses -----------------------------------------------------------------------------------------------------------
class PurseOptions(Options, frozen=True):
    """Options of a game in which garnets are spent; a season lends its players theirs (SE-04)."""

    purse: int = 6
    """Garnets that each seat may spend, 0 or more."""
    purses: dict[str, int] | None = None
    """Garnets lent by a season, by seat, in place of `purse`. The rest is taken back at the end."""


class PurseState(GameState, frozen=True, kw_only=True):
    """State of a usual game. The ledger holds the purses; each seat's spending is its secret (CM-06)."""

    lent: bool = False
    """True if a season lent the purses."""


def purses(seats: Sequence[str], options: PurseOptions) -> dict[str, Any]:
    """Return the fields `ledger` and `lent` for a new PurseState. NotAMatch for purses that do not fit the seats."""
    amounts = dict.fromkeys(seats, options.purse) if options.purses is None else options.purses
    if set(amounts) != set(seats) or min(amounts.values()) < 0:
        raise NotAMatch("bad_purse", "purses gives each seat of the match its garnets, 0 or more.", "CM-06")
    ledger = tuple(LedgerEntry(seat, "garnet", amounts[seat], PURSE) for seat in seats if amounts[seat])
    return {"ledger": ledger, "lent": options.purses is not None}


def in_purse(state: GameState, seat: str) -> int:
    return total(state.ledger, "garnet", state.seats)[seat]


def spend(state: S, seat: str, garnets: int, reason: str) -> S:
    """Return the state after a payment. Refused (`purse_too_small`) if the purse does not hold so much."""
    if garnets > in_purse(state, seat):
        held = in_purse(state, seat)
        raise Refused("purse_too_small", f"You have {held} garnets, and this costs {garnets}.", "CM-06")
    return replace(state, ledger=(*state.ledger, *prizes("garnet", {seat: -garnets}, reason)))


def loans_spent(state: GameState) -> dict[str, int]:
    """Return the part of each lent purse that its seat spent, prizes last; empty if a season lent none."""
    if not getattr(state, "lent", False):
        return {}
    loans = total(tuple(entry for entry in state.ledger if entry.reason == PURSE), "garnet", state.seats)
    return {seat: min(garnets, loans[seat]) for seat, garnets in spent(state.ledger, state.seats).items()}


def purses_back(state: GameState) -> tuple[LedgerEntry, ...]:
    """Return the lines that give the rest of lent purses back to the season; none for others."""
    paid = loans_spent(state)
    loans = {entry.seat: entry.amount for entry in state.ledger if entry.reason == PURSE} if paid else {}
    return prizes("garnet", {seat: paid[seat] - loan for seat, loan in loans.items()}, PURSE_TAKEN)


SHORT: Final = 7
"""Letters of a short title (`core.story.parts.Column`)."""


# --- a game with defaults --------------------------------------------------------------------------------------------
class Sentences(Struct, frozen=True):
    """A report or public report in words."""

    lines: tuple[str, ...]


def said(*lines: str) -> Sentences:
    return Sentences(lines)


def words_of(value: Any) -> str:
    """Return a value of a field in words: `Ada and Bo`, `Ada 3, Bo 4`, `yes`, `none`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {words_of(inner)}" for key, inner in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(words_of, value)) or "none"
    if isinstance(value, Struct):
        return words_of(plain(value))
    if value is None:
        return "-"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def field_label(labels: Mapping[str, str], kind: str, name: str) -> str:
    """Return the words of a field: those of `View.name`, of any other struct's field of that name, or its name."""
    if label := labels.get(f"{kind}.{name}"):
        return label
    others = (label for key, label in labels.items() if key.endswith(f".{name}"))
    return next(others, name.replace("_", " ").capitalize())


def sentence_of(label: str, value: Any) -> str:
    """Return a field in words: `{}` in its label stands for the value, else the value follows the label."""
    return label.replace("{}", words_of(value)) if "{}" in label else f"{label.rstrip('.')}: {words_of(value)}."


def fields_in_words(labels: Mapping[str, str], kind: str, values: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each field that holds something."""
    held = {name: value for name, value in values.items() if value not in (None, "", [], {})}
    return [sentence_of(field_label(labels, kind, name), value) for name, value in held.items()]


class UsualGame(Game[Any, Any, Any, Any]):
    """A game with defaults for all that follows from its structs and their words (`labels`).

    A subclass needs `setup`, `close` and `asks`.
    """

    score: ClassVar[str] = ""
    """Field of the State with a figure for each seat, for result and curve; also of the View if it is public."""
    combines: ClassVar[bool] = False
    """True if open choices of different slots are legal together: random bots combine them."""
    plan: ClassVar[Callable[[Sight[Any, Any, Any], Draw], Json | None] | None] = None
    """Orders or action of a steady bot, as JSON; None for nothing."""

    def host(self, state: GameState) -> Json:
        own = plain(state)
        return {name: own[name] for name in own if name not in GameState.__struct_fields__}

    def view(self, state: GameState, seat: str | None) -> Struct:
        """Return the fields of the View from those of the State with the same names: public ones as they are, of a
        `hidden` one what this seat may see."""
        by = {hidden.field: hidden.by for hidden in self.hidden}

        def shown(name: str) -> Any:
            value = getattr(state, name)
            if name not in by:
                return value
            if by[name] == "holder":
                return None if seat is None else value.get(seat)
            if by[name] == "others":
                return {} if seat is None else {holder: held for holder, held in value.items() if holder != seat}
            if by[name] == "realm":
                realms = self.realms(state)
                own = realms.get(seat or "", seat)
                return {holder: held for holder, held in value.items() if realms.get(holder, holder) == own}
            return len(value)

        return self.View(**{name: shown(name) for name in self.View.__struct_fields__})

    def restate(self, orders: Struct) -> Sequence[str]:
        return fields_in_words(self.labels, "Orders", plain(orders))

    def tell(self, report: Struct) -> Sequence[str]:
        if isinstance(report, Sentences):
            return report.lines
        return fields_in_words(self.labels, "Report", plain(report)) or ["Nothing happened to you."]

    def tell_public(self, public: object) -> Sequence[str]:
        values = public if isinstance(public, Mapping) else {}
        lines: Sequence[str] = values["lines"] if [*values] == ["lines"] else ()
        return lines or fields_in_words(self.labels, "Public", values) or ["Nothing new."]

    def outcome_facts(self, state: GameState) -> Json:
        """Return `spent` of lent purses by seat, for the season's booking."""
        if not getattr(state, "lent", False) or self.pending(state) is not None:
            return {}
        return {"spent": {seat: garnets for seat, garnets in loans_spent(state).items() if garnets}}

    # --- the story
    def full_story(self, record: Record[Any, Any, Any]) -> GameStory:
        return self._scores(record, record.final)

    def own_story(self, memory: Memory[Any, Any, Any]) -> GameStory:
        return self._scores(memory, memory.now)

    def _scores(self, past: Record[Any, Any, Any] | Memory[Any, Any, Any], now: Any) -> GameStory:
        """Return the story of the score; without figures unless `now`, a State or View, shows every seat's."""
        name, scores, pictures = self.score, getattr(now, self.score, None), self._pictures(past)
        if not isinstance(scores, Mapping) or not set(past.seats) <= set(scores):
            return GameStory(pictures=pictures)
        title = field_label(self.labels, "State", name).rstrip(".").replace("{}", "").strip()
        column = Column(id=name, title=title, short=_short(title), decides=True)

        def figure(moment: Any, seat: str) -> float | None:
            value: float | None = getattr(moment, name).get(seat)
            return value

        series = counted(past, name, title, title.lower(), figure, column=name)
        cells = {seat: {name: scores[seat]} for seat in past.seats}
        return GameStory(columns=(column,), cells=cells, series=(series,), pictures=pictures)

    def _pictures(self, past: Record[Any, Any, Any] | Memory[Any, Any, Any]) -> dict[int, Json]:
        """Return the Views of a past for `draw`, by round: a spectator's of the whole record. None without a board."""
        if type(self).board is Game.board:
            return {}
        if isinstance(past, Record):
            moments = {-1: past.start} | {chapter.round: chapter.after for chapter in past.chapters}
            return {number: plain(self.view(state, None)) for number, state in moments.items()}
        views = {-1: past.start} | {page.round: page.after for page in past.pages}
        return {number: plain(view) for number, view in views.items()}

    def draw(self, moment: Moment) -> Drawing | None:
        return self.board(msgspec.convert(dict(moment.picture), self.View))

    # --- bots
    def bot(self, level: str, seat: str, seed: int) -> AnyBot:
        return AsksBot(seat, seed, None if level == "random" else type(self).plan, self.combines)


def _short(title: str) -> str:
    """Return a column's short title: the first words that fit, else the first letters."""
    words = title.split()
    fits = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((short for short in fits if len(short) <= SHORT), title[:SHORT])


class AsksBot:
    """A bot that plays any game through `asks`: by a plan if it has one, else at random.

    Draws follow from seat, seed, Sight and number of the turn.
    """

    def __init__(
        self, seat: str, seed: int, plan: Callable[[Sight[Any, Any, Any], Draw], Json | None] | None, combines: bool
    ) -> None:
        self._seat, self._dice, self._plan, self._combines = seat, Dice(seed), plan, combines
        self._turns = 0

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        self._turns += 1
        shown = canonical(plain([sight.view, sight.asks])).decode()
        draw = self._dice.draw(f"{self._seat}, round {sight.round}, turn {self._turns}: {shown}")
        if sight.pending is not None:
            return [named(sight, draw)]
        if sight.ready and not sight.asks.answers:
            return []
        open_ = [choice for choice in sight.asks.choices if choice.closed is None and choice.probe is not None]
        actions = [choice for choice in open_ if choice.slot.startswith("action")]
        if self._plan is not None and (actions or sight.asks.orders):
            planned = self._plan(sight, draw)
            if planned is not None:
                return [Seal(planned), Done()] if sight.asks.orders else [Do(planned)]
        if actions and (not sight.asks.orders or draw.chance(0.4)):
            return [Do(_probe(draw.pick(actions), draw))]
        if not sight.asks.orders:
            return []
        orders = self._random_orders([choice for choice in open_ if choice not in actions], draw)
        return [Done()] if orders is None else [Seal(orders), Done()]

    def _random_orders(self, open_: Sequence[Choice], draw: Draw) -> Json | None:
        if not open_ or draw.chance(0.05):
            return None
        if not self._combines:
            return _probe(draw.pick(open_), draw)
        by_slot: dict[str, list[Choice]] = {}
        for each in open_:
            by_slot.setdefault(each.slot, []).append(each)
        orders: Json = {}
        for slot, several in by_slot.items():
            probe = _probe(draw.pick(several), draw)
            orders |= {slot: probe[slot]} if slot in probe else probe
        return orders


def _probe(choice_: Choice, draw: Draw) -> Json:
    if isinstance(choice_.entry, Number):
        return choice_.filled(choice_.entry.least + draw.below(choice_.entry.most - choice_.entry.least + 1))
    return choice_.probe or {}


def named(sight: Sight[Any, Any, Any], draw: Draw) -> Do:
    """Return the answer of a bot that names seats by lot to the choice that it has to make."""
    pending = sight.pending
    assert pending is not None
    seats = draw.sample(pending.among, pending.count)
    return Do({"kind": pending.kind, **({"players": seats} if pending.kind == "give_tokens" else {"player": seats[0]})})
