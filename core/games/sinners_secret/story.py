"""Events of A Sinner's Secret (core.story). The truth of a lock is secret before the end (SS-12), so a seat's own story
counts locks and answers."""

from __future__ import annotations

from collections.abc import Iterator

from core.games.sinners_secret.rules import answers_to, correct, letter_score, standing, two_orders
from core.games.sinners_secret.spec import ASCEND_BY_RANK
from core.games.sinners_secret.structs import Chapter, Memory, Page, Query, Record, State, View
from core.json import Json
from core.story.parts import Cell, Column, GameStory, Reason, Series, Step, Turn, called, listed
from core.story.reviewing import figure
from core.story.turning import counted, number, swings, together


def full_story(record: Record) -> GameStory:
    final: State = record.final
    score = counted(record, "score", "Points", "points", lambda state, s: standing(state, s).score, column="score")
    right = counted(
        record, "right", "Right locks", "right locks", lambda state, s: standing(state, s).correct_locks, column="right"
    )
    proofs = [turn for chapter in record.chapters for turn in _proof_turns(chapter, final)]
    return GameStory(
        columns=(
            Column(id="realm", title="Realm", short="realm", decides=True),
            Column(id="score", title="Points", short="points", decides=True),
            Column(id="right", title="Right locks", short="right", decides=True),
            Column(id="wrong", title="Wrong locks", short="wrong"),
            Column(id="hit", title="Locked by allies", short="hit", decides=True),
            Column(id="letters", title="Points by letter", short="letters"),
        ),
        endangers=("score", "right"),
        spared=tuple(s for s in record.seats if final.realms[s] == "heaven" or s in final.marked),
        cells={seat: _cells(final, seat) for seat in record.seats},
        reasons=_reasons(record),
        series=(score, right),
        turns=(
            *swings(score, "round", because=lambda seat, round_: _locks_in_words(final, seat, round_)),
            *_lead_turns(record, score),
            *proofs,
            *_most_locked_turns(final),
        ),
        alike=together(
            proofs,
            "a query proved two letters allies and a lock followed",
            lambda event: f"as in round {event.round}: {event.seats[0]}'s to {event.seats[1]}",
        ),
        steps={chapter.round: tuple(steps(chapter)) for chapter in record.chapters},
        pictures={-1: picture(record.start)} | {c.round: picture(c.after) for c in record.chapters},
    )


def _cells(state: State, seat: str) -> dict[str, Cell]:
    own_standing = standing(state, seat)
    return {
        "realm": state.realms[seat].title(),
        "score": own_standing.score,
        "right": own_standing.correct_locks,
        "wrong": own_standing.wrong_locks,
        "hit": own_standing.locked_by_allies,
        "letters": " ".join(
            f"{letter}{figure(letter_score(state, letter), gain=True)}" for letter in state.letters[seat]
        ),
    }


# --- the steps of a close --------------------------------------------------------------------------------------------
def steps(chapter: Chapter) -> Iterator[Step]:
    state: State = chapter.after
    for query in _queries_of_round(chapter):
        answers = answers_to(state, query)
        yes = [letter for letter in query.letters if answers[letter]]
        answer = f"yes for {listed(yes)}" if yes else "no for all three"
        yield Step(
            kind="query",
            seats=(query.by, query.to),
            text=f"{query.by} asked about {query.attribute} in {listed(query.letters)}; {query.to} was told {answer}.",
            data={"letters": list(query.letters), "attribute": query.attribute, "to": query.to, "answers": answers},
        )
    for lock in [lock for lock in chapter.after.locks if lock.round == chapter.round]:
        right = correct(state, lock)
        by, of = _owner(state, lock.letter), _owner(state, lock.locked)
        shared = listed([a for a in state.pairs[lock.letter] if a in state.pairs[lock.locked]])
        result = f"right, their allies share {shared}" if right else "wrong"
        yield Step(
            kind="lock",
            seats=(by, of) if by != of else (by,),
            text=f"{by}'s {lock.letter} locked {of}'s {lock.locked}: {result}.",
            data={"letter": lock.letter, "locked": lock.locked, "ok": right},
        )


def _queries_of_round(chapter: Chapter) -> tuple[Query, ...]:
    return tuple(query for query in chapter.after.queries if query.round == chapter.round)


def _owner(state: State, letter: str) -> str:
    return next(seat for seat, letters in state.letters.items() if letter in letters)


