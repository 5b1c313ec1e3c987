"""The pages of one match: what everyone may read, and what each seat knew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.archive.card import card
from cli.archive.drawings import board, legend
from cli.archive.gather import PublishedMatch
from cli.archive.pages import Pages, day, shown
from cli.archive.svg import CurveMark, chart, colours, spark
from core.json import Json
from core.match.state import Match
from core.match.summary import Summary
from core.match.summary import summary as summed
from core.narration.feed import told_at_end
from core.narration.telling import ROUND
from core.story.parts import KeptPromise, Scene, Series, Story, listed, unit_of
from core.story.turning import number
from core.talk.channels import Message


def entry(one: PublishedMatch, slug: str, hue: Mapping[str, int]) -> Json:
    """What lists, seasons and feeds say of a match: plain data, kept with its pages. `hue`: by seat its colour."""
    summary, story = one.summary, one.story
    outcome = summary.outcome or {}
    when, iso = day(summary.finished_at or summary.made_at)
    winners, candidate = listed(outcome["winners"]), outcome["elimination_candidate"]
    duel = len(story.seats) == 2
    is_drawn = not duel and story.whole and bool(story.scenes)
    return {
        "match": slug,
        "page": f"matches/{slug}.html",
        "card": f"cards/{slug}.png",
        "title": summary.title,
        "game": summary.game_title,
        "game_id": summary.game,
        "day": when,
        "iso": iso,
        "at": summary.finished_at or summary.made_at,
        "winners": winners,
        "won": list(outcome["winners"]),
        "without": "Drawn" if duel else "Nobody won",
        "candidate": candidate,
        "about": _about(summary),
        "lead": list(story.lead),
        "spark": spark(story.series[0], hue, outcome["winners"]) if story.series else "",
        "curves": "" if duel else _curves(story, hue),
        "places": {row.seat: row.place for row in story.standing.rows},
        "duel": duel,
        "score": _score(story) if duel else "",
        "words": {seat: [word.kept, word.broken] for seat, word in one.words.items() if word.kept or word.broken},
        "gifts": [reason.text for reason in story.reasons if reason.kind == "token" and "given" in reason.text],
        "picture": board(story, len(story.scenes) // 2, dict(hue)) if is_drawn else "",
        "tricks": _tricks(story, hue) if duel else None,
    }


def _about(summary: Summary) -> str:
    outcome = summary.outcome or {"winners": (), "elimination_candidate": None}
    won, candidate = listed(outcome["winners"]), outcome["elimination_candidate"]
    without = "Drawn" if len(summary.seats) == 2 else "Nobody won"
    return (f"Won by {won}." if won else f"{without}.") + (f" Elimination Candidate: {candidate}." if candidate else "")


def picture(house: str, match: Match, cast: tuple[str, ...] = ()) -> bytes:
    """A PNG of a match that is over, of what a chat room is told of it. `house`: what stands above; `cast`: of its
    season, for its colours."""
    told, one = told_at_end(match), summed(match)
    under = _under({"title": one.title, "game": one.game_title, "day": day(one.finished_at or one.made_at)[0]})
    return card(house, one.title, under, (_about(one), *told.lead), told, hues(told.seats, cast))


def _score(story: Story) -> str:
    """`Ada 5 : 4 Bo`."""
    if not story.series:
        return ""
    one, other = story.seats
    ends = [
        next((v for v in reversed(story.series[0].curves.get(seat, ())) if v is not None), 0.0) for seat in (one, other)
    ]
    return f"{one} {number(ends[0])} : {number(ends[1])} {other}"


def _curves(story: Story, hue: Mapping[str, int]) -> str:
    """The first curves with names, for the front."""
    bold = [row.seat for row in story.standing.rows if row.role in BOLD]
    return chart(story.series[0], hue, story.round_word, bold) if story.series else ""


def _tricks(story: Story, hue: Mapping[str, int]) -> Json | None:
    """Of a duel: what it came to, trick by trick."""
    if not story.scenes:
        return None
    last = len(story.scenes) - 1
    told = [step.text for scene in story.scenes for step in scene.steps]
    return {"board": board(story, last, dict(hue)), "steps": told, "reasons": [reason.text for reason in story.reasons]}


def files(
    pages: Pages, one: PublishedMatch, told: Json, season: dict[str, str] | None, hue: Mapping[str, int]
) -> Iterator[tuple[str, bytes]]:
    """Every file of a match. `season`: page and title of the one that it belongs to, if that is public."""
    seats = one.story.seats
    eyes = {seat: f"eyes/{told['match']}-{place}.html" for place, seat in enumerate(seats, 1)} if one.eyes else {}
    common: Json = {"told": told, "season": season, "eyes": eyes, "blurb": one.blurb, "cell": shown,
                              "hue": hue, "card": told["card"]}  # fmt: skip
    lead = " ".join(told["lead"]) or told["about"]
    yield told["card"], card(pages.house, told["title"], _under(told), (told["about"], *told["lead"]), one.story, hue)
    yield (
        told["page"],
        pages.page("match.html", told["page"], one.story.title, lead, **common, **_story(one.story, one, hue)),
    )
    for seat, path in eyes.items():
        title = f"{one.story.title}, as {seat} saw it"
        about = f"{one.story.game_title} from the seat of {seat}: what they knew and ordered, round by round."
        yield path, pages.page("eyes.html", path, title, about, **common, **_story(one.eyes[seat], None, hue), you=seat)


def _under(told: Mapping[str, Any]) -> str:
    return str(told["day"]) if told["title"] == told["game"] else f"{told['game']}, {told['day']}"


def _story(story: Story, one: PublishedMatch | None, hue: Mapping[str, int]) -> Json:
    """A story for the templates; talk and notes only on the page that is everyone's."""
    words = {} if one is None else one.words
    broken = tuple(turn for word in words.values() for turn in word.told)
    turning = {turn.round for turn in story.turns}
    scenes = [
        {
            "round": scene.round,
            "title": "Before the start" if scene.round == 0 else f"{story.when(scene.round).capitalize()}",
            "gist": _gist(story, scene),
            "turning": scene.round in turning,
            "steps": scene.steps,
            "public": scene.public,
            "orders": scene.orders,
            "reports": scene.reports,
            "board": board(story, place, dict(hue), broken),
            "talk": [] if one is None else [_said(m, story) for m in _of_round(one, place)],
            "notes": {} if one is None else {s: own[scene.round] for s, own in one.notes.items() if scene.round in own},
        }
        for place, scene in enumerate(story.scenes)
    ]
    strong = [story.reader] if story.reader else [row.seat for row in story.standing.rows if row.role in BOLD]
    marks = [CurveMark(turn.round, turn.seats[0]) for turn in story.turns]
    drawn = [
        (series, chart(series, hue, story.round_word, strong, marks if n == 0 else ()))
        for n, series in enumerate(story.series)
    ]
    cells = {name for row in story.standing.rows for name in row.cells} - {"garnets", "tokens"}  # every match has these
    known = [column for column in story.standing.columns if column.id in cells]
    return {
        "story": story,
        "columns": known,
        "charts": [(series, svg) for series, svg in drawn if svg],
        "scenes": scenes,
        "strong": strong,
        "legend": legend(story) if any(scene["board"] for scene in scenes) else "",
        "breakers": [_breaker(story, seat, word) for seat, word in words.items() if word.broken],
        "agreed": sum(word.agreed for word in words.values()),
    }  # fmt: skip


