"""Everything that a host can do to a season, for console and commands (SE-05, SE-08, SE-10).

A method enters one entry and returns its result; `propose` enters none, nor does any of a desk for trying. Refused by
rulings, without any change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from core import person
from core.decoding import sentence
from core.games import game as find_game
from core.json import Json
from core.match import journal as matches
from core.match.audience import check_outside
from core.match.naming import LONGEST_TITLE, check_seat_name, check_seat_names, check_title
from core.match.scheduling import check_moments
from core.match.seating import OPEN, USUAL_BOT, check_only_seat
from core.match.setting_checks import check_settings
from core.match.settings import TypedSettings
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.following import outcome_in, seats_in, the_two
from core.seasons.live import LiveSeason
from core.seasons.opening import EpisodeWish, check_match, duel_game, may_sit, plan
from core.seasons.outcome import Outcome
from core.seasons.registry import Seasons, check_one_name
from core.seasons.season import ELSEWHERE, Season, SeasonMessage
from core.seasons.talk import confessionals, question_of
from core.table.host_controls import HostControls, hand_over

BOT = USUAL_BOT
"""Holder of an unnamed guest's seat (SE-03)."""


def usual_seating(season: Season) -> j.Seating:
    """Return the settings of this season's matches (SE-25). Refused as by `seating_from`."""
    return seating_from(season.usual.settings)


def seating_from(settings: Json) -> j.Seating:
    """Read settings of templates and seasons. Refused: `bad_settings`, or as by `check_settings`."""
    try:
        chosen = msgspec.convert(settings, type=TypedSettings).chosen()
    except msgspec.ValidationError as mistake:
        raise Refused("bad_settings", f"The season's settings cannot be read: {sentence(str(mistake))}") from None
    check_settings(chosen)
    return j.Seating(**chosen)


