"""The host's deeds at one match by command: its clock, its closes, its seats, what is announced."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cli.admin.requests import Answer, Deed, Holders, Request, by_shell, desk_of, stands, would_tell
from core.house.house import House
from core.house.moderation import Steward
from core.house.people import People
from core.house.settings import HouseSettings
from core.match.corrections import WhatIf
from core.match.private_channels import answers_to, asked, confession_json, confession_lines, unanswered
from core.match.scheduling import Close, closes
from core.match.seating import OPEN
from core.match.state import Match
from core.refusal import Refused, quoted
from core.seasons.season_controls import SeasonControls
from core.table.galleries import of_season
from core.table.host_controls import HostControls
from core.table.host_preview import DryRunText
from core.words import wording
from core.words.deadlines import ScheduleDraft, close_lines, draft, match_zone, move_round
from core.words.door import Door
from core.words.moments import move_deadline, moved_words, read_moment, zoned
from core.words.timetable import calendar, events
from core.words.wording import ending_rows, handing_rows, person_name
from tui.app.house_zone import HouseZone


class MatchDeeds:
    """What a host can do to a match that stands."""

    def __init__(self, house: House, people: People, door: Door) -> None:
        self._house = house
        self._people = people
        self._holders = Holders(people)
        self._door = door

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {
            "seats": self._seats,
            "start": self._start,
            "pause": lambda asked: self._simply(asked, lambda desk: desk.pause(), "The clock is stopped."),
            "resume": lambda asked: self._simply(asked, lambda desk: desk.resume(), "The clock runs again."),
            "close": lambda asked: self._simply(asked, lambda desk: desk.close(), "Closed."),
            "confirm": lambda asked: self._simply(asked, lambda desk: desk.confirm(), "Confirmed; everybody is told."),
            "deadline": self._deadline,
            "schedule": self._schedule,
            "reopen": self._reopen,
            "calendar": self._calendar,
            "dry-run": self._dry_run,
            "lapse": self._lapse,
            "rewind": self._rewind,
            "hand-over": self._hand_over,
            "rename": self._rename,
            "announce": self._announce,
            "announcements": self._announcements,
            "public": self._public,
            "gallery": self._gallery,
            "end": self._end,
        }

    def _simply(self, asked: Request, deed: Callable[[HostControls], object], done: str) -> Answer:
        desk = desk_of(self._house, asked)
        return stands(desk, asked, lambda: deed(desk), done)

    def _end(self, asked: Request) -> Answer:
        """Without a result; a wrong id would kill a week, so it is asked first. Or take that back (HH-50)."""
        if asked.undo:
            done = "It goes on where it stood."
            return self._simply(asked, lambda desk: self._house.seasons.take_end_back(desk, asked.text), done)
        desk = desk_of(self._house, asked)
        if not asked.yes and not asked.dry_run:
            desk.preview(lambda desk: desk.end())  # what cannot be ended is said at once
            raise Refused("say_yes", " ".join(wording.unstyled(ending_rows(desk.table.match, self._people))), "HH-50")
        return stands(desk, asked, lambda: desk.end(asked.text), f"Ended. To take that back: end {asked.match} --undo.")

    def _start(self, asked: Request) -> Answer:
        answer = self._simply(asked, lambda desk: desk.begin(), "It has begun.")
        match = desk_of(self._house, asked).table.match
        free = [seat for seat in match.seats if match.holders.get(seat) == OPEN]
        if not free:
            return answer
        # A free seat orders nothing: whoever begins without having looked should know.
        left = wording.counted(len(free), "free seat")
        told = f"{left} left: {', '.join(free)}. To invite people: garnet host invite --match {asked.match}."
        return {**answer, "told": [*answer["told"], told]}

    def _deadline(self, asked: Request) -> Answer:
        desk = desk_of(self._house, asked)
        now = self._house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        moment = read_moment(asked.when, now, zone, desk.deadline())
        done = moved_words(moment, now, desk.table.match.paused, zone)
        if moment is not None and not desk.table.match.paused and isinstance(zone, HouseZone):
            done = f"{done.rstrip('.')}, by this machine's clock."
        return stands(desk, asked, lambda: move_deadline(desk, moment, zone, asked.text), done)

    def _reopen(self, asked: Request) -> Answer:
        """Let a match go on by rules that have changed, once the host has read what that undoes (HH-70)."""
        if not asked.yes and asked.match in self._house.changed_rules:
            raise Refused("say_yes", f"{self._house.damaged[asked.match]}", "HH-70")
        table = self._house.reopen(asked.match, by_shell(asked.user))
        return stands(HostControls(table, by_shell(asked.user)), asked, lambda: None, "goes on by the rules of today.")

    def _schedule(self, asked: Request) -> Answer:
        """Look at the times of the rounds; set them, move them all or one, or take them away."""
        desk, zone, now = desk_of(self._house, asked), HouseZone(), self._house.clock()
        match, done = desk.table.match, ""
        if asked.round is not None:
            if not asked.when:
                raise Refused("which_moment", "Say when that round is to close: 21:00, Fri 21:00, +1d.")
            move_round(desk, asked.round, asked.when, match_zone(match, now, zone), asked.text)
            done = "Moved."
        elif asked.when.lower() == "none":
            desk.set_schedule((), reason=asked.text)
            done = "It follows no schedule any more."
        elif asked.when:
            found = draft(desk, asked.when, zone, asked.shortest)
            if asked.try_:
                return self._tried(match, found)
            found.apply(desk, keep=asked.keep is not False, reason=asked.text)
            done = "Set; everybody is told."
        if desk.told is not None:
            return would_tell(asked.match, desk.told)
        match = desk.table.match
        word = match.game.spec.round_word
        rule = "" if match.schedule is None else match.schedule.rule
        lines = [f"{asked.match}: {done}"] if done else []
        lines += [f"The {word}s close {rule}."] if rule else []
        times = closes(match, now)
        lines += wording.unstyled(close_lines(times, match.game.spec.when, now, zone)) or ["No times are set."]
        return {
            "told": lines,
            "match": asked.match,
            "rule": rule,
            "keep": match.schedule is None or match.schedule.keep,
            "closes": msgspec.to_builtins([one._asdict() for one in times]),
        }

    def _tried(self, match: Match, found: ScheduleDraft) -> Answer:
        now = self._house.clock()
        count = match.game.spec.rounds - match.round + 1
        times = [Close(match.round + n, at) for n, at in enumerate(found.moments[:count])]
        lines = ["Nothing is set. It would be:"]
        lines += wording.unstyled(close_lines(times, match.game.spec.when, now, HouseZone()))
        return {"told": lines, "rule": found.rule, "closes": [one._asdict() for one in times]}

    def _calendar(self, asked: Request) -> Answer:
        match, now = desk_of(self._house, asked).table.match, self._house.clock()
        found = calendar(
            match.title, events(match, now, HouseSettings(self._house.store).house_id(self._house.token)), now
        )
        # The answer is printed line by line, and a line of a calendar ends in CR and LF.
        return {"told": found.removesuffix("\n").split("\n"), "calendar": found}

    def _dry_run(self, asked: Request) -> Answer:
        found = desk_of(self._house, asked).dry_run()
        lines = [f"A dry run of {asked.match}: nothing is closed. It is on record that you looked."]
        for seat, report in found.reports.items():
            lines += [f"{seat}", *(f"  {line}" for line in report)]
        return {"told": lines, "reports": found.reports_json, "outcome": found.outcome}

    def _lapse(self, asked: Request) -> Answer:
        done = "The usual move was made."
        return self._simply(asked, lambda desk: desk.lapse(*asked.seats, round_=asked.round), done)

    def _rewind(self, asked: Request) -> Answer:
        if asked.move:
            return self._simply(asked, lambda desk: desk.back_a_move(), "The last move is undone.")
        if asked.round is None:
            raise Refused("which_round", "Say to the start of which round, or before the last move.")
        round_ = asked.round
        return self._simply(asked, lambda desk: desk.rewind(round_, asked.text), "It went back; its orders are drafts.")

    def _hand_over(self, asked: Request) -> Answer:
        desk, holder = desk_of(self._house, asked), self._holders.holder(asked.to)
        match = desk.table.match
        rows = wording.unstyled(handing_rows(match, self._people, asked.seat, holder))
        called = desk.hand_over(asked.seat, holder, person_name(holder, self._people))
        answer = stands(desk, asked, lambda: None, rows[0])
        everybody = [] if desk.told is not None else [f"Everybody was told: {desk.table.match.news[-1].text}"]
        return {**answer, "told": [*answer["told"], *rows[1:], *everybody], "seat": called}

    def _rename(self, asked: Request) -> Answer:
        done = f"{asked.seat} is called {asked.to} now."
        return self._simply(asked, lambda desk: desk.rename(asked.seat, asked.to), done)

    def _public(self, asked: Request) -> Answer:
        public = asked.public is not False
        if self._house.means_season(asked.match):
            if asked.dry_run:
                raise Refused("no_dry_run", "A dry run is for matches; a season tells its readers that it is public.")
            season = self._season(asked).publish(public)
            return {"told": [season.news[-1].text], "season": asked.match, "public": season.public}
        done = "It may be published once it has finished: garnet publish FOLDER." if public else "It stays private."
        return self._simply(asked, lambda desk: desk.publish(public), done)

    def _season(self, asked: Request) -> SeasonControls:
        return SeasonControls(self._house.seasons, self._house.seasons.find(asked.match), by_shell(asked.user))

    def _gallery(self, asked: Request) -> Answer:
        """Who is in the gallery of a match, or of a season; let somebody in, or out (HH-61)."""
        galleries = self._house.galleries
        known = Steward(self._house, self._people, by_shell(asked.user)).find(asked.to) if asked.to else None
        if self._house.means_season(asked.match):
            if known is not None:
                galleries.let_into_season(asked.match, f"person:{known.id}", known.name, not asked.drop)
            inside = of_season(self._house.store, asked.match)
        else:
            desk = desk_of(self._house, asked)
            if known is not None:
                desk.gallery(f"person:{known.id}", known.name, not asked.drop)
            if desk.told is not None:
                return would_tell(asked.match, desk.told)
            inside = desk.table.match.audience.members
            if not desk.table.match.header.gallery:
                said = f"{asked.match} was made without a gallery (garnet host new --gallery)."
                raise Refused("no_gallery", said, "HH-61")
        names = sorted(inside.values())
        return {"told": [f"{asked.match}: in the gallery {', '.join(names) or 'nobody'}."], "gallery": names}

    def _announce(self, asked: Request) -> Answer:
        if self._house.means_season(asked.match):
            if asked.when or asked.dry_run:
                said = "To a season something is announced now, or not: leave --at and --dry-run out."
                raise Refused("bad_moment", said, "SE-28")
            return {"told": [self._season(asked).announce(asked.text).news[-1].text], "season": asked.match}
        if not asked.when:
            return self._simply(asked, lambda desk: desk.announce(asked.text), "Announced.")
        desk, now = desk_of(self._house, asked), self._house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        due = read_moment(asked.when, now, zone)
        if due is None:
            raise Refused("bad_moment", "Say when it is to be announced: 21:00, Fri 21:00, +2h.")
        number = desk.plan(asked.text, due)
        if desk.told is not None:
            return would_tell(asked.match, DryRunText((f"{zoned(due, now, zone)}: {asked.text}",)))
        return {"told": [f"{asked.match}: #{number} is announced {zoned(due, now, zone)}."], "number": number}

    def _announcements(self, asked: Request) -> Answer:
        """What was announced and what waits; with a number what waits is taken back."""
        desk, now = desk_of(self._house, asked), self._house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        if asked.number:
            if not asked.number.lstrip("#").isdigit():
                raise Refused("not_planned", f"{quoted(asked.number)} is no number of an announcement.", "HH-24")
            desk.unplan(int(asked.number.lstrip("#")))
            return {"told": [f"#{asked.number.lstrip('#')} will not be announced."]}
        match = desk.table.match
        made = [item for item in match.news if item.kind == "announced"]
        lines = [f"{wording.moment(item.at, now, zone)}  {item.text}" for item in made]
        lines += [f"#{one.number} waits for {zoned(one.due, now, zone)}  {one.text}" for one in match.planned]
        return {
            "told": lines or ["Nothing was announced yet."],
            "announced": [{"at": item.at, "text": item.text} for item in made],
            "planned": [msgspec.to_builtins(one) for one in match.planned],
        }

    def _seats(self, asked: Request) -> Answer:
        found = desk_of(self._house, asked).seats()
        ready = {True: "ready", False: ""}
        lines = [
            f"{one.seat:<24} {one.state:<8} {ready[one.ready]:<6} {self._holders.words(one.holder)}".rstrip()
            for one in found
        ]
        return {"told": lines, "seats": msgspec.to_builtins(found)}


class LineDeeds:
    """The host's side of the rooms apart."""

    def __init__(self, house: House) -> None:
        self._house = house

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {
            "questions": self._questions,
            "answer": self._answer,
            "tell": self._tell,
            "confessionals": self._confessionals,
        }

    def _questions(self, asking: Request) -> Answer:
        """What seats said to their hosts, with the answers; what waits is marked."""
        match, now, zone = desk_of(self._house, asking).table.match, self._house.clock(), HouseZone()
        waits, lines, found = unanswered(match), [], []
        for number, one in enumerate(asked(match), 1):
            answers = [answer.text for answer in answers_to(match, number)]
            state = "waits" if number in waits else "answered" if answers else ""
            lines.append(f"#{number:<4} {state:<9} {wording.moment(one.at, now, zone)}  {one.seat}: {one.text}")
            lines += [f"      to {one.seat}: {answer}" for answer in answers]
            found.append({"number": number, "seat": one.seat, "text": one.text, "waits": number in waits,
                          "answers": answers})  # fmt: skip
        for ruled in match.answered:
            lines.append(f"For everybody, {ruled.number}. {ruled.question} {ruled.answer}")
        public = [{"number": r.number, "question": r.question, "answer": r.answer} for r in match.answered]
        return {"told": lines or ["Nobody has asked anything."], "questions": found, "published": public}

    def _answer(self, asking: Request) -> Answer:
        number = asking.number.lstrip("#")
        if not (number.isascii() and number.isdigit()):
            raise Refused("no_such_question", f"{quoted(asking.number)} is no number of a question.", "HH-30")
        desk = desk_of(self._house, asking)
        desk.answer(int(number), asking.text, publish=asking.publish or bool(asking.words), words=asking.words)
        if not asking.publish and not asking.words:
            return stands(desk, asking, lambda: None, f"{asked(desk.table.match)[int(number) - 1].seat} is told.")
        ruled = desk.table.match.answered[-1]
        done = f"Question {ruled.number} is answered for everybody, without a name."
        return {**stands(desk, asking, lambda: None, done), "number": ruled.number}

    def _tell(self, asking: Request) -> Answer:
        desk = desk_of(self._house, asking)
        return stands(desk, asking, lambda: desk.write(asking.seat, asking.text), f"{asking.seat} is told.")

    def _confessionals(self, asking: Request) -> Answer:
        """Read them, on record; or say whether those who are out of the season may."""
        desk = desk_of(self._house, asking)
        if asking.out is not None:
            desk.let_out_read(asking.out)
            if desk.told is not None:
                return would_tell(asking.match, desk.told)
            return {"told": [f"{asking.match}: {desk.table.match.news[-1].text}"], "out_may_read": asking.out}
        if asking.dry_run:
            raise Refused(
                "no_dry_run", "Whoever reads confessionals is on record: reading them has no dry run.", "HH-29"
            )
        found = desk.confessionals()
        lines = [f"It is on record that you looked at {asking.match}'s confessionals."]
        lines += confession_lines(found, desk.table.match.game.spec.when)
        return {"told": lines, "confessionals": [confession_json(one) for one in found]}


