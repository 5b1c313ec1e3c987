"""Pages of a match: the public one, and one for each seat's view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cli.archive.card import card
from cli.archive.drawings import board, legend
from cli.archive.gather import PublishedMatch
from cli.archive.pages import Pages, blocks, cell_text, day
from cli.archive.svg import CurveMark, chart, colours, spark
from core.json import Json
from core.match.state import Match
from core.match.summary import Summary
from core.match.summary import summary as summed
from core.narration.feed import story_at_end
from core.narration.stakes import DECIDED, MINOR
from core.story.parts import Scene, Series, Story, Turn, capital, listed, unit_of
from core.story.turning import by_trick, number
from core.talk.channels import Message


def match_facts(published_match: PublishedMatch, slug: str, hue: Mapping[str, int]) -> Json:
    """Return facts about a match for lists, seasons and feeds. `hue`: colour number by seat."""
    summary, story = published_match.summary, published_match.story
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
        "about": _outcome(summary),
        "lead": list(story.lead),
        "spark": spark(story.series[0], hue, outcome["winners"]) if story.series else "",
        "curves": "" if duel else _curves(story, hue),
        "places": {row.seat: row.place for row in story.standing.rows},
        "duel": duel,
        "whole": story.whole,
        "score": _score(story) if duel else "",
        "words": {
            seat: [word.kept, word.broken] for seat, word in published_match.words.items() if word.kept or word.broken
        },
        "broken": {
            seat: [turn.text for turn in sorted(word.told, key=_price, reverse=True)]
            for seat, word in published_match.words.items()
            if word.broken
        },
        "suffered": _suffered(published_match),
        "gifts": [reason.text for reason in story.reasons if reason.kind == "token" and "given" in reason.text],
        "picture": board(story, len(story.scenes) // 2, dict(hue)) if is_drawn else "",
        "tricks": _tricks(story, hue) if duel else None,
    }


def _suffered(published_match: PublishedMatch) -> dict[str, list[str]]:
    """Return the broken agreements with each seat in words, the dearest first."""
    texts: dict[str, list[str]] = {}
    for turn in sorted((t for word in published_match.words.values() for t in word.told), key=_price, reverse=True):
        texts.setdefault(turn.seats[1], []).append(turn.text)
    return texts


def _outcome(summary: Summary) -> str:
    outcome = summary.outcome or {"winners": (), "elimination_candidate": None}
    won, candidate = listed(outcome["winners"]), outcome["elimination_candidate"]
    without = "Drawn" if len(summary.seats) == 2 else "Nobody won"
    return (f"Won by {won}." if won else f"{without}.") + (f" Elimination Candidate: {candidate}." if candidate else "")


def picture(house: str, match: Match, cast: tuple[str, ...] = ()) -> bytes:
    """Draw a PNG of a finished match from public facts. `house`: line above the title; `cast`: of the season, for its
    colours."""
    public_story, summary = story_at_end(match), summed(match)
    under = _subtitle(
        {"title": summary.title, "game": summary.game_title, "day": day(summary.finished_at or summary.made_at)[0]}
    )
    return card(
        house, summary.title, under, (_outcome(summary), *public_story.lead), public_story,
        hues(public_story.seats, cast),
    )  # fmt: skip


def _score(story: Story) -> str:
    if not story.series:
        return ""
    first, second = story.seats
    ends = [
        next((v for v in reversed(story.series[0].curves.get(seat, ())) if v is not None), 0.0)
        for seat in (first, second)
    ]
    return f"{first} {number(ends[0])} : {number(ends[1])} {second}"


def _curves(story: Story, hue: Mapping[str, int]) -> str:
    bold = [row.seat for row in story.standing.rows if row.role in BOLD]
    roles = {row.seat: row.role for row in story.standing.rows}
    return chart(story.series[0], hue, story.round_word, bold, (), roles, small=True) if story.series else ""


def _tricks(story: Story, hue: Mapping[str, int]) -> Json | None:
    if not story.scenes:
        return None
    last = len(story.scenes) - 1
    steps = [step.text for scene in story.scenes for step in scene.steps]
    return {
        "board": board(story, last, dict(hue)),
        "steps": steps,
        "reasons": [reason.text for reason in story.reasons],
    }


def match_files(
    pages: Pages, published_match: PublishedMatch, facts: Json, season: dict[str, str] | None, hue: Mapping[str, int]
) -> Iterator[tuple[str, bytes]]:
    """Every file of a match. `season`: page and title of its season, if public."""
    seats = published_match.story.seats
    eyes = (
        {seat: f"eyes/{facts['match']}-{place}.html" for place, seat in enumerate(seats, 1)}
        if published_match.eyes
        else {}
    )
    common: Json = {"told": facts, "season": season, "eyes": eyes, "blurb": published_match.blurb,
                    "rules": blocks(published_match.rules), "cell": cell_text,
                              "hue": hue, "card": facts["card"]}  # fmt: skip
    lead = " ".join(facts["lead"]) or facts["about"]
    yield (
        facts["card"],
        card(
            pages.house, facts["title"], _subtitle(facts), (facts["about"], *facts["lead"]), published_match.story, hue
        ),
    )
    yield (
        facts["page"],
        pages.page(
            "match.html",
            facts["page"],
            published_match.story.title,
            lead,
            **common,
            **_story(published_match.story, published_match, hue),
        ),
    )
    for seat, path in eyes.items():
        title = f"{published_match.story.title}, as {seat} saw it"
        about = (
            f"{published_match.story.game_title} from the seat of {seat}: what they knew and ordered, round by round."
        )
        yield (
            path,
            pages.page(
                "eyes.html", path, title, about, **common, **_story(published_match.eyes[seat], None, hue), you=seat
            ),
        )


def _subtitle(facts: Mapping[str, Any]) -> str:
    return str(facts["day"]) if facts["title"] == facts["game"] else f"{facts['game']}, {facts['day']}"


def _story(story: Story, published_match: PublishedMatch | None, hue: Mapping[str, int]) -> Json:
    """A story for the templates. `published_match` adds talk and notes, for the public page alone."""
    words = {} if published_match is None else published_match.words
    broken = tuple(turn for word in words.values() for turn in word.told)
    turning = {turn.round for turn in story.turns}
    scenes = [
        {
            "round": scene.round,
            "title": "Before the start" if scene.round == 0 else f"{story.when(scene.round).capitalize()}",
            "gist": _gist(story, scene),
            "turning": scene.round in turning,
            "steps": scene.steps,
            "keys": _key_steps(story, scene, (*broken, *story.turns)),
            "public": scene.public,
            "orders": scene.orders,
            "reports": scene.reports,
            "board": board(story, place, dict(hue), broken),
            "talk": []
            if published_match is None
            else [_message_json(m, story) for m in _talk_in(published_match, place)],
            "notes": {}
            if published_match is None
            else {s: own[scene.round] for s, own in published_match.notes.items() if scene.round in own},
        }
        for place, scene in enumerate(story.scenes)
    ]
    strong = [story.reader] if story.reader else [row.seat for row in story.standing.rows if row.role in BOLD]
    marks = [CurveMark(-(-turn.round // story.parts), turn.seats[0]) for turn in story.turns]
    unit = story.parts_word or story.round_word
    roles = {row.seat: row.role for row in story.standing.rows if row.role in BOLD and len(story.seats) > 2}
    by_unit = [by_trick(series, story.parts) for series in story.series]
    drawn = [
        (series, chart(series, hue, unit, strong, marks if n == 0 else (), roles)) for n, series in enumerate(by_unit)
    ]
    cells = {name for row in story.standing.rows for name in row.cells} - {
        "garnets",
        "tokens",
    }  # every match has garnets and tokens
    known = [column for column in story.standing.columns if column.id in cells]
    return {
        "story": story,
        "columns": known,
        "charts": [(series, svg) for series, svg in drawn if svg],
        "course": chart(by_unit[0], hue, unit, strong, (), roles, small=True) if by_unit else "",
        "roles": roles,
        "scenes": scenes,
        "strong": strong,
        "unit": unit,
        "legend": legend(story) if any(scene["board"] for scene in scenes) else "",
        "betrayals": sorted(broken, key=_price, reverse=True),
        "breakers": [
            f"{seat} broke {word.broken} of {word.agreed}{_level_since(story, seat)}."
            for seat, word in words.items() if word.broken
        ],
        "agreed": sum(word.agreed for word in words.values()),
    }  # fmt: skip


BOLD = ("winner", "candidate")
KEYS = 6
"""Steps of a round that are played; the others are folded."""


def _key_steps(story: Story, scene: Scene, turns: Iterable[Turn]) -> set[int]:
    """Return the numbers of the steps to play: turning points and broken words first, then deeds between two seats."""
    own = [turn for turn in turns if turn.round == scene.round]
    marked = {turn.step for turn in own} | {
        n for n, step in enumerate(scene.steps) for turn in own if {*turn.seats[:2]} == {*step.seats} and turn.tells
    }
    named = {row.seat for row in story.standing.rows if row.role in BOLD}

    def weight(n: int) -> tuple[bool, bool, bool, bool]:
        step = scene.steps[n]
        return n not in marked, step.kind in MINOR, len(step.seats) < 2, not named & {*step.seats}

    return {n + 1 for n in sorted(range(len(scene.steps)), key=weight)[:KEYS]}


def _price(turn: Turn) -> tuple[bool, float, int]:
    """Return the order of broken words: that which decided the match, then by what it cost and brought."""
    prices = [turn.figures.get(key) for key in ("hoped", "got", "breaker got", "breaker hoped")]
    kept, left, more, less = (float(price) if isinstance(price, int | float) else 0.0 for price in prices)
    return DECIDED in turn.figures, kept - left + max(0.0, more - less), turn.round


def _gist(story: Story, scene: Scene) -> str:
    turns = [turn for turn in story.turns if turn.round == scene.round]
    if turns:
        chosen = max(turns, key=lambda turn: turn.kind == "lead")
        more = f" And {len(turns) - 1} more." if len(turns) > 1 else ""
        when = story.when(scene.round)
        return capital(chosen.text.removeprefix(f"{capital(when)}: ").replace(f" in {when}", "", 1)) + more
    if len(story.seats) == 2 and scene.steps:
        return scene.steps[-1].text
    if story.series and (moved := _largest_changes(story.series[0], scene.round)):
        return moved
    return " ".join(scene.public[:1]) or (scene.steps[0].text if scene.steps else "")


def _largest_changes(series: Series, round_: int) -> str:
    """Return the largest gain and loss in figures; the gain alone if a single seat is known."""
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
    parts = [f"{best} {gained} {number(most)} {unit_of(most, series.unit)}".rstrip()] if most > 0 else []
    parts += [f"{worst} lost {number(-least)} {unit_of(least, series.unit)}".rstrip()] if least < 0 else []
    return "; ".join(parts) + "."


def _level_since(story: Story, seat: str) -> str:
    curve = story.series[0].curves.get(seat, ()) if story.series else ()
    since = len(curve) - 1
    while since > 0 and curve[since - 1] == curve[-1]:
        since -= 1
    if not curve or curve[-1] is None or since >= len(curve) - 1:
        return ""
    return f"; stood at {number(curve[-1])} from {story.when(story.series[0].rounds[since])} on"


def _talk_in(published_match: PublishedMatch, place: int) -> list[Message]:
    """Return the messages of a round; for the last round also all later ones."""
    rounds = [scene.round for scene in published_match.story.scenes]
    round_, last = rounds[place], place == len(rounds) - 1
    return [message for message in published_match.talk if message.round == round_ or (last and message.round > round_)]


def _message_json(message: Message, story: Story) -> Json:
    others = [seat for seat in message.readers if seat != message.sender]
    to = {"lounge": "everyone", "realm": "their realm", "confessional": "the hosts alone"}.get(
        message.channel, listed(others)
    )
    deal = message.deal
    offer = f"gives {deal.give} for {deal.want}" if deal is not None else ""
    return {"by": message.sender, "to": to, "text": message.text, "deal": offer}


def hues(seats: tuple[str, ...], cast: tuple[str, ...]) -> dict[str, int]:
    return colours(seats, colours(cast))