class SeasonControls:
    """A host's controls of one season. `by` is the author: `host`, `host:<id>` of a person, or `cast`."""

    def __init__(self, seasons: Seasons, live: LiveSeason, by: str = "host") -> None:
        self._seasons = seasons
        self._live = live
        self._by = by
        self._tried: Season | None = None

    @property
    def season(self) -> Season:
        """The season now; on a trial desk with the tried entries."""
        return self._tried or self._live.season

    def only_trying(self) -> SeasonControls:
        """Return controls that enter nothing: their season is what it would be."""
        desk = SeasonControls(self._seasons, self._live, self._by)
        desk._tried = self._live.season
        return desk

    def _enter(self, entry: j.AnyEntry) -> Season:
        if j.has_public_words(entry):
            self._check_wall(self._by, self._reads)
        if self._tried is not None:
            self._tried = self._live.preview(msgspec.structs.replace(entry, author=self._by))
            return self._tried
        self._live.submit(msgspec.structs.replace(entry, author=self._by))
        self._seasons.look_after(self._live)
        return self.season

    # --- episodes -----------------------------------------------------------------------------------------------------
    def propose(self, wish: EpisodeWish, seating: j.Seating | None = None) -> j.EpisodeOpened:
        """Return the opening of a wish: seats, guests, options and holders. The seating's `holders` are for named
        guests. Nothing is entered or made."""
        opened = plan(self.season, wish)
        final_seating = seating or usual_seating(self.season)
        holders = {seat: self._holder(seat, opened, wish, final_seating) for seat in opened.seats}
        for seat, holder in holders.items():
            check_only_seat(holders, seat, holder)
        check_seat_names(opened.seats)
        check_title(final_seating.title)
        self._check_names(final_seating.title, *(name for name in wish.guests if name not in self.season.cast))
        check_settings(final_seating.chosen())
        self._check_times(final_seating)
        match = None if opened.game == ELSEWHERE else self._free_id(opened.game, final_seating)
        title = final_seating.title or self._title(f"{self.season.number + 1}")
        final_seating = msgspec.structs.replace(final_seating, holders=holders, title=title if match else "")
        if match:
            check_match(find_game(opened.game), opened.seats, opened.options, final_seating)
        return msgspec.structs.replace(opened, match=match, seating=final_seating)

    def _check_times(self, seating: j.Seating) -> None:
        if seating.times is not None:
            now = self._seasons.house.clock()
            check_moments(matches.Scheduled(at=now, moments=seating.times.moments, least=seating.times.least))

    def _free_id(self, game: str, seating: j.Seating) -> str:
        """Return an id; hidden for a match that not all may find (HH-49)."""
        return self._seasons.house.free_id(game, hidden=seating.hidden or self.season.watch != "house")

    def _title(self, tail: str) -> str:
        room = LONGEST_TITLE - len(tail) - 1
        return f"{self.season.header.title[:room].strip()} {tail}".strip() if room > 0 else tail[:LONGEST_TITLE].strip()

    def _holder(self, seat: str, opened: j.EpisodeOpened, wish: EpisodeWish, seating: j.Seating) -> str:
        if seat in seating.holders and seat in opened.guests:
            return seating.holders[seat]
        if seat in self.season.cast:  # also a guest: a player who is out sits under the own name
            return self.season.holders.get(seat, "open")
        level = self.season.usual.level
        return "open" if seat in wish.guests else f"bot:{level}" if level else BOT

    def open(self, wish: EpisodeWish, seating: j.Seating | None = None) -> j.EpisodeOpened:
        """Open an episode and make its main match, as `propose` says."""
        opened = self.propose(wish, seating)
        self._enter(opened)
        self._check_made(opened.match)
        return opened

    def check_filled(self, opened: j.EpisodeOpened) -> None:
        """Refused (`empty_seats`) if some seats are open and the match begins at once, without a briefing.

        Players drawn to sit out count too: the refusal must not show the lots (SE-03).
        """
        holders = {**self.season.holders, **opened.seating.holders}
        empty = [seat for seat in (*may_sit(self.season, opened), *opened.guests) if holders.get(seat, OPEN) == OPEN]
        if opened.match is not None and empty and not opened.seating.briefing:
            message = (
                f"Nobody plays {', '.join(empty)} yet, and the match begins at once. Hand them over "
                "(season hand-over), or open it with --fill LEVEL, --briefing, or --empty if that is meant."
            )
            raise Refused("empty_seats", message, "SE-25")

    def give(self, name: str, to: str, amount: int, *, secret: bool = False) -> Season:
        """Give garnets as one of the cast (SE-27). Refused also: `gallery_wall`, for a number can carry a message."""
        holders = self.season.holders
        self._check_wall(holders.get(name, ""), (lambda one: one == holders.get(to)) if secret else self._reads)
        return self._enter(j.GarnetsGiven(name=name, to=to, amount=amount, secret=secret))

    def promise(self, name: str, to: str, amount: int, until: int | None, words: str, *, secret: bool) -> Season:
        """Promise garnets as one of the cast (SE-31). Refused also: `gallery_wall`."""
        holders = self.season.holders
        self._check_wall(holders.get(name, ""), (lambda one: one == holders.get(to)) if secret else self._reads)
        return self._enter(j.Promised(name=name, to=to, amount=amount, until=until, words=words, secret=secret))

    def _reads(self, holder: str) -> bool:
        return self._seasons.may_read(self._live.id, holder)

    def _check_names(self, *names: str) -> None:
        self._seasons.house.galleries.check_names(self._by, *names)

    def _check_wall(self, who: str, reads: Callable[[str], bool]) -> None:
        """Refused if a gallery member writes to players that read it (HH-63). `who`: `person:<id>` or `host:<id>`."""
        galleries, holder = self._seasons.house.galleries, who.replace("host:", "person:")
        galleries.check_wall(holder, filter(reads, galleries.walled(holder)))

    def start(self) -> Season:
        """Draw the places among the sign-ups (SE-30)."""
        return self._enter(j.Started())

    def announce(self, text: str) -> Season:
        """Announce a text. Refused: `gallery_wall`."""
        return self._enter(j.SeasonAnnounced(text=text))

    def plan_news(self, text: str, due: float) -> Season:
        """Plan an announcement for a time in seconds since the epoch (SE-34). Refused: `bad_moment`, `gallery_wall`."""
        return self._enter(j.NewsPlanned(text=text, due=due))

    def drop_planned(self, number: int) -> Season:
        """Take a planned announcement back by its number (SE-34). Refused: `no_such_announcement`."""
        return self._enter(j.NewsDropped(number=number))

    def say(self, name: str, to: str, text: str) -> Season:
        """Write in the season's rooms as one of the cast. Refused: `unknown_channel`, `gallery_wall`."""
        if to not in ("cast", "host", "confessional"):
            raise Refused("unknown_channel", f"{quoted(to)} is no room: cast, host or confessional.", "SE-28")
        holders, host = self.season.holders, self.season.header.host
        hosts = {host, *self._seasons.house.galleries.hosts(self._live.id)}
        self._check_wall(holders.get(name, ""), ({*holders.values()} if to == "cast" else hosts).__contains__)
        return self._enter(j.SeasonSaid(name=name, to=to, text=text))  # type: ignore[arg-type]

    def answer(self, name: str, text: str) -> Season:
        """Write to one of the cast. Refused: `gallery_wall`."""
        self._check_wall(self._by, lambda one: one == self.season.holders.get(name))
        return self._enter(j.SeasonAnswered(name=name, text=text))

    def answer_question(self, number: int, text: str, *, publish: bool = False) -> Season:
        """Answer a question to the hosts by its number (SE-33): to its player, or (`publish`) to everybody without a
        name. Refused: `no_such_question`, `gallery_wall`."""
        question = question_of(self.season, number)
        self._check_wall(self._by, lambda holder: publish or holder == self.season.holders.get(question.name))
        return self._enter(j.SeasonAnswered(name=question.name, text=text, question=number, published=publish))

    def confessionals(self) -> tuple[SeasonMessage, ...]:
        """Return the confessionals between episodes; the look is entered first."""
        self._enter(j.Looked())
        return confessionals(self.season)

    def let_out_write(self, yes: bool) -> Season:
        return self._enter(j.OutMayWrite(yes=yes))

    @property
    def now(self) -> float:
        return self._seasons.house.clock()

    def set_usual(self, usual: j.Usual) -> Season:
        """Set the defaults of coming matches (SE-25)."""
        seating_from(usual.settings)
        return self._enter(usual)

    def rename(self, name: str, to: str) -> Season:
        """Rename one of the cast, between episodes (SE-26)."""
        check_seat_name(to, tuple(other for other in self.season.cast if other != name))
        return self._enter(j.SeasonRenamed(name=name, to=to))

    def call_off(self, reason: str) -> Season:
        """Discard the open episode; its match is ended (SE-14)."""
        return self._enter(j.CalledOff(reason=reason))

    def outcome(self) -> Outcome:
        """Return the outcome of the open episode's main match. Refused while unknown."""
        episode = self.season.open
        if self.season.phase != "main" or episode is None:
            raise Refused("wrong_phase", "No main match is waiting to be booked.", "SE-05")
        if episode.match is None:
            raise Refused("elsewhere", "This match is played elsewhere: say how it ended.", "SE-05")
        match = self._seasons.house.table(episode.match).match
        if match.phase != "finished" or match.abandoned:
            raise Refused("not_finished", f"{episode.match} has not finished: its outcome is not known yet.", "SE-05")
        return outcome_in(match, episode)

    def played(self) -> Outcome | None:
        """Return the outcome of the open episode's main match if it was played here and is over."""
        try:
            return self.outcome()
        except Refused:
            return None

    def book(self, outcome: Outcome | None = None) -> Season:
        """Book the main match: with a typed outcome if it was played elsewhere, or again after undoing; else with the
        match's."""
        episode = self.season.open
        match = None if episode is None else episode.match
        if outcome is None:
            return self._enter(j.Booked(outcome=self.outcome(), match=match))
        if match is not None and match not in self._seasons.house.damaged:
            self.outcome()  # refused until the match has finished
        return self._enter(j.Booked(outcome=outcome))

    # --- the Death Match ----------------------------------------------------------------------------------------------
    def name(self, role: Literal["candidate", "opponent"], name: str) -> Season:
        """Name the missing role, or another opponent until the duel is made (SE-08)."""
        episode = self.season.open
        anew = role == "opponent" and episode is not None and episode.opponent is not None
        return self._enter(j.LoserNamed(role=role, name=name, anew=anew))

    def propose_duel(self, game: str, seating: j.Seating | None = None) -> j.DuelMade:
        """Return the duel that `duel` would make, without entering it. Refused as `duel`."""
        game_ = duel_game(game)
        episode = self.season.open
        two = () if episode is None else the_two(episode)
        if two and self._seasons.running(self._live):
            raise Refused("duel_runs", f"A duel of {' and '.join(two)} is under way already.", "SE-08")
        clock = game_.spec.turn_seconds  # a duel has its own clock and briefing
        usual = usual_seating(self.season).chosen()
        usual |= {"round_seconds": clock, "briefing": clock is not None, "bank_seconds": 0.0, "grace_seconds": 0.0}
        if self.season.header.options.duels:
            usual["hidden"] = False
        final_seating = seating or j.Seating(**usual)
        holders = {name: self.season.holders.get(name, "open") for name in two}
        check_title(final_seating.title)
        self._check_names(final_seating.title)
        check_settings(final_seating.chosen())
        self._check_times(final_seating)
        title = final_seating.title or self._title(f"{self.season.number}: {' against '.join(two)}")
        final_seating = msgspec.structs.replace(final_seating, holders=holders, title=title)
        if two:
            check_match(game_, two, {}, final_seating)
        entry = j.DuelMade(match=self._free_id(game, final_seating), game=game, seating=final_seating)
        self._live.preview(entry)
        return entry

    def duel(self, game: str, seating: j.Seating | None = None) -> j.DuelMade:
        """Make a duel for the two; again after a draw, or as the next of a final."""
        entry = self.propose_duel(game, seating)
        self._enter(entry)
        self._check_made(entry.match)
        return entry

    def _check_made(self, match: str | None) -> None:
        """Refused if an entry's match could not be stored. The entry stands, and the match is made later."""
        if match is not None and match not in self._seasons.house.tables:
            message = f"The season waits for {match}, but it could not be made: look at the disk. It is made when the "
            raise Refused("not_made", message + "house is next opened; or take it back.")

    def death_match(self, winner: str | None) -> Season:
        """Enter the winner of a Death Match or a duel of a final played elsewhere; None for a draw."""
        return self._enter(j.Fought(winner=winner))

    def leave_out(self, reason: str) -> Season:
        """End the episode without a Death Match; a running duel is ended."""
        return self._enter(j.LeftOut(reason=reason))

    def final(self, best_of: int) -> Season:
        return self._enter(j.FinalMade(best_of=best_of))

    def _holders_in_play(self) -> dict[str, str]:
        return {name: self.season.holders.get(name, OPEN) for name in self.season.remaining}

    # --- cast and record ----------------------------------------------------------------------------------------------
    def correct(self, changes: dict[str, j.CastCorrection], why: str) -> Season:
        holders = self._holders_in_play()
        for name, change in changes.items():
            if change.in_ is True and name in self.season.cast and name not in holders:
                check_one_name(holders, name, self.season.holders.get(name, OPEN))
        return self._enter(j.SeasonCorrected(changes=changes, reason=why))

    def add(self, name: str, holder: str = "open") -> Season:
        """Add a late-comer (SE-01)."""
        check_seat_name(name, tuple(self.season.cast))
        check_one_name(self._holders_in_play(), name, holder)
        return self._enter(j.Added(name=name, holder=holder))

    def hand_over(self, name: str, holder: str) -> Season:
        """Give a name of the cast to `holder`: purse, and the seats in running matches (SE-01)."""
        tables = [(table, seats_in(self.season, table.match).get(name)) for table in self._seasons.running(self._live)]
        seats = [(table, seat) for table, seat in tables if seat and table.match.holders.get(seat) != holder]
        for table, seat in seats:
            check_outside(table.match.audience, holder)
            if not table.match.header.several:
                check_only_seat(table.match.holders, seat, holder)
        if name in self.season.remaining:
            check_one_name(self._holders_in_play(), name, holder)
        match = seats[0][0].match.header.match if seats else None
        after = self._enter(j.SeasonHandedOver(name=name, holder=holder, match=match))
        if self._tried is not None:
            return after
        for table, seat in seats:
            hand_over(table, seat, holder)
        return after

    def unbook(self) -> Season:
        """Undo the last booking or final, with all after it (SE-10)."""
        return self._enter(j.Unbooked())

    def undo(self) -> Season:
        """Undo the last entry that stands, alone (SE-19)."""
        return self._enter(j.Undone())

    def publish(self, public: bool = True) -> Season:
        """Publish the season and all its matches, or none (SE-18)."""
        after = self._enter(j.SeasonPublished(public=public))
        house = self._seasons.house
        for match in house.of_season(self._live.id):
            HostControls(house.table(match)).publish(public)
        return after

    def watched_by(self, who: j.Watch, code: str = "") -> Season:
        """Set who may read the season and watch its matches; `code` for people who give it (SE-23)."""
        return self._enter(j.SeasonWatching(watched_by=who, digest=person.digest(code) if code else ""))

    def end(self) -> Season:
        return self._enter(j.SeasonEnded())