def picture(state: State) -> Json:
    return {
        "letters": {seat: list(letters) for seat, letters in state.letters.items()},
        "realms": dict(state.realms),
        "pairs": {letter: list(pair) for letter, pair in state.pairs.items()},
        "locks": [[lock.letter, lock.locked, lock.round, correct(state, lock)] for lock in state.locks],
        "queries": [[q.round, q.by, q.to, list(q.letters), q.attribute] for q in state.queries],
    }


# --- reasons (SS-21 to SS-25) ----------------------------------------------------------------------------------------
def _reasons(record: Record) -> tuple[Reason, ...]:
    state: State = record.final
    orders = two_orders(state)
    ending = record.ending
    if orders is None or ending is None:
        return ()
    reasons = [_first_reason(state, orders.heaven, "Heaven"), _first_reason(state, orders.hell, "Hell")]
    first = [seat for seat in orders.hell if seat not in state.marked][:ASCEND_BY_RANK]
    for seats, why in (
        (
            tuple(s for s in state.ascended if s in first),
            "the first of Hell without a Mark" if state.marked else "the first of Hell",
        ),
        (tuple(s for s in state.ascended if s not in first), f"chosen by {orders.heaven[0]}, the first in Heaven"),
    ):
        if seats:
            text = f"{listed(seats)} ascend{'s' if len(seats) == 1 else ''}: {why}."
            reasons.append(Reason(kind="ascent", seats=seats, text=text, ruling="SS-22"))
    if ending.candidate is not None:
        score = standing(state, ending.candidate).score
        passed = f" without a Mark (passed over: {listed(state.marked)})" if state.marked else ""
        text = (
            f"{ending.candidate} is the Elimination Candidate: the last in Hell{passed}, with {number(score)} points."
        )
        reasons.append(Reason(kind="candidate", seats=(ending.candidate,), text=text, ruling="SS-22"))
    if ending.opponent is not None:
        text = f"{ending.opponent} is the opponent in the Death Match, of those who are in Hell now."
        reasons.append(Reason(kind="opponent", seats=(ending.opponent,), text=text, ruling="SS-24"))
    down = orders.heaven[-1]
    text = f"{down} is the last in Heaven, falls into Hell and carries the Mark of Elimination into the next match."
    reasons.append(Reason(kind="mark", seats=(down,), text=text, ruling="SS-22"))
    reasons += [Reason(kind="lots", seats=(), text=sentence, ruling="SS-21") for sentence in state.lots]
    return tuple(reasons)


def _first_reason(state: State, order: tuple[str, ...], realm: str) -> Reason:
    top = standing(state, order[0])
    points = called(top.score, "point")
    text = f"{order[0]} is the first in {realm} with {number(top.score)} {points}, {top.correct_locks} right locks"
    if len(order) > 1:
        other = standing(state, order[1])
        behind = f"has {number(other.score)}" if other.score != top.score else "has as many and is behind by the ties"
        text += f"; {order[1]} {behind}"
    return Reason(kind="winner", seats=(order[0],), text=f"{text}.", ruling="SS-21")


# --- turning points --------------------------------------------------------------------------------------------------
def _locks_in_words(final: State, seat: str, round_: int) -> str:
    locks = [lock for lock in final.locks if lock.round == round_]
    own = [correct(final, lock) for lock in locks if _owner(final, lock.letter) == seat]
    hits = sum(correct(final, lock) for lock in locks if _owner(final, lock.locked) == seat)
    parts = [(own.count(True), "right lock"), (own.count(False), "wrong lock")]
    lines = [f"{many} {word}{'s' * (many != 1)}" for many, word in parts if many]
    lines += [f"found out {hits} times" if hits > 1 else "found out once"] if hits else []
    return listed(lines)


def _lead_turns(record: Record, score: Series) -> Iterator[Turn]:
    state: State = record.final
    for realm in ("heaven", "hell"):
        seats = [seat for seat in record.seats if state.realms[seat] == realm]
        leader: str | None = None
        turns: list[Turn] = []
        for place, round_ in enumerate(score.rounds):
            values = {seat: score.curves[seat][place] or 0 for seat in seats}
            top = max(values.values())
            first = [seat for seat, value in values.items() if value == top]
            if len(first) != 1 or first[0] == leader:
                continue
            if leader is not None:
                points = f"{number(top)} {called(top, 'point')}"
                text = f"Round {round_}: {first[0]}, then at {points}, passed {leader} as the first in {realm.title()}."
                weight = float(top - values[leader]) + place
                turns.append(Turn(round=round_, seats=(first[0], leader), kind="lead", text=text, weight=weight))
            leader = first[0]
        yield from turns[-1:]


