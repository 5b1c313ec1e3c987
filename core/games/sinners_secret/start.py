"""Set-up: Heaven, the owners of letters, and the pair of each letter (SS-01).

A legal deal is: for each virtue four different sins, one for each Heaven player, such that a player's three sins
differ; any order of a hand's pairs over its letters; any order of the nine other pairs over Hell. The first is drawn by
rejection (one in seven is kept), the others are shuffles: all legal deals are equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.dice import Dice, Draw
from core.games.sinners_secret.spec import (
    HEAVEN_SEATS,
    LETTERS,
    LETTERS_OF,
    MOST_LOCKS,
    MOST_MARKED,
    PAIRS,
    SINS,
    VIRTUES,
    Attributes,
    Realm,
)
from core.games.sinners_secret.structs import Given, Lock, Options, State
from core.refusal import NotAMatch, quoted

Owned = dict[str, tuple[str, ...]]


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """Return the position before round 1, or before `given.round`. Raises NotAMatch for what SS-01, SS-11 or SS-23
    exclude."""
    marked = _read_marked(seats, options.marked)
    heaven = _read_heaven(seats, options, given) or draw_heaven(seats, marked, dice)
    for name in heaven:
        if name in marked:
            raise NotAMatch(
                "marked_in_heaven", f"{name} carries a Mark and so belongs in Hell, not in Heaven.", "SS-23"
            )
    realms: dict[str, Realm] = {seat: "heaven" if seat in heaven else "hell" for seat in seats}
    pairs = _read_pairs(given.pairs)
    owned = None if given.letters is None else {seat: tuple(sorted(given.letters[seat])) for seat in seats}
    if pairs is None:
        owned = owned or draw_letters(realms, dice)
        pairs = deal_pairs(realms, owned, dice)
    elif owned is None:
        owned = deal_letters(realms, pairs, dice)
    else:
        _check_heaven_pairs(realms, owned, pairs)
    start = given.round or 1
    return State(
        seats=seats, round=start, realms=realms, letters=owned, pairs={letter: pairs[letter] for letter in LETTERS},
        marked=marked, reveal=options.reveal, assistance=options.assistance, locks=_read_locks(given.locks, start),
    )  # fmt: skip


# --- the draws ------------------------------------------------------------------------------------------------------
def draw_heaven(seats: Sequence[str], marked: Sequence[str], dice: Dice) -> tuple[str, ...]:
    """Draw four of the seats without a Mark (SS-23), each four equally likely, in seat order."""
    drawn = dice.draw("deal: heaven").sample([seat for seat in seats if seat not in marked], HEAVEN_SEATS)
    return tuple(seat for seat in seats if seat in drawn)


def draw_letters(realms: Mapping[str, Realm], dice: Dice) -> Owned:
    """Deal three letters to each in Heaven and one to each in Hell, every way equally likely."""
    letters = list(LETTERS)
    dice.draw("deal: letters").shuffle(letters)
    return {seat: tuple(sorted(letters.pop() for _ in range(LETTERS_OF[realm]))) for seat, realm in realms.items()}


def draw_hands(draw: Draw, sins: Sequence[str], hands: int) -> list[list[Attributes]]:
    """Draw, for each of `hands` Heaven players, one pair of each virtue: all pairs different, the sins in a hand
    different.

    Every such list of hands is equally likely: all lists without two equal pairs are, and the others are drawn anew.
    """
    while True:
        columns = [draw.sample(sins, hands) for _ in VIRTUES]
        rows = [list(row) for row in zip(*columns, strict=True)]
        if all(len(set(row)) == len(row) for row in rows):
            return [list(zip(row, VIRTUES, strict=True)) for row in rows]


def deal_pairs(realms: Mapping[str, Realm], owned: Owned, dice: Dice) -> dict[str, Attributes]:
    """Deal a pair to each letter, every legal deal equally likely (SS-01)."""
    draw = dice.draw("deal: pairs")
    pairs: dict[str, Attributes] = {}
    for seat, hand in _dealt_hands(realms, draw).items():
        draw.shuffle(hand)
        pairs.update(zip(owned[seat], hand, strict=True))
    return pairs


def deal_letters(realms: Mapping[str, Realm], pairs: Mapping[str, Attributes], dice: Dice) -> Owned:
    letter_of = {pair: letter for letter, pair in pairs.items()}
    hands = _dealt_hands(realms, dice.draw("deal: pairs"))
    return {seat: tuple(sorted(letter_of[pair] for pair in hand)) for seat, hand in hands.items()}


def _dealt_hands(realms: Mapping[str, Realm], draw: Draw) -> dict[str, list[Attributes]]:
    heaven = [seat for seat in realms if realms[seat] == "heaven"]
    hands = dict(zip(heaven, draw_hands(draw, SINS, len(heaven)), strict=True))
    dealt = {pair for hand in hands.values() for pair in hand}
    left = [pair for pair in PAIRS if pair not in dealt]
    draw.shuffle(left)
    return {seat: hands.get(seat) or [left.pop()] for seat in realms}


# --- what is given --------------------------------------------------------------------------------------------------
def _check_names(source: str, names: Sequence[str], seats: Sequence[str]) -> None:
    for name in names:
        if name not in seats:
            raise NotAMatch("not_seated", f"{source}: nobody called {quoted(name)} is seated here.")
    if len(set(names)) < len(names):
        raise NotAMatch("named_twice", f"{source}: name each player once.")


def _read_marked(seats: tuple[str, ...], marked: tuple[str, ...]) -> tuple[str, ...]:
    _check_names("marked", marked, seats)
    if len(marked) > MOST_MARKED:
        raise NotAMatch(
            "too_many_marked", f"At most {MOST_MARKED} players can carry a Mark; {len(marked)} are named.", "SS-23"
        )
    return tuple(seat for seat in seats if seat in marked)


def _read_heaven(seats: tuple[str, ...], options: Options, given: Given) -> tuple[str, ...] | None:
    """Return the four in Heaven if given, in seat order. Several sources must agree."""
    sources: list[tuple[str, tuple[str, ...]]] = []
    for source, names in (("option heaven", options.heaven), ("heaven", given.heaven)):
        if names is not None:
            _check_names(source, names, seats)
            sources.append((source, names))
    if given.letters is not None:
        sources.append(("letters", _read_letters(seats, given.letters)))
    for source, names in sources:
        if len(names) != HEAVEN_SEATS:
            raise NotAMatch(
                "wrong_heaven", f"{source}: {HEAVEN_SEATS} players are in Heaven; here are {len(names)}.", "SS-01"
            )
        if set(names) != set(sources[0][1]):
            raise NotAMatch("two_heavens", f"{sources[0][0]} and {source} put different players in Heaven.", "SS-01")
    return tuple(seat for seat in seats if seat in sources[0][1]) if sources else None


def _read_letters(seats: tuple[str, ...], letters: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    _check_names("letters", list(letters), seats)
    for seat in seats:
        if len(letters.get(seat, ())) not in LETTERS_OF.values():
            raise NotAMatch("wrong_letters", f"letters: {seat} needs three letters (Heaven) or one (Hell).", "SS-01")
    if sorted(letter for own in letters.values() for letter in own) != list(LETTERS):
        raise NotAMatch("wrong_letters", "letters: each of A to U belongs to exactly one player.", "SS-01")
    return tuple(seat for seat in seats if len(letters[seat]) == LETTERS_OF["heaven"])


def _read_pairs(pairs: Mapping[str, Attributes] | None) -> Mapping[str, Attributes] | None:
    if pairs is None:
        return None
    if sorted(pairs) != list(LETTERS):
        raise NotAMatch("wrong_pairs", "pairs: give each of the letters A to U its sin and virtue.", "SS-01")
    for letter, pair in pairs.items():
        if pair not in PAIRS:
            raise NotAMatch("wrong_pairs", f"pairs: {letter} needs a sin and a virtue, in this order.", "SS-01")
    if len(set(pairs.values())) < len(PAIRS):
        raise NotAMatch("wrong_pairs", "pairs: every pair of a sin and a virtue belongs to one letter only.", "SS-01")
    return pairs


def _check_heaven_pairs(realms: Mapping[str, Realm], owned: Owned, pairs: Mapping[str, Attributes]) -> None:
    for seat, realm in realms.items():
        own = [pairs[letter] for letter in owned[seat]]
        if realm == "heaven" and (len({p[0] for p in own}) < len(own) or len({p[1] for p in own}) < len(own)):
            raise NotAMatch(
                "wrong_pairs",
                f"pairs: the letters of {seat} need three sins and three virtues, all different.",
                "SS-01",
            )


def _read_locks(locks: Sequence[tuple[str, str, int]], start: int) -> tuple[Lock, ...]:
    """Return locks made before the start, by round, then letter. Raises NotAMatch by SS-11."""
    read = sorted((Lock(*lock) for lock in locks), key=lambda lock: (lock.round, lock.letter, lock.locked))
    for lock in read:
        where = f"locks: {lock.letter} locking {lock.locked} in round {lock.round}"
        if lock.letter not in LETTERS or lock.locked not in LETTERS:
            raise NotAMatch("wrong_locks", f"{where}: the letters are A to U.", "SS-11")
        if lock.letter == lock.locked:
            raise NotAMatch("wrong_locks", f"{where}: a letter never locks itself.", "SS-11")
        if not 1 <= lock.round < start:
            raise NotAMatch(
                "wrong_locks", f"{where}: the match starts at round {start}; locks come before it.", "SS-11"
            )
        own = [own_lock for own_lock in read if own_lock.letter == lock.letter]
        if len({own_lock.round for own_lock in own}) < len(own):
            raise NotAMatch("wrong_locks", f"locks: {lock.letter} makes one lock a round.", "SS-11")
        if len({own_lock.locked for own_lock in own}) < len(own):
            raise NotAMatch("wrong_locks", f"locks: {lock.letter} locks the same letter twice.", "SS-11")
        if len(own) > MOST_LOCKS:
            raise NotAMatch("wrong_locks", f"locks: {lock.letter} makes at most {MOST_LOCKS} locks.", "SS-11")
    return tuple(read)