BOLD = ("winner", "candidate")
"""Whose curves stand out."""


def _gist(story: Story, scene: Scene) -> str:
    """A round in a line: its turning points, or what moved most."""
    turns = [turn for turn in story.turns if turn.round == scene.round]
    if turns:
        told = max(turns, key=lambda turn: turn.kind == "lead")
        more = f" And {len(turns) - 1} more." if len(turns) > 1 else ""
        return _without_round(told.text).replace(f" in {story.when(scene.round)}", "", 1) + more
    if story.series and (moved := _moved(story.series[0], scene.round)):
        return moved
    return " ".join(scene.public[:1]) or (scene.steps[0].text if scene.steps else "")


def _without_round(text: str) -> str:
    """`Round 4: equal bids ...` where a heading says the round: `Equal bids ...`"""
    found = ROUND.match(text)
    return text if found is None else f"{found[2][:1].upper()}{found[2][1:]}"


def _moved(series: Series, round_: int) -> str:
    """Who gained most and who lost most, in figures; of one alone, where nobody else's are known, what it gained."""
    if round_ not in series.rounds or not (place := series.rounds.index(round_)):
        return ""
    changes = {
        seat: now - was
        for seat, c in series.curves.items()
        if (now := c[place]) is not None and (was := c[place - 1]) is not None
    }
    best = max(changes, key=lambda seat: changes[seat], default=None)
    if best is None or not any(changes.values()):
        return ""
    worst = min(changes, key=lambda seat: changes[seat])
    most, least = changes[best], changes[worst]
    gained = "gained most," if len(changes) > 1 else "gained"
    found = [f"{best} {gained} {number(most)} {unit_of(most, series.unit)}".rstrip()] if most > 0 else []
    found += [f"{worst} lost {number(-least)} {unit_of(least, series.unit)}".rstrip()] if least < 0 else []
    return "; ".join(found) + "."


def _breaker(story: Story, seat: str, word: KeptPromise) -> Json:
    """Somebody who broke agreements: how many of how many, and where their curve stood from when on."""
    of = f"{seat} broke {word.broken} of {word.agreed}"
    return {"seat": seat, "text": of + _stood(story, seat) + ".", "turns": word.told}


def _stood(story: Story, seat: str) -> str:
    curve = story.series[0].curves.get(seat, ()) if story.series else ()
    since = len(curve) - 1
    while since > 0 and curve[since - 1] == curve[-1]:
        since -= 1
    if not curve or curve[-1] is None or since >= len(curve) - 1:
        return ""
    return f"; stood at {number(curve[-1])} from {story.when(story.series[0].rounds[since])} on"


def _of_round(one: PublishedMatch, place: int) -> list[Message]:
    """What was said in a round; in the last one also what was said at its end."""
    rounds = [scene.round for scene in one.story.scenes]
    here, last = rounds[place], place == len(rounds) - 1
    return [message for message in one.talk if message.round == here or (last and message.round > here)]


def _said(message: Message, story: Story) -> Json:
    others = [seat for seat in message.readers if seat != message.by]
    to = {"lounge": "everyone", "realm": "their realm", "confessional": "the hosts alone"}.get(
        message.channel, listed(others)
    )
    deal = message.deal
    offer = f"gives {deal.give} for {deal.want}" if deal is not None else ""
    return {"by": message.by, "to": to, "text": message.text, "deal": offer}


def hues(seats: tuple[str, ...], cast: tuple[str, ...]) -> dict[str, int]:
    """By seat the number of its colour: the one that it has in its season, if it is of one."""
    return colours(seats, colours(cast))