class CorrectingDeeds:
    """What a host does about orders that went wrong."""

    def __init__(self, house: House) -> None:
        self._house = house

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {"correct": self._correct, "what-if": self._what_if}

    def _correct(self, asked: Request) -> Answer:
        desk = desk_of(self._house, asked)
        done = f"{asked.seat}'s orders are corrected; everybody is told that, and why."
        return stands(desk, asked, lambda: desk.correct(asked.seat, asked.orders, asked.text, asked.round), done)

    def _what_if(self, asked: Request) -> Answer:
        if asked.round is None:
            raise Refused("which_round", "Say which round: what-if MATCH ROUND SEAT.")
        desk = desk_of(self._house, asked)
        found = desk.what_if(asked.round, asked.seat, asked.orders)
        spec = desk.table.match.game.spec
        lines = [
            f"{asked.match}: nothing is changed. It is on record that you looked.",
            *what_if_lines(found, spec.when),
        ]
        return {"told": lines, "match": asked.match, "what_if": msgspec.to_builtins(found)}


def what_if_lines(found: WhatIf, when: Callable[[int], str]) -> list[str]:
    """What a round would have brought, for people."""
    lines = [f"If {found.seat} had ordered in {when(found.round)}"]
    lines += [f"  {line}" for line in found.instead or ("nothing",)]
    lines += ["in place of", *(f"  {line}" for line in found.ordered or ("nothing",))]
    for seat, differs in found.seats.items():
        lines += [f"{seat} was told", *(f"  {line}" for line in differs.was or ("nothing",))]
        lines += ["  and would have been told", *(f"  {line}" for line in differs.would or ("nothing",))]
    if found.public is not None:
        if found.public.was or found.public.would:
            lines += ["Everybody was told", *(f"  {line}" for line in found.public.was or ("nothing",))]
            lines += ["  and would have been told", *(f"  {line}" for line in found.public.would or ("nothing",))]
        else:
            lines.append("Everybody would have been told otherwise.")
    if not found.seats:
        lines.append("Every seat would have been told the same.")
    if found.ending is not None:
        lines.append(f"It would have ended there, won by {wording.joined(found.ending.winners)}.")
    elif found.ended:
        lines.append(f"It would not have ended with {when(found.round)}.")
    return lines
