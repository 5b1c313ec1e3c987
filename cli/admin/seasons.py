"""What the host of the machine can do to seasons by command; requests and answers as in `deeds`.

A request is `{"do": "season", "deed": "open", "season": "spring-1", ...}`. Answers hold the season as it is then.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from cli.admin.requests import Holders, by_shell, room_asked
from core import person
from core.decoding import decode
from core.house.house import House
from core.house.people import People
from core.house.templates import MatchTemplate, SeasonTemplate, Templates
from core.json import Json
from core.levels import LEVELS
from core.match.seating import OPEN
from core.match.setting_checks import given_settings
from core.match.settings import SETTINGS, GivenInSeason, needed
from core.narration.feed import ROOMS
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons import outcome as outcomes
from core.seasons.corrections import WATCHING
from core.seasons.feeds import SeasonFeeds
from core.seasons.opening import THE_SEASON_S, EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.season import ELSEWHERE, Season
from core.seasons.season_controls import SeasonControls, usual_seating
from core.seasons.talk import heard
from core.seasons.talk import lines as talk_lines
from core.seasons.words import season_json, summary
from core.table.host_controls import HostControls
from core.words import wording
from core.words.deadlines import season_times
from core.words.timetable import read_timetable
from tui.app.house_zone import HouseZone
from tui.app.making import check_level

Answer = Json
MOST_EPISODES = 80
"""As many openings are worked out when their times are set."""
IN_SEASONS = tuple(name for name, field in SETTINGS.items() if field.about.season and name != "title")
"""The settings that the match of an episode takes from a template: its title is the season's."""