def _proof_turns(chapter: Chapter, final: State) -> Iterator[Turn]:
    """Yield answers with two yes, which prove those letters allies (SS-04, SS-10), if the recipient used them."""
    for place, query in enumerate(_queries_of_round(chapter)):
        answers = answers_to(final, query)
        yes = [letter for letter in query.letters if answers[letter]]
        own = [letter for letter in yes if _owner(final, letter) == query.to]
        used = [k for k in final.locks if k.letter in own and k.locked in yes and k.round >= chapter.round]
        if len(yes) > 1 and used:
            lock = used[0]
            text = (
                f"Round {chapter.round}: {query.by}'s query proved to {query.to} that {lock.letter} and {lock.locked} "
                f"are allies; the lock came in round {lock.round}."
            )
            yield Turn(round=chapter.round, seats=(query.by, query.to), kind="proof", text=text,
                       weight=float(len(yes)) + 1 / lock.round, step=place)  # fmt: skip


def _most_locked_turns(final: State) -> Iterator[Turn]:
    hits = [lock for lock in final.locks if correct(final, lock)]
    counts = {lock.locked: sum(other.locked == lock.locked for other in hits) for lock in hits}
    if not counts or max(counts.values()) < 2:
        return
    letter = max(counts, key=lambda letter_: (counts[letter_], -ord(letter_)))
    last = [lock for lock in hits if lock.locked == letter][-1]
    owner = _owner(final, letter)
    by = [_owner(final, lock.letter) for lock in hits if lock.locked == letter]
    text = f"{owner}'s letter {letter} was found out {counts[letter]} times, by {listed(list(dict.fromkeys(by)))}, "
    text += f"and cost {owner} {3 * counts[letter]} points."
    yield Turn(round=last.round, seats=(owner, *dict.fromkeys(b for b in by if b != owner)), kind="found out",
               text=text, figures={"times": counts[letter]}, weight=float(counts[letter]),
               tells="betrayal")  # fmt: skip


# --- from one seat's eyes --------------------------------------------------------------------------------------------
def own_story(memory: Memory) -> GameStory:
    view: View = memory.now
    cells: dict[str, dict[str, Cell]] = {
        seat: {"realm": realm.title(), "letters": " ".join(view.letters.get(seat, ()))}
        for seat, realm in view.realms.items()
    }
    columns = (
        Column(id="realm", title="Realm", short="realm"),
        Column(id="letters", title="Letters", short="letters"),
        Column(id="locks", title="Locks made", short="locks", decides=True),
    )
    seat = memory.seat
    if seat is None:
        return GameStory(columns=columns[:2], cells=cells)
    cells[seat]["locks"] = sum(len(own) for own in view.locks.values())
    locks = counted(
        memory, "locks", "Locks made", "locks", lambda moment, _: sum(len(own) for own in moment.locks.values()),
        column="locks", seats=(seat,),
    )  # fmt: skip
    return GameStory(
        columns=columns,
        cells=cells,
        series=(locks,),
        steps={page.round: tuple(_own_steps(seat, page)) for page in memory.pages},
        pictures={round_: _own_picture(view) for round_, view in memory.views.items()},
    )


def _own_steps(seat: str, page: Page) -> Iterator[Step]:
    view = page.after
    for sent in view.sent:
        if sent.round == page.round:
            text = f"{seat} asked about {sent.attribute} in {listed(sent.letters)}, told to {sent.to}."
            data = {"letters": list(sent.letters), "attribute": sent.attribute, "to": sent.to}
            yield Step(kind="query", seats=(seat, sent.to), text=text, data=data)
    for answer in page.told.answers:
        yes = [letter for letter in answer.letters if answer.answers[letter]]
        result = f"yes for {listed(yes)}" if yes else "no for all three"
        text = f"{answer.by} asked about {listed(answer.letters)}; {seat} was told {result}."
        yield Step(kind="answer", seats=(seat, answer.by), text=text, data={"answers": dict(answer.answers)})
    for letter, locks in view.locks.items():
        for lock in locks:
            if lock.round == page.round:
                yield Step(kind="lock", seats=(seat,), text=f"{seat}'s {letter} locked {lock.locked}.",
                           data={"letter": letter, "locked": lock.locked})  # fmt: skip


def _own_picture(view: View) -> Json:
    return {
        "letters": {seat: list(letters) for seat, letters in view.letters.items()},
        "realms": dict(view.realms),
        "pairs": {letter: list(pair) for letter, pair in view.pairs.items()},
        "locks": [[letter, lock.locked, lock.round, None] for letter, locks in view.locks.items() for lock in locks],
        "queries": [],
    }
