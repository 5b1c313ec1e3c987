"""Events of Pantheic Runes (core.story). The full story shows all hands; a seat's own only what it did, received, and
public facts (PR-40)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.closing import ranking_key
from core.games.pantheic_runes.runes import CELLS
from core.games.pantheic_runes.structs import Player, State
from core.games.pantheic_runes.views import Chapter, Memory, Page, Record, View
from core.json import Json
from core.story.drawing import Drawing, Hand, Hands, Moment, Piece, Table, Word, Words, change, name, say
from core.story.parts import Cell, Column, GameStory, Reason, Series, Step, Turn, called, listed
from core.story.turning import counted, gained_on, leads, number, swings, together


def full_story(record: Record) -> GameStory:
    final: State = record.final
    points = counted(record, "points", "Points", "points", lambda state, s: state.players[s].points, column="points")
    rituals = counted(
        record, "rituals", "Rituals performed", "rituals", lambda state, s: state.players[s].rituals, column="rituals"
    )
    mana = counted(record, "mana", "Mana", "mana", lambda state, s: state.players[s].mana)
    contested = [turn for chapter in record.chapters for turn in _contested_turns(chapter)]
    first = [turn for chapter in record.chapters for turn in _blessing_turns(chapter)]
    return GameStory(
        columns=_columns(),
        endangers=("points", "rituals"),
        spared=tuple(s for s in record.seats if any(b.deity == "hermes" for b in final.players[s].blessings)),
        cells={seat: _cells(final.players[seat]) for seat in record.seats},
        reasons=_reasons(record, points),
        series=(points, rituals, mana),
        turns=(
            *swings(points, "round", most=1, because=lambda seat, round_: _gains_in_words(record, seat, round_)),
            *leads(points, "round"),
            *contested,
            *first,
            *(turn for chapter in record.chapters for turn in _forbidden_turns(chapter)),
        ),
        alike={
            **together(
                contested,
                "several wanted one tableau of the temple",
                lambda event: (
                    f"most of them in round {event.round}: {listed(event.seats)}, for {event.figures['tableau']}"
                ),
            ),
            **together(
                first,
                "a blessing paid more than its point",
                lambda _: "to " + listed([f"{turn.seats[0]} ({turn.figures['deity']})" for turn in first]),
            ),
        },
        steps={chapter.round: tuple(steps(chapter)) for chapter in record.chapters},
        pictures={-1: picture(record.start)} | {c.round: picture(c.after) for c in record.chapters},
    )


def _columns() -> tuple[Column, ...]:
    return (
        Column(id="points", title="Points", short="points", decides=True),
        Column(id="rituals", title="Rituals performed", short="rituals", decides=True),
        Column(id="blessed", title="Blessings", short="bless."),
        Column(id="blessings", title="Blessed by", short="of"),
        Column(id="mana", title="Mana", short="mana"),
        Column(id="tableaux", title="Tableaux left", short="left"),
    )


def _cells(player: Player) -> dict[str, Cell]:
    return {
        "points": player.points,
        "rituals": player.rituals,
        "blessed": len(player.blessings),
        "blessings": ", ".join(spec.BY_ID[b.deity].name for b in player.blessings),
        "mana": player.mana,
        "tableaux": len(player.tableaux),
    }


# --- the steps of a round (PR-22) ------------------------------------------------------------------------------------
def steps(chapter: Chapter) -> Iterator[Step]:
    for deed in chapter.deeds:
        text = _action(deed.by, deed.action)
        if text:
            seats = (deed.by, *(str(deed.action[k]) for k in ("with", "from") if k in deed.action))
            yield Step(kind=str(deed.action["kind"]), seats=seats, text=text, data=dict(deed.action))
    seats = chapter.before.seats
    for seat in seats:
        for ritual in chapter.reports[seat].rituals:
            yield _ritual(seat, ritual.tableau, ritual.ok)
    for seat in seats:
        deities_before = {blessing.deity for blessing in chapter.before.players[seat].blessings}
        for blessing in chapter.after.players[seat].blessings:
            if blessing.deity not in deities_before and blessing.deity in chapter.reports[seat].blessings:
                usual = 1 + (spec.ZEUS_EXTRA if blessing.deity == "zeus" else 0)
                alone = " and a point for being the only one" if blessing.points > usual else ""
                name = spec.BY_ID[blessing.deity].name
                yield Step(kind="blessing", seats=(seat,), text=f"{seat} received the Blessing of {name}{alone}.",
                           data={"deity": blessing.deity, "points": blessing.points})  # fmt: skip
    yield from _picks(chapter)


def _action(by: str, action: Mapping[str, Any]) -> str:
    kind = action["kind"]
    if kind == "rotate":
        return f"{by} turned {action['tableau']} by {action['degrees']} degrees."
    if kind == "adjust":
        rune = "nothing" if action["rune"] == runes.EMPTY else action["rune"]
        return f"{by} set the {runes.CORNERS[action['cell']]} cell of {action['tableau']} to {rune}."
    if kind == "combine":
        return f"{by} combined {listed(list(action['tableaux']))}."
    if kind == "propose_combine":
        return f"{by} proposed to {action['with']} to combine, with {action['tableau']}."
    if kind == "accept_combine":
        return f"{by} combined {action['tableau']} with {action['from']}'s."
    if kind == "create_tableau":
        return f"{by} used Demeter's gift: every seat received {action['tableau']}."
    return ""


def _ritual(seat: str, tableau: str, ok: bool) -> Step:
    deity = spec.OWNER.get(tableau)
    god_words = f" for {spec.BY_ID[deity].name}" if deity else ""
    result_words = "performed the ritual" if ok else "failed, for the pattern was forbidden, with the ritual"
    return Step(kind="ritual", seats=(seat,), text=f"{seat} {result_words} {tableau}{god_words}.",
                data={"tableau": tableau, "ok": ok, "deity": deity})  # fmt: skip


def _picks_by_place(chapter: Chapter) -> dict[int, list[tuple[str, bool]]]:
    by_place: dict[int, list[tuple[str, bool]]] = {}
    for seat in chapter.before.seats:
        for pick in chapter.reports[seat].picks:
            by_place.setdefault(pick.place, []).append((seat, pick.got))
    return dict(sorted(by_place.items()))


def _picks(chapter: Chapter) -> Iterator[Step]:
    for place, wanted in _picks_by_place(chapter).items():
        names = [seat for seat, _ in wanted]
        receiver = next((seat for seat, ok in wanted if ok), None)
        tableau = chapter.before.temple[place]
        if len(wanted) == 1 and receiver:
            text = f"{receiver} took {tableau} from the temple."
        elif receiver:
            text = f"{listed(names)} wanted {tableau} from the temple; {receiver} got it, by the Blessing of Ares."
        else:
            text = f"{listed(names)} wanted {tableau} from the temple, and nobody got it."
        seats = tuple(dict.fromkeys([*([receiver] if receiver else []), *names]))
        yield Step(kind="pick", seats=seats, text=text,
                   data={"place": place, "tableau": tableau, "wanted": names, "got": receiver})  # fmt: skip


def picture(state: State) -> Json:
    return {
        "players": {
            seat: {
                "tableaux": list(player.tableaux),
                "mana": player.mana,
                "tokens": player.tokens,
                "points": player.points,
                "rituals": player.rituals,
                "blessings": [b.deity for b in player.blessings],
            }
            for seat, player in state.players.items()
        },
        "temple": list(state.temple),
        "dionysus": state.dionysus,
    }


# --- reasons (PR-37, PR-50, PR-51) -----------------------------------------------------------------------------------
def _reasons(record: Record, points: Series) -> tuple[Reason, ...]:
    ending, state = record.ending, record.final
    if ending is None or not ending.winners:
        return ()
    winner = ending.winners[0]
    won = state.players[winner]
    second = next((seat for tied in ending.ranking for seat in tied if seat != winner), None)
    text = f"{winner} has the most points: {won.points}."
    if second is not None:
        ahead = won.points - state.players[second].points
        because = gained_on(points, winner, second, "round", lambda seat, round_: _gains_in_words(record, seat, round_))
        text = f"{winner} has the most points: {won.points}, {ahead} ahead of {second}{because}."
    if second is not None and state.players[second].points == won.points:
        theirs = state.players[second].rituals
        text = f"{winner} and {second} have {won.points} points each; "
        text += f"{winner} performed {won.rituals} rituals to {theirs}."
        if theirs == won.rituals:
            text = f"{winner} and {second} have {won.points} points and {won.rituals} rituals each; "
            text += f"{_tie_broken(state, winner, [second], 'ahead')}."
    reasons = [Reason(kind="winner", seats=(winner,), text=text, ruling="PR-50")]
    safe = [seat for seat in record.seats if seat != winner and state.players[seat].has("hermes")]
    if ending.candidate is not None and ending.candidate not in safe:
        text = f"{listed(safe)} cannot be the Elimination Candidate: the Blessing of Hermes."
        reasons += [Reason(kind="spared", seats=tuple(safe), text=text, ruling="PR-37")] if safe else []
    if ending.candidate is not None:
        reasons.append(_candidate(state, winner, ending.candidate, safe))
    return tuple(reasons)


def _candidate(state: State, winner: str, candidate: str, safe: list[str]) -> Reason:
    """Explain the candidate among seats with as few points (PR-51)."""
    last, spared = state.players[candidate], safe if candidate not in safe else []
    among = " of those whom Hermes does not protect" if spared else ""
    text = f"{candidate} is the Elimination Candidate: the fewest points{among}, {last.points}"
    level = [seat for seat in state.seats if seat not in (winner, candidate, *spared)
             and state.players[seat].points == last.points]  # fmt: skip
    same = [seat for seat in level if state.players[seat].rituals == last.rituals]
    if same:
        text += (
            f", and as few rituals, {last.rituals}, as {listed(same)}; {_tie_broken(state, candidate, same, 'behind')}"
        )
    elif level:
        text += f", as {listed(level)} had, and the fewest rituals, {last.rituals}"
    else:
        others = [seat for seat in state.seats if seat not in (winner, candidate, *spared)]
        least = min((state.players[seat].points for seat in others), default=last.points)
        above = [seat for seat in others if state.players[seat].points == least]
        text += f", {least - last.points} behind {listed(above)}" if above else ""
    return Reason(kind="candidate", seats=(candidate,), text=f"{text}.", ruling="PR-51")


def _tie_broken(state: State, seat: str, others: list[str], where: str) -> str:
    """Return the close at which a seat last differed from those that ended level with it, or that lots decided
    (PR-50, CM-05)."""
    own, theirs = ranking_key(state, seat), [ranking_key(state, other) for other in others]
    if any(other_mark == own for other_mark in theirs):
        return "lots decided"
    back = max(next(n for n, mark in enumerate(own) if mark != other_mark[n]) for other_mark in theirs)
    return f"{seat} was {where} at the close of round {state.history[-1 - back].round}"


# --- turning points --------------------------------------------------------------------------------------------------
def _gains_in_words(record: Record, seat: str, round_: int) -> str:
    chapter = next(candidate for candidate in record.chapters if candidate.round == round_)
    own = [step for step in steps(chapter) if step.seats == (seat,)]
    rituals = sum(step.kind == "ritual" and step.data["ok"] for step in own)
    deities = [spec.BY_ID[step.data["deity"]].name for step in own if step.kind == "blessing"]
    parts = [f"{rituals} ritual{'s' * (rituals != 1)}"] if rituals else []
    parts += [f"the Blessing{'s' * (len(deities) != 1)} of {listed(deities)}"] if deities else []
    return " and ".join(parts)


def _contested_turns(chapter: Chapter) -> Iterator[Turn]:
    for index, step in enumerate(steps(chapter)):
        if step.kind == "pick" and len(step.data["wanted"]) > 1:
            text = f"Round {chapter.round}: {step.text}"
            yield Turn(round=chapter.round, seats=step.seats, kind="contested", text=text,
                       figures={"tableau": step.data["tableau"]}, weight=float(len(step.data["wanted"])),
                       step=index, tells="betrayal")  # fmt: skip


def _blessing_turns(chapter: Chapter) -> Iterator[Turn]:
    for index, step in enumerate(steps(chapter)):
        if step.kind == "blessing" and step.data["points"] > 1:
            text, worth = f"Round {chapter.round}: {step.text}", step.data["points"]
            yield Turn(round=chapter.round, seats=step.seats, kind="blessing", text=text,
                       figures={"points": worth, "deity": spec.BY_ID[step.data["deity"]].name},
                       weight=float(worth), step=index)  # fmt: skip


def _forbidden_turns(chapter: Chapter) -> Iterator[Turn]:
    for index, step in enumerate(steps(chapter)):
        if step.kind == "ritual" and not step.data["ok"]:
            text = f"Round {chapter.round}: {step.text}"
            yield Turn(round=chapter.round, seats=step.seats, kind="forbidden", text=text, weight=1.0, step=index)


# --- from one seat's eyes --------------------------------------------------------------------------------------------
def own_story(memory: Memory) -> GameStory:
    seat, view = memory.seat, memory.now
    pictures = {round_: _own_picture(memory.seat, view) for round_, view in memory.views.items()}
    if seat is None or view.mine is None:
        return GameStory(pictures=pictures)
    own = view.mine
    points = counted(
        memory, "points", "Points", "points", lambda moment, _: moment.own.points, column="points", seats=(seat,)
    )
    return GameStory(
        columns=_columns(),
        cells={
            seat: {
                "points": own.points,
                "rituals": own.rituals,
                "blessed": len(own.blessings),
                "blessings": ", ".join(spec.BY_ID[deity].name for deity in own.blessings),
                "mana": own.mana,
                "tableaux": len(own.tableaux),
            }
        },
        series=(points,),
        turns=tuple(swings(points, "round")),
        steps={page.round: tuple(_own_steps(seat, page)) for page in memory.pages},
        pictures=pictures,
    )


def _own_steps(seat: str, page: Page) -> Iterator[Step]:
    report = page.told
    for deed in page.deeds:
        if text := _action(seat, deed):
            yield Step(kind=str(deed["kind"]), seats=(seat,), text=text, data=dict(deed))
    for ritual in report.rituals:
        yield _ritual(seat, ritual.tableau, ritual.ok)
    for deity in report.blessings:
        yield Step(kind="blessing", seats=(seat,), text=f"{seat} received the Blessing of {spec.BY_ID[deity].name}.",
                   data={"deity": deity})  # fmt: skip
    for pick in report.picks:
        verb = "took" if pick.got else "did not get"
        yield Step(kind="pick", seats=(seat,), text=f"{seat} {verb} {pick.tableau} from the temple.",
                   data={"place": pick.place, "tableau": pick.tableau, "wanted": [seat],
                         "got": seat if pick.got else None})  # fmt: skip


def _own_picture(seat: str | None, view: View) -> Json:
    picture: Json = {"players": {}, "temple": list(view.temple), "dionysus": None}
    if seat is not None and view.mine is not None:
        own = view.mine
        picture["dionysus"] = own.dionysus
        picture["players"][seat] = {
            "tableaux": list(own.tableaux),
            "mana": own.mana,
            "tokens": own.tokens,
            "points": own.points,
            "rituals": own.rituals,
            "blessings": list(own.blessings),
        }
    return picture


LEGEND = (
    "Above, the temple, with who got each tableau and who wanted it in vain. Below, what every hand holds after the "
    "round, and who has pleased which deity."
)
HUES = {"+": "yellow", "o": "cyan", "x": "violet", ".": "faint"}
GOT, IN_VAIN = "\u2713", "\u2717"


def draw(moment: Moment) -> Drawing | None:
    players: Mapping[str, Any] = moment.picture.get("players", {})
    hands = [_hand(moment, seat, players[seat]) for seat in moment.seats if seat in players]
    temple = [_temple(moment)] if moment.before.get("temple") else []
    deities = _deities(moment, players)
    return Drawing(parts=(Hands(hands=(*temple, *hands)), *([deities] if deities.rows else [])), legend=LEGEND)


def _temple(moment: Moment) -> Hand:
    wanted = {step.data["place"]: (n, step.data) for n, step in moment.steps("pick")}
    pieces = []
    for place, tableau in enumerate(moment.before["temple"]):
        under: list[Words] = []
        if place in wanted:
            n, picked = wanted[place]
            for seat in sorted(picked["wanted"], key=lambda seat: seat != picked["got"]):
                received = seat == picked["got"]
                mark = Word(text=GOT if received else IN_VAIN, tone="good" if received else "bad", step=n)
                under.append((mark, Word(text=seat, seat=seat, step=n)))
        pieces.append(Piece(face=_face(tableau), under=tuple(under), head=str(place)))
    return Hand(head=(say(("Temple", "accent")),), pieces=tuple(pieces))


def _hand(moment: Moment, seat: str, player: Mapping[str, Any]) -> Hand:
    before = moment.before.get("players", {}).get(seat, player)
    mana = "unlimited" if player["mana"] is None else str(player["mana"])
    points = player["points"]
    score_words = say((f"{number(points)} {called(points, 'point')} ", "strong"), change(points, before["points"]))
    used = moment.step.data.get("tableau") if moment.step is not None and seat in moment.step.seats[:1] else None
    pieces = tuple(Piece(face=_face(tableau), lit=tableau == used) for tableau in player["tableaux"])
    return Hand(head=((name(seat), *say(" "), *score_words), say((f" {mana} mana", "faint"))), pieces=pieces, seat=seat)


def _face(tableau: str) -> tuple[Words, ...]:
    half = CELLS // 2
    return tuple(
        tuple(Word(text=symbol, tone=HUES[symbol]) for symbol in row) for row in (tableau[:half], tableau[half:])
    )


def _deities(moment: Moment, players: Mapping[str, Any]) -> Table:
    blessing_steps = {(step.seats[0], step.data["deity"]): n for n, step in moment.steps("blessing")}
    rows: list[tuple[Words, ...]] = []
    for deity in spec.DEITIES:
        holders = [seat for seat in moment.seats if deity.id in players.get(seat, {}).get("blessings", ())]
        names: list[Word] = []
        for seat in holders:
            names += [Word(text=seat, seat=seat, step=blessing_steps.get((seat, deity.id))), *say(" ")]
        if names:
            rows.append((say((deity.name, "strong")), tuple(names)))
    if not rows:
        return Table(rows=())
    limit_words = "" if set(moment.seats) <= set(players) else "   as far as known"
    return Table(rows=((say(("Blessings", "accent"), (limit_words, "faint")),), *rows))
