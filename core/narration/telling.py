"""The story of a match for one reader: the game's part in the common frame, with a lead of three sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from core.contract import AnyGame
from core.decoding import plain
from core.json import Json
from core.ledger import spent as paid_of
from core.ledger import total
from core.match.consent import released_talk
from core.match.decisions import outcome as outcome_of
from core.match.state import Match, change
from core.narration import promises, stakes
from core.narration.reasons import reasons
from core.narration.recall import memory_of, record_of
from core.story.parts import (
    GameStory,
    KeptPromise,
    Memory,
    Reason,
    Record,
    Role,
    Scene,
    Standing,
    StandingRow,
    Story,
    Turn,
    called,
    listed,
    unit_of,
)
from core.story.turning import ahead, by_trick, chosen, number

COMMON = ("lead", "swing", "pact", "candidate")
"""Kinds of turns that the lead tells elsewhere, or that are no seat's deed."""
BROKEN = "broken word"
"""Kind of turn for a broken agreement."""
ROUND = re.compile(r"^(\w+ \d+): (.+)$")
"""Begin of a turn's text with its round: `Year 4: Bo stole ...`."""


def lead(draft: Story, turns: Sequence[Turn], won: str = "") -> tuple[str, ...]:
    """Return at most three sentences; none without a result. `turns`: all turning points; `won`: the game's own
    sentence for the win (`GameStory.won`)."""
    if draft.phase != "finished" or not any(row.place for row in draft.standing.rows):
        return ()
    betrayed = _betrayal_sentence(draft, turns)
    return tuple(
        text for text in (won or _win_sentence(draft, turns), betrayed, _price_sentence(draft, turns, betrayed)) if text
    )


# --- how it was won --------------------------------------------------------------------------------------------------
def _win_sentence(draft: Story, turns: Sequence[Turn]) -> str:
    """Tell the win by the curve if it shows one, else by the rule; several winners by the turns that led."""
    winners = [row.seat for row in draft.standing.rows if row.role == "winner"]
    series = by_trick(draft.series[0], draft.parts) if draft.series else None
    if len(winners) == 1 and series and (text := ahead(series, winners[0], draft.parts_word or draft.round_word)):
        return text
    why = {seat: reason.text for reason in draft.reasons if reason.kind == "winner" for seat in reason.seats}
    first = {turn.seats[0]: in_round(turn.text) for turn in turns if turn.kind == "lead"} if len(winners) > 1 else {}
    texts = [first.get(seat) or why.get(seat, "") for seat in winners]
    texts = texts or [reason.text for reason in draft.reasons if reason.kind == "winner"]
    parts = [text.removesuffix(".") for text in dict.fromkeys(texts) if text]
    return "; ".join([*parts[:1], *(re.sub(r"^In\b", "in", text) for text in parts[1:])]) + "." * bool(parts)


# --- what somebody did to another ------------------------------------------------------------------------------------
def _betrayal_sentence(draft: Story, turns: Sequence[Turn]) -> str:
    """Tell the broken agreement that decided the match, else the seat that broke most, else the weightiest deed, of
    winner or candidate first."""
    decided = [turn for turn in turns if stakes.DECIDED in turn.figures]
    if decided:
        return in_round(max(decided, key=lambda turn: (turn.round, turn.weight)).text)
    broken: dict[str, list[Turn]] = {}
    for turn in turns:
        if turn.kind == BROKEN:
            broken.setdefault(turn.seats[0], []).append(turn)
    if broken:
        return _breaker(draft, max(broken.items(), key=lambda item: (len(item[1]), sum(t.weight for t in item[1]))))
    named = {row.seat for row in draft.standing.rows if row.role in ("winner", "candidate")}
    betrayals = [turn for turn in turns if turn.tells == "betrayal"]
    if not betrayals and len(draft.seats) > 2:  # no betrayal: tell another remarkable turn
        betrayals = [turn for turn in turns if not turn.tells and turn.kind not in COMMON]
    if not betrayals:
        return ""
    return in_round(max(betrayals, key=lambda turn: (bool(named & set(turn.seats)), turn.weight)).text)


