"""The pages of one match: what everyone may read, and what each seat knew."""

from __future__ import annotations

from collections.abc import Iterator

from cli.archive.card import card
from cli.archive.charts import chart, colours, spark
from cli.archive.drawings import LEGENDS, board
from cli.archive.gather import Published
from cli.archive.pages import Pages, day, shown
from core.json import Json
from core.story.parts import Story
from core.story.reasons import listed
from core.talk.channels import Message


def entry(one: Published, slug: str) -> Json:
    """What lists, seasons and feeds say of a match: plain data, kept with its pages."""
    summary, story = one.summary, one.story
    outcome = summary.outcome or {}
    when, iso = day(summary.finished_at or summary.made_at)
    winners, candidate = listed(outcome["winners"]), outcome["elimination_candidate"]
    without = "Drawn" if len(story.seats) == 2 else "Nobody won"
    won = f"Won by {winners}" if winners else without
    about = f"{won}." + (f" Elimination Candidate: {candidate}." if candidate else "")
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
        "without": without,
        "candidate": candidate,
        "about": about,
        "spark": spark(story.series[0], story.seats, outcome["winners"]) if story.series else "",
        "places": {row.seat: row.place for row in story.standing.rows},
        "tricks": _tricks(story),
    }


def _tricks(story: Story) -> Json | None:
    """Of a duel: what it came to, trick by trick."""
    if len(story.seats) != 2 or not story.scenes:
        return None
    last = len(story.scenes) - 1
    told = [step.text for scene in story.scenes for step in scene.steps]
    return {"board": board(story, last), "steps": told, "reasons": [reason.text for reason in story.reasons]}


def files(pages: Pages, one: Published, told: Json, season: dict[str, str] | None) -> Iterator[tuple[str, bytes]]:
    """Every file of a match. `season`: page and title of the one that it belongs to, if that is public."""
    seats = one.story.seats
    eyes = {seat: f"eyes/{told['match']}-{place}.html" for place, seat in enumerate(seats, 1)} if one.eyes else {}
    common: Json = {"told": told, "season": season, "eyes": eyes, "blurb": one.blurb, "cell": shown,
                              "legend": LEGENDS.get(one.story.game, "")}  # fmt: skip
    yield told["card"], card(one.story, told, pages.house)
    yield (
        told["page"],
        pages.page(
            "match.html", told["page"], one.story.title, told["about"], card=told["card"], **common,
            **_story(one.story, one), broken=one.broken,
        ),
    )  # fmt: skip
    for seat, path in eyes.items():
        title = f"{one.story.title}, as {seat} saw it"
        about = f"{one.story.game_title} from the seat of {seat}: what they knew and ordered, round by round."
        yield path, pages.page("eyes.html", path, title, about, **common, **_story(one.eyes[seat], None), you=seat)


def _story(story: Story, one: Published | None) -> Json:
    """A story for the templates; talk and notes only on the page that is everyone's."""
    broken = () if one is None else one.broken
    scenes = [
        {
            "round": scene.round,
            "title": "Before the start" if scene.round == 0 else f"{story.round_word.capitalize()} {scene.round}",
            "steps": scene.steps,
            "public": scene.public,
            "orders": scene.orders,
            "reports": scene.reports,
            "board": board(story, place, broken),
            "talk": [] if one is None else [_said(m, story) for m in _of_round(one, place)],
            "notes": {} if one is None else {s: own[scene.round] for s, own in one.notes.items() if scene.round in own},
        }
        for place, scene in enumerate(story.scenes)
    ]
    charts = [(series, drawn) for series in story.series if (drawn := chart(series, story.seats, story.round_word))]
    cells = {name for row in story.standing.rows for name in row.cells} - {"garnets", "tokens"}  # every match has these
    known = [column for column in story.standing.columns if column.id in cells]
    return {"story": story, "columns": known, "hue": colours(story.seats), "charts": charts, "scenes": scenes}


def _of_round(one: Published, place: int) -> list[Message]:
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
