"""Commands over SSH for scripts and players' own tools: `ssh ada@house orders exodus-1 < orders.json`.

Every command answers in words, or with `--json` in the JSON forms of the rulings. Exit status: 0 done, 1 refused, 2
mistyped. docs/scripting.md describes them; `help` lists them.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, cast

import msgspec

from core.decoding import decode, plain
from core.games import ids
from core.games.refereed.sheet import as_csv, read_form, text_of
from core.house.absences import Absences
from core.house.guest import LobbyMatch
from core.house.league import league, league_lines, match_counts, named_rows
from core.house.people import LINK_SECONDS
from core.house.reminders import Reminded
from core.house.scripts import Scripts
from core.house.settings import HouseSettings
from core.json import Json, harmless, json_line
from core.match.audience import GalleryConsent
from core.match.private_channels import confession_json, confession_lines
from core.narration.text import story_text
from core.refusal import Refused, quoted
from core.story.reviewing import in_words
from core.table.galleries import GalleryPlace
from core.table.seat import Deal, Seat
from core.talk.acts import AnyAct
from core.talk.channels import clean
from core.words import judging
from core.words.absence import absence_words, away_sentence, read_absence
from core.words.deadlines import schedule_rows
from core.words.door import carry
from core.words.gallery import gallery_json, gallery_lines, lets_lines
from core.words.moments import zone_of
from core.words.publishing import NOTHING_ASKED, appearance, question_line
from core.words.rulebook import SEASON, as_text, book
from core.words.timetable import calendar, events
from core.words.wording import unstyled
from ssh_server.commands.parsing import FORMS, USAGE, UsageError, addressed, chosen_numbers, read_json
from ssh_server.commands.season_commands import SeasonCommands
from ssh_server.commands.watching import Watch
from tui.app.house_zone import HouseZone
from tui.drawings import draw_board
from tui.drawings.excerpt import ReplayExcerpt
from tui.games.known import ask_lines, known_lines

TEXT_WIDTH = 80
"""Columns of a view in words."""


class Command(SeasonCommands):
    async def run(self) -> int:
        await self._enter()
        result = getattr(self, f"_{self._typed.words[0]}")()
        if asyncio.iscoroutine(result):
            await result
        return 0

    async def _enter(self) -> None:
        """Open the named match or season. An id that this person may not read is refused like an unknown one. A
        finished match is loaded off the loop."""
        of, typed = FORMS[self._typed.words[0]].of, self._typed
        if not of or (len(typed.words) < 2 and typed.code is None):
            return
        if typed.words[0] == "talk" and self._finds(typed.match):
            of = "match"
        if of == "either":
            of = "season" if self._house.means_season(typed.match) and self._guest.reads(typed.match) else "match"
        if of == "season":
            if typed.code is not None:
                self._guest.enter_season_code(typed.match, typed.code)
            self._guest.season(typed.match)
            return
        if typed.code is not None:
            self._guest.enter_match_code(typed.match, typed.code)
        await self._guest.fetch(typed.match)

    def _away(self) -> None:
        """Show or set when the caller is away (HH-83)."""
        zone = zone_of(self._terminal.variables.get("TZ", "")) or HouseZone()
        absences, now = Absences(self._house.store, self._house.clock), self._house.clock()
        matches: tuple[str, ...] = ()
        if len(self._typed.words) > 1:
            absence = read_absence(" ".join(self._typed.words[1:]), now, zone, "--all" in self._typed.flags)
            matches = self._guest.say_away(absence, away_sentence(absence, zone))
        absence = absences.of(self._person.id)
        words = "You are not away." if absence is None else f"You are away {absence_words(absence, zone)}."
        words += f" Told at {', '.join(matches)}." if matches else ""
        self._tell({"away": absence and plain(absence), "told": matches}, words)

    # --- looking
    def _mention(self) -> None:
        reminders, words = Reminded(self._house.store), self._typed.words
        name = reminders.room_name(self._person.id) if len(words) < 2 else reminders.call(self._person.id, words[1])
        answer = f"Reminders in a chat room mention you as <@{name}>." if name else "No chat room mentions you."
        self._tell({"mention": name or None}, answer)

    def _help(self) -> None:
        self._tell({"commands": USAGE.splitlines()}, USAGE)

    def _matches(self) -> None:
        mine = [standing for standing in self._guest.lobby_rows() if standing.seats]
        listed: list[Json] = []
        for standing in mine:
            facts = standing.summary.public_json()
            del facts["holders"]
            listed.append({**facts, "your_seats": list(standing.seats), "waits_for_you": standing.waits})
        lines = [_standing_line(standing) for standing in mine] or ["You hold no seat yet."]
        self._tell({"matches": listed}, "\n".join(lines))

    def _seat_or_watch(self) -> Seat:
        try:
            return self._seat()
        except Refused as refusal:
            if refusal.code != "not_your_match":
                raise
            return self._guest.watch(self._typed.match)

    def _story(self) -> None:
        seat = self._seat_or_watch()
        if self._typed.json:
            self._tell(seat.story_document(), "")
        else:
            self._tell({}, "\n\n".join(story_text(seat.story())))

    def _replay(self) -> None:
        part = ReplayExcerpt(self._seat_or_watch().past(self._typed.eyes), self._typed.round, self._typed.step)
        self._tell(part.document() if self._typed.json else {}, "" if self._typed.json else "\n".join(part.lines()))

    async def _gallery(self) -> None:
        """Set which words of a seat the gallery may read, or show a gallery member the match (HH-61, HH-62)."""
        words = self._typed.words[2:]
        if self._house.galleries.has(self._typed.match, self._guest.holder):
            place = await self._guest.gallery(self._typed.match)
            place.enter()
            return self._tell(gallery_json(place), "\n".join(gallery_lines(place)))
        seat = self._seat()
        lets = seat.lets() or GalleryConsent()
        if words:
            if len(words) != 2 or words[0] not in ("talk", "confessional") or words[1] not in ("yes", "no"):
                raise UsageError("Say what, and yes or no: gallery MATCH talk yes, gallery MATCH confessional no.")
            lets = msgspec.structs.replace(lets, **{words[0]: words[1] == "yes"})
            seat.let_read(lets.talk, lets.confessional)
        return self._tell({"late": seat.view_json().get("gallery"), **plain(lets)}, "\n".join(lets_lines(seat)))

    async def _remark(self) -> None:
        """Talk of spectators; a gallery member speaks in the gallery (HH-64)."""
        text = " ".join(self._typed.words[2:])
        if self._house.galleries.has(self._typed.match, self._guest.holder):
            room: GalleryPlace | Seat = await self._guest.gallery(self._typed.match)
        else:
            room = self._guest.watch(self._typed.match, self._person.name)
        if text:
            room.remark(text)
            return self._answer_done("Said.")
        remarks = room.remarks()
        lines = [f"{remark.name}: {remark.text}" for remark in remarks] or ["Nobody has said anything."]
        listed = [
            {"called": remark.name, "text": remark.text, "round": remark.round, "at": remark.at} for remark in remarks
        ]
        return self._tell({"remarks": listed}, "\n".join(lines))

    def _view(self) -> None:
        seat = self._seat_or_watch()
        if "--text" in self._typed.flags:
            frame, view = seat.frame(), seat.view()
            drawing = seat.game.board(view)
            drawn = draw_board(drawing, frame.seats, TEXT_WIDTH, len(frame.seats) + 9, {}) if drawing else []
            known = known_lines(plain(view), frame.seats, seat.game.labels, TEXT_WIDTH)
            lines = [*(row.plain.rstrip() for row in drawn), *known, *ask_lines(seat.asks().choices)]
            self._terminal.say(clean("\n".join([f"{frame.title}, {frame.progress(frame.round)}", *lines])))
            return
        document = json.dumps(seat.view_json(), indent=None if self._typed.json else 1, ensure_ascii=False)
        self._terminal.say(harmless(document))

    def _schedule(self) -> None:
        seat = self._seat_or_watch()
        zone = zone_of(self._terminal.variables.get("TZ", "")) or HouseZone()
        words = "\n".join(unstyled(schedule_rows(seat, zone)))
        times = {"rule": seat.rule(), "closes": [close._asdict() for close in seat.closes()]}
        self._tell({**times, "deadline": seat.frame().deadline, "grace": seat.grace()[0]}, words)

    def _calendar(self) -> None:
        if len(self._typed.words) > 1:
            matches = [self._seat_or_watch().frame().match]
        else:
            matches = [standing.summary.match for standing in self._guest.running() if standing.seats]
        now = self._house.clock()
        tables = [self._guest.table(match).match for match in matches]
        title = tables[0].title if len(tables) == 1 else "Garnet House"
        house = HouseSettings(self._house.store).house_id(self._house.token)
        document = calendar(title, [standing for match in tables for standing in events(match, now, house)], now)
        if self._typed.json:
            self._terminal.say(json_line({"calendar": document}))
        else:
            lines = document.replace("\r\n", "\n") if self._terminal.term is not None else document
            self._terminal.say(lines.removesuffix("\n"))

    def _signup(self) -> None:
        down = "--not" in self._typed.flags
        answers = tuple(answer.strip() for answer in self._typed.answers.split(";")) if self._typed.answers else ()
        names = self._guest.sign_up(
            self._typed.match, self._person.name, down=down, answers=answers, note=self._typed.note
        )
        answer = "Your name is off the list." if down else "Your name is down."
        self._tell({"ok": True, "names": list(names)}, f"{answer} On it: {', '.join(names) or 'nobody'}.")

    def _log(self) -> None:
        seat = self._seat()
        if self._typed.json:
            self._terminal.say(json_line({"log": seat.view_json()["log"]}))
            return
        view = seat.view()
        public = {entry["round"]: entry["told"] for entry in seat.view_json()["public"]}
        for entry in seat.log():
            head = seat.spec.when(entry.round, exact=True).capitalize()
            report = () if entry.report is None else seat.game.tell_to(entry.report, view)
            review = seat.review(entry.round)
            if review is not None:
                everybody = seat.game.tell_public(public[entry.round]) if entry.round in public else ()
                lines = [head, *(f"  {line}" for line in (*in_words(review), *everybody))]
            else:
                lines = [head, *(f"  > {line}" for line in seat.ordered(entry))]
                lines += [*(f"  * {notice.text}" for notice in entry.notices), *(f"  {line}" for line in report)]
            self._terminal.say(clean("\n".join(lines)))

    def _league(self) -> None:
        finished = self._guest.finished()
        rows = league(finished, named_rows(self._people))
        self._tell([plain(row) for row in rows], "\n".join(league_lines(rows, match_counts(finished))))

    async def _rules(self) -> None:
        game, spec = self._typed.words[1] if len(self._typed.words) > 1 else "", None
        if self._finds(game):
            await self._guest.fetch(game)
            seat = self._seat_or_watch()
            game, spec = seat.frame().game, seat.spec
        if game not in (*ids(), SEASON):
            raise UsageError(f"Say which game: rules GAME. There are: {', '.join(ids())}, and {SEASON}.")
        text = as_text(book(game, spec))
        self._tell({"game": game, "text": text}, text)

    def _keys(self) -> None:
        if self._typed.words[1:2] == ("forget",) and len(self._typed.words) == 3:
            at = self._typed.words[2]
            if at.startswith("SHA256:"):
                self._people.drop_key(self._person.id, at)
            else:
                self._people.drop_browser(self._person.id, at)
            return self._answer_done(f"{at} opens the door no more.")
        if len(self._typed.words) > 1:
            typed = quoted(" ".join(self._typed.words[1:]))
            raise UsageError(f"{typed} is nothing that keys can do: keys forget WHICH. `keys` lists them.")
        keys, browsers = self._person.keys, self._person.browsers
        lines = [f"{key.fingerprint}  {key.public.split()[0]}" for key in keys] or ["You have no keys here."]
        lines += [
            f"{browser.id}  {browser.name}, since {time.strftime('%Y-%m-%d', time.gmtime(browser.added))}"
            for browser in browsers
        ]
        browser_list = [{"id": each.id, "name": each.name, "since": each.added, "used": each.used} for each in browsers]
        key_list = [{"fingerprint": key.fingerprint} for key in keys]
        self._tell({"keys": key_list, "browsers": browser_list}, "\n".join(lines))
        return None

    def _link(self) -> None:
        code = self._people.link(self._person.id)
        link = {"code": code, "link": self._door.link(code), "seconds": LINK_SECONDS}
        self._tell(link, "\n".join(carry(self._door, code)))

    def _confessionals(self) -> None:
        confessions = self._guest.confessionals(self._typed.match)
        when = self._guest.table(self._typed.match).match.spec.when
        self._tell(
            {"confessionals": [*map(confession_json, confessions)]}, "\n".join(confession_lines(confessions, when))
        )

    # --- a match that this person judges (RF-09, RF-14)
    def _table(self) -> None:
        desk = self._guest.host_controls(self._typed.match)
        proposal, fault = Scripts(self._house.store).proposal_and_fault(desk)
        rows = judging.sheet_rows(desk, desk.submissions(), proposal)
        lines = [as_csv(rows).removesuffix("\n")] if "--csv" in self._typed.flags else judging.table_lines(rows, fault)
        self._tell({"table": rows} | ({"fault": fault} if fault else {}), "\n".join(lines))

    async def _results(self) -> None:
        desk, flags = self._guest.host_controls(self._typed.match), self._typed.flags
        if "--undo" in flags:
            desk.take_results_back()
            return self._answer_done("The results are taken back.")
        proposed = "--proposed" in flags
        sheet = "" if proposed else text_of(await self._terminal.read_all())
        if not proposed and not sheet.strip():
            raise Refused("which_sheet", "Send the sheet on the input, or say --proposed.", "RF-09")
        proposal = Scripts(self._house.store).proposal_beside(sheet, desk)
        verdict = judging.verdict_of(desk, sheet, self._typed.public, proposal)
        if "--dry-run" in flags:
            texts = desk.try_results(verdict)
            return self._tell({"would_tell": plain(texts)}, "\n".join(judging.preview_lines(texts)))
        desk.judge(verdict)
        return self._answer_done("The results are published.")

    async def _finish(self) -> None:
        """End a match, once its host has read what all will read (RF-08)."""
        desk, typed = self._guest.host_controls(self._typed.match), self._typed
        proposal = Scripts(self._house.store).proposal(desk) if "--proposed" in typed.flags else None
        sheet = "" if "--proposed" in typed.flags else text_of(await self._terminal.read_all())
        verdict = judging.verdict_of(desk, sheet, typed.public, proposal)
        winners = [name.strip() for name in typed.winner.split(",") if name.strip()]
        verdict = judging.ending_verdict(desk, verdict, winners, typed.candidate, typed.opponent)
        judging.check_yes("--yes" in typed.flags, judging.preview_lines(desk.try_results(verdict)))
        judging.end_match(desk, verdict)
        self._answer_done("The last results are published.")

    def _rooms(self) -> None:
        desk = self._guest.host_controls(self._typed.match)
        desk.direct({"rooms": judging.read_rooms(desk, self._typed.words[2:], "--none" in self._typed.flags)})
        self._answer_done("Everybody is told who talks to whom.")

    async def _form(self) -> None:
        desk = self._guest.host_controls(self._typed.match)
        fields = read_form(text_of(await self._terminal.read_all()))
        early = desk.table.match.phase == "briefing"
        desk.direct({"form": fields, "seat": self._typed.seat or ""})
        self._answer_done(judging.asked_words(self._typed.seat or "", len(fields), early))

    # --- the archive (HH-26, HH-27)
    def _appear(self) -> None:
        words = self._typed.words[1:]
        if words:
            if words != ("nameless",) and (len(words) != 2 or words[0] != "as"):
                raise UsageError("Say how: appear as NAME, appear as usual, or appear nameless.")
            wanted = "" if words == ("nameless",) else None if words[-1] == "usual" else words[-1]
            self._guest.house.galleries.check_names(self._guest.holder, wanted or "")
            self._person = self._people.appear(self._person.name, wanted)
        self._tell({"appears": self._person.appears}, appearance(self._person.appears))

    def _release(self) -> None:
        seat = self._seat()
        questions = seat.questions()
        if len(self._typed.words) > 2:
            for number in chosen_numbers(self._typed.words[2:], len(questions)):
                seat.answer(questions[number].key, self._typed.words[3] == "yes")
            questions = seat.questions()
        lines = [f"{n}. {line}" for n, line in enumerate((question_line(question, seat) for question in questions), 1)]
        self._tell({"asked": [plain(question) for question in questions]}, "\n".join(lines or [NOTHING_ASKED]))

    # --- doing
    async def _orders(self) -> None:
        if "--withdraw" in self._typed.flags:
            self._acting().withdraw(self._round)
            of = f" of {self._when}" if self._when else ""
            return self._answer_done(f"Your orders{of} are withdrawn.", round=self._round)
        self._seat()  # a person without a seat is refused before input is awaited
        text = await self._terminal.read_all()
        seat = self._seat()  # the seat may have been handed over meanwhile
        if not text.strip():
            sealed = seat.sealed()
            words = ["Nothing is sealed."] if sealed is None else list(seat.game.restate_to(sealed, seat.view()))
            return self._tell({"orders": plain(sealed)}, "\n".join(words))
        seat = self._acting()
        seat.seal(read_json(text, "Orders"), self._round)
        restated = seat.game.restate_to(seat.sealed(), seat.view())
        words = [f"Sealed for {self._when}:", *(f"  {line}" for line in restated)]
        ready = [] if seat.frame().ready else [f"Nothing more to do? `ready {self._typed.match}` says so."]
        return self._answer_done("\n".join([*words, *ready]), round=self._round)

    async def _act(self) -> None:
        self._seat()
        action = read_json(await self._terminal.read_all(), "An action")
        seat = self._acting()
        before = len(_notices(seat))
        seat.do(action, self._round, self._typed.turn)
        fresh = _notices(seat)[before:]
        without_notices = f"Done, in {self._when}." if self._when else "Done."
        words = "\n".join(notice["text"] for notice in fresh) or without_notices
        self._tell({"ok": True, "notices": fresh, "round": self._round}, words)

    async def _say(self) -> None:
        if len(self._typed.words) < 3:
            raise UsageError(
                "Say to whom: say MATCH TO < FILE, where TO is lounge, realm, confessional, host or NAME[,NAME...]."
            )
        self._seat()
        to = self._typed.words[2]
        if len(self._typed.words) > 3:
            text = " ".join(self._typed.words[3:])
        elif self._typed.act is not None:
            text = ""
        else:
            text = (await self._terminal.read_all()).decode("utf-8-sig", "replace").strip()
        deal = None
        if (give := self._typed.give) is not None and (want := self._typed.want) is not None:
            deal, text = Deal(give, want), text or f"My {give} for your {want}?"
        seat = self._seat()
        act: AnyAct | None = None
        if self._typed.act is not None:
            act = decode(cast(Any, AnyAct), read_json(self._typed.act.encode(), "--act"), "--act")
            text = text or seat.act_words(act)
        readers = addressed(to, seat.frame().seats)
        heard = seat.terms_in(readers, text) if text and act is None and deal is None else None
        wait = seat.say(readers, text, deal, act)
        if wait:
            self._tell({"ok": True, "waits": round(wait, 1)}, wait.words)
        elif heard is not None:
            swap = None if isinstance(readers, str) or len(readers) > 1 else seat.swap(heard)
            flags = f"--act '{json_line(plain(heard))}'" if swap is None else f"--give {swap.give} --want {swap.want}"
            words = f"Said, as words that bind nobody. Heard as: {seat.act_words(heard)} To offer that: {flags}"
            self._tell({"ok": True, "heard": plain(heard)}, words)
        else:
            self._answer_done("Said.")

    async def _book(self) -> None:
        seat = self._seat()
        other = self._typed.words[2] if len(self._typed.words) > 2 else None
        lines = seat.book(other)
        before = [] if other is None else await self._guest.book_before(self._typed.match, seat.you, other)
        earlier = ["Before, in this season:", *before] if before else []
        words = "\n".join([*(lines or ["Nothing has been agreed on yet."]), *earlier])
        self._tell({"book": lines, "before": before}, words)

    def _ready(self) -> None:
        ready = "--not" not in self._typed.flags
        self._acting().ready(ready, self._round)
        when = f" for the end of {self._when}" if self._when else ""
        words = f"You are ready{when}." if ready else f"You are not ready{when} any more."
        self._answer_done(words, round=self._round)

    async def _watch(self) -> None:
        await Watch(self._seat_or_watch(), self._terminal).run()


def _notices(seat: Seat) -> list[Json]:
    log = seat.view_json()["log"]
    return list(log[-1]["notices"]) if log else []


def _standing_line(standing: LobbyMatch) -> str:
    facts = standing.summary
    where = facts.progress(facts.round, " of ") if facts.phase == "round" else facts.phase
    unready = "begins when all are ready" if facts.phase == "briefing" else "only your ready is awaited"
    waits = {
        "orders": "your orders are awaited",
        "turn": "it is your turn",
        "choice": "your choice is awaited",
        "ready": unready,
    }
    line = f"{facts.match}  {facts.title}  {where}  as {', '.join(standing.seats)}  {waits.get(standing.waits, '')}"
    return line.rstrip()