def _breaker(draft: Story, worst_breaker: tuple[str, list[Turn]]) -> str:
    name, turns = worst_breaker
    if len(turns) == 1:
        return in_round(turns[0].text)
    hurt = [turn.seats[1] for turn in turns]
    most = max(dict.fromkeys(hurt), key=hurt.count)
    often = hurt.count(most)
    with_ = f"with {listed(list(dict.fromkeys(hurt)))}" if often in (1, len(hurt)) else f"{often} of them with {most}"
    worst = max(turns, key=lambda turn: turn.weight)
    figures = (worst.figures.get(key) for key in ("hoped", "got"))
    hoped, got = (float(value) if isinstance(value, int | float) else 0.0 for value in figures)
    unit = unit_of(got, draft.series[0].unit) if draft.series else ""
    return (
        f"{name} broke {len(turns)} agreements, {with_}; the dearest, in {draft.round_word} "
        f"{worst.round}, left {worst.seats[1]} with {f'{number(got)} {unit}'.rstrip()} in place of {number(hoped)}."
    )


# --- who paid --------------------------------------------------------------------------------------------------------
def _price_sentence(draft: Story, turns: Sequence[Turn], betrayed: str) -> str:
    """Tell the candidate with the deciding figures and the opponent; in a duel the price paid."""
    by_role = {row.role: row for row in draft.standing.rows}
    candidate = by_role.get("candidate")
    if candidate is not None:
        opponent = by_role.get("opponent")
        meets = _meeting_words(draft, opponent, candidate.seat)
        if figures := _figure_words(draft, candidate):
            return f"{candidate.seat} ended with {figures} and {meets}."
        why = next((reason.text for reason in draft.reasons if reason.kind == "candidate"), candidate.seat)
        return f"{why.removesuffix('.')}, and {meets}." if opponent else why
    paid = [turn for turn in turns if turn.tells == "price"]
    texts = [in_round(turn.text) for turn in sorted(paid, key=lambda turn: -turn.weight)]
    return next((text for text in texts if text != betrayed), "")


def _meeting_words(draft: Story, opponent: StandingRow | None, candidate: str) -> str:
    if opponent is None:
        return "is the Elimination Candidate"
    why = next((reason.text for reason in draft.reasons if reason.kind == "opponent"), "")
    if f"named by {candidate}" in why:
        return f"chose {opponent.seat} for the Death Match"
    return f"meets {opponent.seat} in the Death Match"


def _figure_words(draft: Story, row: StandingRow) -> str:
    """Return the deciding figures that the reader knows: `53 points and 1 black cube`."""
    figures = []
    for column in draft.standing.columns:
        cell = row.cells.get(column.id) if column.decides else None
        if isinstance(cell, int | float):
            unit = next(
                (series.unit for series in draft.series if series.column == column.id and series.unit),
                column.title.lower(),
            )
            singular = re.sub(r"s\b", "", unit) if unit.endswith("s") else unit
            figures.append(f"{number(cell)} {called(cell, singular, unit)}")
    return listed(figures[:2])


def in_round(text: str) -> str:
    """Turn `Year 4: Bo stole 2 greed.` into `In year 4 Bo stole 2 greed.`"""
    begun = ROUND.match(text)
    return text if begun is None else f"In {begun[1].lower()} {begun[2]}"


def rounds_opened(match: Match, late: int | None) -> int:
    """Return how many closed rounds a spectator sees whole, `late` rounds behind; 0 for None."""
    opened = 0 if late is None else max(0, len(match.rounds) - late)
    return opened - opened % match.spec.parts if late else opened  # the half of a trick is not told


def opened_to_onlookers(match: Match, opened: int, heard: bool = True) -> tuple[GameStory, tuple[Scene, ...]]:
    """Return the game's part and the scenes of the first `opened` rounds, whole, from these rounds alone (HH-71).
    `heard`: with the broken agreements that onlookers may know."""
    game, record = match.game, record_of(match, opened)
    story_part = game.full_story(record)
    broken = [turn for turn in promises.overheard(match, opened) if turn.kind in (BROKEN, "promise")] if heard else []
    broken = [stakes.priced(turn, story_part.series) for turn in broken]
    scenes = tuple(
        stakes.with_headline(
            scene, stakes.alone(game, record, chapter), [turn for turn in broken if turn.round == scene.round]
        )
        for scene, chapter in zip(_all_scenes(game, record, story_part), record.chapters, strict=True)
    )
    return msgspec.structs.replace(story_part, turns=(*story_part.turns, *broken)), scenes