class SeasonRequest(GivenInSeason, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be done, with the settings of a match that is made. Each deed reads the fields that it needs."""

    do: Literal["season"] = "season"
    deed: str
    season: str = ""
    game: str = ""
    name: str = ""
    to: str = ""
    text: str = ""
    """A reason."""
    cast: tuple[str, ...] = ()
    """`NAME` or `NAME=WHO` each."""
    seed: int | None = None
    about: Json = {}
    """Options of a new season."""
    sit_out: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    """`NAME` or `NAME=WHO` each."""
    play: tuple[str, ...] = ()
    options: Json = {}
    """Options of the match."""
    when: str = ""
    """When rounds close: `every day 21:00 Europe/Berlin`; in place of a length."""
    keep: bool = True
    """The schedule stays as it is after an early close (HH-20)."""
    shortest: float | None = None
    """Seconds that a round must have to take a time of the schedule; None for half of the interval."""
    outcome: Json | None = None
    """In the form of the scenario contract; None for what the match of the house came to."""
    change: Json = {}
    """What a correction sets for `name`."""
    best_of: int = 1
    url: str | None = None
    """A webhook's address, or `none` to forget it; None to look."""
    kind: Literal["rich", "plain"] | None = None
    """How the room of a feed reads; None for what its address tells."""
    threads: bool | None = None
    """Is it a forum, with a topic for each match?"""
    late: bool = False
    """The spectators' room, one round behind."""
    template: str = ""
    """The name of a template, for a new season or the match of an episode."""
    episodes: str = ""
    """When episodes are to open, `none` to say nothing of it."""
    fill: str = ""
    """The level of the bots on guests' seats, and at an opening on seats that nobody plays; empty for the usual one."""
    out: bool | None = None
    """May those who are out write to the cast?"""
    empty: bool = False
    """Open also where nobody plays some of the seats."""
    last: bool = False
    """Undo the last entry alone (SE-19)."""
    user: str = ""
    """As whom the system knows whoever typed it."""
    dry_run: bool = False
    """Only say what it would come to."""


def usual_words(usual: j.Usual) -> str:
    """What the matches of a season are made with, in words; empty for nothing."""
    return "; ".join(_usual_parts(usual).values())


def changed_words(was: j.Usual, usual: j.Usual) -> str:
    """Return only what is set otherwise than it was, in words; what is not set any more is as usual."""
    before, after = _usual_parts(was), _usual_parts(usual)
    changed = [words for name, words in after.items() if before.get(name) != words]
    return "; ".join([*changed, *(f"{name}: as usual" for name in before if name not in after)])


def _usual_parts(usual: j.Usual) -> dict[str, str]:
    """By the label of a setting, its value in words."""
    parts = {"set times": f"rounds close {usual.schedule}"} if usual.schedule else {}
    for field in SETTINGS.values():
        if field.key in usual.settings:
            value = usual.settings[field.key]
            if isinstance(value, bool):
                value = "yes" if value else "no"
            elif isinstance(value, int | float):
                value = wording.span(float(value)) if value else "none"
            label = field.about.label.lower()
            parts[label] = f"{label}: {'none' if value in (None, '') else value}"
    if usual.level:
        parts["bots"] = f"bots: {usual.level}"
    if usual.episodes:
        parts["times of episodes"] = f"episodes open {usual.episodes}"
    return parts


def _differs(played: Outcome | None, typed: Outcome | None) -> list[str]:
    """Where an outcome that was typed is another than that of the match of the house, before and after."""
    if played is None or typed is None:
        return []
    was, now = msgspec.to_builtins(played), msgspec.to_builtins(typed)
    found = []
    for field in Outcome.__struct_fields__:
        before, after = was.get(field) or {}, now.get(field) or {}
        words = field.replace("_", " ")
        if isinstance(before or after, dict) and field != "realms":
            names = dict.fromkeys([*before, *after])
            parts = [f"{name} {before.get(name, 0)} to {after.get(name, 0)}" for name in names
                     if before.get(name, 0) != after.get(name, 0)]  # fmt: skip
            found += [f"  {words}: {', '.join(parts)}"] if parts else []
        elif before != after:
            found.append(f"  {words}: {_plain(before)} to {_plain(after)}")
    return ["Otherwise than the match ended:", *found] if found else []


def _plain(value: Any) -> str:
    """A part of an outcome for people."""
    if not value:
        return "nobody"
    if isinstance(value, list):
        return ", ".join("/".join(tied) if isinstance(tied, list) else str(tied) for tied in value)
    if isinstance(value, dict):
        return "; ".join(f"{key} {_plain(inner)}" for key, inner in value.items())
    return str(value)


def _empty(desk: SeasonControls, opened: j.EpisodeOpened) -> list[str]:
    """What an opening would be refused for."""
    try:
        desk.check_filled(opened)
    except Refused as refusal:
        return [refusal.message]
    return []


class SeasonDeeds:
    """The host's commands on the seasons of one house."""

    def __init__(self, house: House, people: People) -> None:
        self._house = house
        self._holders = Holders(people)
        self._deeds: dict[str, Callable[[SeasonRequest], Answer]] = {
            "new": self._new,
            "feed": self._feed,
            "open": self._open,
            "call-off": lambda asked: self._did(asked, lambda desk: desk.call_off(asked.text)),
            "book": self._book,
            "candidate": lambda asked: self._did(asked, lambda desk: desk.name("candidate", asked.name)),
            "opponent": lambda asked: self._did(asked, lambda desk: desk.name("opponent", asked.name)),
            "duel": self._duel,
            "won": lambda asked: self._did(asked, lambda desk: desk.death_match(asked.name)),
            "drawn": lambda asked: self._did(asked, lambda desk: desk.death_match(None)),
            "leave-out": lambda asked: self._did(asked, lambda desk: desk.leave_out(asked.text)),
            "final": lambda asked: self._did(asked, lambda desk: desk.final(asked.best_of)),
            "correct": self._correct,
            "add": self._add,
            "hand-over": self._hand_over,
            "undo": self._undo,
            "watching": self._watching,
            "settings": self._settings,
            "start": self._start,
            "announce": lambda asked: self._did(asked, lambda desk: desk.announce(asked.text)),
            "tell": lambda asked: self._did(asked, lambda desk: desk.answer(asked.name, asked.text)),
            "talk": self._talk,
            "confessionals": self._confessionals,
            "rename": lambda asked: self._did(asked, lambda desk: desk.rename(asked.name, asked.to)),
            "end": lambda asked: self._did(asked, lambda desk: desk.end()),
        }

    def do(self, given: Any) -> Answer:
        """Do what a document asks for. Refused in words where that cannot be."""
        asked = decode(SeasonRequest, given, "season")
        deed = self._deeds.get(asked.deed)
        if deed is None:
            raise Refused(
                "no_such_deed", f"There is nothing called {quoted(asked.deed)}. There are: {', '.join(self._deeds)}."
            )
        return deed(asked)

    def _desk(self, asked: SeasonRequest) -> SeasonControls:
        live = self._house.seasons.find(asked.season)
        return SeasonControls(self._house.seasons, live, by_shell(asked.user))

    def _did(self, asked: SeasonRequest, doing: Callable[[SeasonControls], object]) -> Answer:
        """Do something; what was announced, and where the season stands then."""
        desk = self._desk(asked).only_trying() if asked.dry_run else self._desk(asked)
        before = len(desk.season.news)
        doing(desk)
        if asked.dry_run:
            return self._dry(desk.season, before)
        return self._stands(desk.season, [news.text for news in desk.season.news[before:]])

    def _start(self, asked: SeasonRequest) -> Answer:
        """Draw the lots. A dry run says what they are drawn among, and not who would get a place: a host could wait for
        another name and look again."""
        if not asked.dry_run:
            return self._did(asked, lambda desk: desk.start())
        desk = self._desk(asked)
        desk.only_trying().start()  # refused as it would be
        listed = [one.called for one in desk.season.names]
        places = wording.counted(desk.season.options.places, "place")
        told = [f"Lots would be drawn for {places} among {wording.counted(len(listed), 'name')}: {', '.join(listed)}.",
                "Who gets one is known when they are drawn.", "A dry run: nothing is entered."]  # fmt: skip
        return {"told": told, "season": season_json(desk.season, hosts=True)}

    @staticmethod
    def _stands(after: Season, told: list[str]) -> Answer:
        return {"told": [*told, summary(after)], "season": season_json(after, hosts=True)}

    # --- cast
    def _new(self, asked: SeasonRequest) -> Answer:
        holders = dict(self._holders.named(word) for word in asked.cast)
        if len(holders) < len(asked.cast):
            raise Refused("equal_names", "Two of the cast have the same name; give each their own.", "SE-01")
        title, about, usual = asked.title or "", asked.about, j.Usual()
        if asked.template:
            found = Templates(self._house.store).get(asked.template)
            if not isinstance(found, SeasonTemplate):
                raise Refused("bad_template", "That template is a match's: garnet host new --template NAME")
            title, about = title or found.title, found.options
            usual = j.Usual(settings=found.settings, schedule=found.schedule, level=found.level)
            usual = self._openings(usual, asked.episodes or found.episodes)
        usual = self._usual_asked(usual, asked)  # refused before anything is made
        options = decode(SeasonOptions, about, "options")
        live = self._house.seasons.make(tuple(holders), title=title, options=options, holders=holders, seed=asked.seed)
        desk = SeasonControls(self._house.seasons, live, by_shell(asked.user))
        if usual != j.Usual():
            desk.set_usual(msgspec.structs.replace(usual, words=usual_words(usual)))
        lines = [f"Made {live.id}."]
        lines += [f"  {name:<24} {self._holders.words(holder)}" for name, holder in holders.items()]
        lines += [live.season.news[-1].text] if live.season.news else []
        return self._stands(live.season, lines)

    # --- its own rooms
    def _talk(self, asked: SeasonRequest) -> Answer:
        """What the cast says among themselves and to the hosts; or whether those who are out may write (SE-28)."""
        desk = self._desk(asked)
        if asked.out is not None:
            return self._did(asked, lambda desk: desk.let_out_write(asked.out is True))
        found = heard(desk.season, (), hosts=True)
        return {"told": talk_lines(found) or ["Nothing was said yet."], "talk": msgspec.to_builtins(found)}

    def _confessionals(self, asked: SeasonRequest) -> Answer:
        """What was confided between episodes, on record (HH-29)."""
        found = self._desk(asked).confessionals()
        lines = [f"It is on record that you looked at {asked.season}'s confessionals."]
        return {"told": [*lines, *talk_lines(found)], "confessionals": msgspec.to_builtins(found)}

    # --- what its matches are made with
    def _settings(self, asked: SeasonRequest) -> Answer:
        """Look at what the matches to come are made with, or change what was typed of it (SE-25)."""
        desk = self._desk(asked)
        was = desk.season.usual
        if (usual := self._usual_asked(was, asked)) != was:
            desk.set_usual(msgspec.structs.replace(usual, words=changed_words(was, usual)))
        usual = desk.season.usual
        lines = [usual_words(usual) or "As usual: nothing is set for the matches of this season."]
        told = {"settings": usual.settings, "schedule": usual.schedule, "level": usual.level,
                "episodes": usual.episodes}  # fmt: skip
        return {"told": lines, **told}

    def _usual_asked(self, was: j.Usual, asked: SeasonRequest) -> j.Usual:
        """Return what matches to come are made with, once what was typed is taken over. Refused where it cannot be."""
        chosen = {SETTINGS[name].key: value for name, value in given_settings(asked).items() if name != "title"}
        if not (chosen or asked.when or asked.fill or asked.episodes):
            return was
        schedule = was.schedule
        if asked.when.lower() == "none":
            schedule = ""
        elif asked.when:
            schedule, _ = self._timetable(asked.when, 1)
        elif SETTINGS["round_seconds"].key in chosen:
            schedule = ""
        settings = {**was.settings, **chosen}
        if schedule:
            settings.pop(SETTINGS["round_seconds"].key, None)
        level = "" if asked.fill.lower() == "none" else asked.fill or was.level
        if level and level not in LEVELS:
            raise Refused("no_such_level", f"There are no {quoted(level)} bots. There are: {', '.join(LEVELS)}.")
        usual = msgspec.structs.replace(was, settings=settings, schedule=schedule, level=level)
        return self._openings(usual, asked.episodes)

    def _timetable(self, words: str, count: int) -> tuple[str, tuple[float, ...]]:
        """Set times in words, with their zone, and the next ones. Refused: `bad_schedule`, `bad_zone`."""
        now, zone = self._house.clock(), HouseZone()
        found = read_timetable(words, now, zone)
        moments = found.moments(now, count, zone)
        return (found if found.zone else found._replace(zone=zone.key)).rule(), moments

    def _openings(self, usual: j.Usual, words: str) -> j.Usual:
        """The same with other times at which episodes are to open; as they were without words."""
        if not words:
            return usual
        rule, moments = ("", ()) if words.lower() == "none" else self._timetable(words, MOST_EPISODES)
        return msgspec.structs.replace(usual, episodes=rule, openings=moments)

    def _seating(
        self, desk: SeasonControls, asked: SeasonRequest, usual: Json, template: MatchTemplate | None = None
    ) -> j.Seating:
        """What a match is made with: as the season has it (`usual`) or a template, but for what was typed."""
        chosen = given_settings(asked)
        if asked.when and chosen.get("round_seconds") is not None:
            raise Refused("bad_clock", "Give a length (--minutes) or set times (--schedule), not both.", "HH-19")
        main = asked.deed == "open" and asked.game != ELSEWHERE
        schedule = desk.season.usual.schedule if template is None else template.schedule
        when = asked.when or (schedule if main and "round_seconds" not in chosen else "")
        times, now = None, self._house.clock()
        if when:
            times = season_times(asked.game, when, now, HouseZone(), asked.shortest, keep=asked.keep)
            usual = {**usual, "round_seconds": None}
        return j.Seating(times=times, **{**usual, **needed(chosen), **chosen})

    def _feed(self, asked: SeasonRequest) -> Answer:
        """Which rooms are told of this season, and of the matches that it makes."""
        feeds = SeasonFeeds(self._house.store)
        season = self._house.seasons.find(asked.season).season
        if asked.url is not None:
            made = [match for episode in season.episodes for match in (episode.match, *episode.duels) if match]
            feeds.set(asked.season, "spectators" if asked.late else "players", asked.url, tuple(made), len(season.news),
                      **room_asked(asked.kind, asked.threads))  # fmt: skip
            self._house.seasons.tell(asked.season)
        found = {room: feed.url for room in ROOMS if (feed := feeds.get(asked.season, room)) is not None}
        lines = [
            f"The {room}' room is told of the season and of every match from its beginning: {url}"
            for room, url in found.items()
        ]
        return {"told": lines or [f"No chat room is told of {asked.season}."], "feeds": found}

    def _watching(self, asked: SeasonRequest) -> Answer:
        """Who of the house may read a season and watch its matches (SE-23)."""
        desk = self._desk(asked)
        if not asked.to:
            return {"told": [WATCHING[desk.season.watch]], "watch": desk.season.watch}
        if asked.to not in WATCHING:
            raise Refused("bad_watch", f"{quoted(asked.to)} is none of: {', '.join(WATCHING)}.", "SE-23")
        who = asked.to
        code = person.write_code(secrets.token_bytes(person.LETTERS)) if who == "code" else ""
        desk.watched_by(who, code)
        answer = self._stands(desk.season, [WATCHING[who]])
        if not code:
            return {**answer, "watch": who}
        more = [f"Its code, shown this once: {code}", f"They type: ssh NAME@house season {asked.season} --code {code}",
                "or : and *Watch by code* in the lobby."]  # fmt: skip
        return {**answer, "told": [*answer["told"], *more], "watch": who, "code": code}

    def _add(self, asked: SeasonRequest) -> Answer:
        name, holder = self._holders.named(asked.name)
        return self._did(asked, lambda desk: desk.add(name, holder))

    def _hand_over(self, asked: SeasonRequest) -> Answer:
        holder = self._holders.holder(asked.to)
        return self._did(asked, lambda desk: desk.hand_over(asked.name, holder))

    def _correct(self, asked: SeasonRequest) -> Answer:
        desk = self._desk(asked)
        changes = {asked.name: decode(j.CastCorrection, asked.change, "change")}
        if asked.dry_run:
            return self._dry(desk.preview_correction(changes, asked.text), len(desk.season.news))
        return self._did(asked, lambda desk: desk.correct(changes, asked.text))

    def _undo(self, asked: SeasonRequest) -> Answer:
        """The last entry alone, or the last booking and all that came after it."""
        if asked.dry_run:
            before = self._desk(asked).season
            return self._dry(self._desk(asked).preview_undo(last=asked.last), len(before.news))
        return self._did(asked, lambda desk: desk.undo() if asked.last else desk.unbook())

    # --- episodes
    def _open(self, asked: SeasonRequest) -> Answer:
        guests = dict(self._holders.named(word) for word in asked.guests)
        desk, template = self._desk(asked), self._template(asked)
        usual, options = usual_seating(desk.season).chosen(), asked.options
        if template is not None:
            asked = msgspec.structs.replace(asked, game=template.game)
            usual |= {name: getattr(template, name) for name in IN_SEASONS}
            options = {key: value for key, value in template.options.items() if key not in THE_SEASON_S} | options
        invited = tuple(word.partition("=")[0] for word in asked.guests)
        wish = EpisodeWish(asked.game, asked.sit_out, invited, asked.play, options)
        seating = self._seating(desk, asked, usual, template)
        seating = msgspec.structs.replace(seating, holders=guests)
        opened = desk.propose(wish, seating)
        if asked.fill:
            check_level(asked.game, asked.fill)
        elif not asked.empty and not asked.dry_run:
            desk.check_filled(opened)
        if not asked.dry_run:
            opened = desk.open(wish, seating)
            if asked.fill and opened.match is not None:
                HostControls(self._house.table(opened.match)).fill(asked.fill)
        held, times = opened.seating.holders, opened.seating.times
        if opened.match is not None and not asked.dry_run:
            held = self._house.holders(opened.match)
        lines = [f"{asked.season}, {opened.match or 'a match played elsewhere'}:"]
        lines += [f"  {seat:<24} {self._holders.words(held.get(seat, OPEN))}" for seat in opened.seats]
        if opened.sat_out:
            lots = f" ({', '.join(opened.drawn)} by lot)" if opened.drawn else ""
            lines.append(f"Sitting out: {', '.join(opened.sat_out)}{lots}.")
        lines += [] if times is None else [f"Rounds close {times.rule}."]
        lines += [f"{option}: {msgspec.json.encode(value).decode()}" for option, value in opened.given.items()]
        if asked.dry_run:
            lines += _empty(desk, opened) if not asked.fill else []
            lines.append("A dry run: nothing is opened.")
        found = {"match": opened.match, "seats": list(opened.seats), "given": opened.given, "holders": held}
        return {**self._stands(desk.season, lines), **found}

    def _template(self, asked: SeasonRequest) -> MatchTemplate | None:
        """The template of the match that is to open, if one was named. Refused: `which_game`, `bad_template`."""
        if not asked.template:
            if not asked.game:
                raise Refused("which_game", "Say which game, or --template NAME.")
            return None
        found = Templates(self._house.store).get(asked.template)
        if not isinstance(found, MatchTemplate):
            raise Refused("bad_template", "That template is a season's: season new --template NAME")
        if asked.game not in ("", found.game):
            told = f"The template {asked.template} is of {found.game}, not of {asked.game}: leave the game out."
            raise Refused("bad_template", told)
        return found

    def _book(self, asked: SeasonRequest) -> Answer:
        desk = self._desk(asked).only_trying()
        outcome = None if asked.outcome is None else outcomes.read(asked.outcome)
        answer = self._did(asked, lambda desk: desk.book(outcome))
        return {**answer, "told": [*_differs(desk.played(), outcome), *answer["told"]]}

    def _duel(self, asked: SeasonRequest) -> Answer:
        desk = self._desk(asked)
        usual = desk.propose_duel(asked.game).seating.chosen() | {"title": ""}
        seating = self._seating(desk, asked, usual)
        if asked.dry_run:
            made, lines = desk.propose_duel(asked.game, seating), ["A dry run: nothing is made."]
        else:
            made = desk.duel(asked.game, seating)
            lines = [desk.season.news[-1].text]
        held = [f"  {name:<24} {self._holders.words(holder)}" for name, holder in made.seating.holders.items()]
        clock = made.seating.round_seconds
        told = "Set times." if made.seating.times else f"{wording.span(clock)} a turn." if clock else "No deadline."
        return {**self._stands(desk.season, [*lines, *held, told]), "match": made.match}

    def _dry(self, after: Season, known: int = -1) -> Answer:
        """What a deed would come to: all but the first `known` of the news."""
        told = [news.text for news in after.news[known:]] or ["Nothing would change."]
        return {"told": [*told, "A dry run: nothing is entered."], "season": season_json(after, hosts=True)}