def story(match: Match, reader: str | None, whole: bool = False, late: int | None = None) -> Story:
    """Return the story of `match` so far for `reader`; None for spectators.

    `whole` uses the whole record after the end; the caller checks that the reader may see it (CM-09). `late`: rounds
    that closed so many rounds ago are whole (HH-71); 0 for a gallery. Their scenes depend on those rounds alone."""
    game = match.game
    if whole and match.phase == "finished" and not match.abandoned:
        record = record_of(match)
        story_part = game.full_story(record)
        scenes = _all_scenes(game, record, story_part)
        words = {} if reader is None else game.own_story(memory_of(match, reader)).words
        words = decided_words(match, story_part, words)
        betrayed = _known_betrayals(match, words, story_part)
        story_part = msgspec.structs.replace(story_part, words=words)
    else:
        whole, betrayed = False, ()
        memory = memory_of(match, reader)
        story_part = game.own_story(memory)
        scenes = _own_scenes(game, memory, story_part)
    opened = 0 if whole else rounds_opened(match, late)
    strip = stakes.strip(story_part, match.seats)
    if opened:
        late_part, old_scenes = opened_to_onlookers(match, opened, heard=late != 0)
        scenes = (*old_scenes, *scenes[opened:])
        strip = stakes.strip(late_part, match.seats)
        if late != 0:
            series = story_part.series or late_part.series
            late_part = msgspec.structs.replace(
                story_part, turns=late_part.turns, series=series, pictures=late_part.pictures
            )
        story_part = late_part
    turns = (*story_part.turns, *promises.turns(match, reader))
    dice: Json = {"commitment": match.header.commitment}
    dice |= {"seed": match.header.seed, "nonce": match.header.nonce} if whole else {}
    draft = Story(
        **match.facts(),
        reader=reader,
        whole=whole,
        standing=standing(match, story_part, reader, whole),
        reasons=_reasons(match, story_part, reader, whole),
        series=story_part.series,
        turns=chosen(turns, alike=story_part.alike),
        scenes=scenes,
        late=late or 0,
        opened=opened,
        strip=strip,
        words=story_part.words,
        start=story_part.pictures.get(-1, {}),
        dice=dice,
    )
    return msgspec.structs.replace(draft, lead=lead(draft, (*turns, *betrayed), story_part.won))


def decided_words(match: Match, told: GameStory, words: Mapping[str, KeptPromise]) -> dict[str, KeptPromise]:
    """Return the words, with the broken agreement marked that decided the match. `told`: the complete story."""
    ending = match.state.ending
    won, candidate = ((), None) if ending is None else (ending.winners, ending.candidate)
    marked = {seat: tuple(stakes.decisive(t, told, won, candidate) for t in word.told) for seat, word in words.items()}
    return {seat: msgspec.structs.replace(word, told=marked[seat]) for seat, word in words.items()}


def _known_betrayals(match: Match, words: Mapping[str, KeptPromise], told: GameStory) -> tuple[Turn, ...]:
    """Return the broken promises that a complete story may tell: to the reader (`words`), and in released conversations
    of a public match (HH-27)."""
    turns = [turn for word in words.values() for turn in word.told]
    released = released_talk(match) if match.public else {}
    public = tuple(message for messages in released.values() for _, message in messages)
    if any(message.deal is not None or message.act is not None for message in public):
        silent = change(match, messages=tuple(sorted(public, key=lambda message: message.at)), asides=(), notes={})
        for seat in match.seats:
            own = decided_words(match, told, match.game.own_story(memory_of(silent, seat)).words)
            turns += [turn for word in own.values() for turn in word.told]
    return tuple({turn.text: turn for turn in turns}.values())


def standing(match: Match, story_part: GameStory, reader: str | None, whole: bool) -> Standing:
    """Return a row for each seat: ranked after the finish, in seat order before. Garnets are public; spent ones only
    for readers of the ledger."""
    ending = match.state.ending
    finished = match.phase == "finished" and not match.abandoned and ending is not None
    groups = ending.ranking if finished and ending is not None else (match.seats,)
    tokens = total(match.state.ledger, "token", match.seats) if ending is not None else {}
    garnets = (outcome_of(match) or {}).get("garnets", {}) if finished else {}
    spent = paid_of(match.state.ledger, match.seats)
    rows: list[StandingRow] = []
    for group in groups:
        place = len(rows) + 1
        for seat in group:
            paid = spent[seat] if whole or seat == reader else 0
            rows.append(
                StandingRow(
                    seat=seat,
                    place=place if finished else None,
                    cells=story_part.cells.get(seat, {}),
                    tokens=tokens.get(seat, 0),
                    garnets=garnets.get(seat, 0) + paid,
                    spent=paid,
                    role=_role(match, seat),
                )
            )
    return Standing(columns=story_part.columns, rows=tuple(rows))


def _role(match: Match, seat: str) -> Role:
    ending = match.state.ending
    if ending is None:
        return ""
    if seat in ending.winners:
        return "winner"
    if seat == ending.candidate:
        return "candidate"
    return "opponent" if seat == ending.opponent else ""


def _reasons(match: Match, story_part: GameStory, reader: str | None, whole: bool) -> tuple[Reason, ...]:
    """Return the reasons; the game's own of a kind replace the general ones."""
    if match.abandoned:
        return (Reason(kind="end", seats=(), text="The match was ended without a result.", ruling="HH-08"),)
    own = {reason.kind for reason in story_part.reasons}
    if match.passed_over:
        own.add("candidate")
    general = [reason for reason in reasons(match, reader, whole) if reason.kind not in own]
    order = ("winner", "ascent", "token", "candidate", "spared", "exempt", "opponent", "mark", "garnets", "lots")
    ordered = [*general, *(story_part.reasons if match.state.ending is not None else ())]
    if match.passed_over and match.state.ending is not None:
        seat = match.state.ending.candidate
        text = f"{match.passed_over} was a guest, so the last of the cast is the Elimination Candidate: {seat}."
        ordered = [reason for reason in ordered if reason.kind != "candidate"]
        ordered.append(Reason(kind="candidate", seats=(seat,) if seat else (), text=text, ruling="SE-32"))
    return tuple(sorted(ordered, key=lambda r: order.index(r.kind) if r.kind in order else len(order)))


def _all_scenes(game: AnyGame, record: Record, story_part: GameStory) -> tuple[Scene, ...]:
    return tuple(
        Scene(
            round=chapter.round,
            steps=story_part.steps.get(chapter.round, ()),
            orders={
                seat: tuple(game.restate_to(orders, game.view(chapter.before, seat)))
                for seat, orders in chapter.orders.items()
            },
            reports={seat: tuple(game.tell(report)) for seat, report in chapter.reports.items()},
            public=tuple(game.tell_public(plain(chapter.public))) if chapter.public is not None else (),
            picture=story_part.pictures.get(chapter.round, {}),
        )
        for chapter in record.chapters
    )


def _own_scenes(game: AnyGame, memory: Memory, story_part: GameStory) -> tuple[Scene, ...]:
    seat = memory.seat
    return tuple(
        Scene(
            round=page.round,
            steps=story_part.steps.get(page.round, ()),
            orders={}
            if seat is None or page.orders is None
            else {seat: tuple(game.restate_to(page.orders, page.before))},
            reports={} if seat is None else {seat: tuple(game.tell_to(page.report, page.after))},
            public=tuple(game.tell_public(plain(page.public))) if page.public is not None else (),
            picture=story_part.pictures.get(page.round, {}),
        )
        for page in memory.pages
    )


def document(match: Match, told_story: Story, seats: Sequence[str]) -> Json:
    """Return a story as JSON, with `reckonings` of `seats` in its scenes: the reader's seat, or all if the record is
    open (CM-09). A review comes from its seat's knowledge without talk, and costs a preview: too slow for screens.
    """
    json: Json = plain(told_story)
    reckoned: dict[int, Json] = {}
    for seat in seats:
        for page in memory_of(match, seat).pages:
            review = None if page.report is None else match.game.review(page)
            if review is not None:
                reckoned.setdefault(page.round, {})[seat] = plain(review)
    for scene in json["scenes"]:
        scene["reckonings"] = reckoned.get(scene["round"], {})
    return json
