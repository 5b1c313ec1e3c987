"""Deeds by which a host speaks at a match: announcements, answers, the gallery, confessionals."""

from __future__ import annotations

import argparse
from typing import Annotated

import msgspec

from cli.admin.deeds import Argument, HouseAccess, MatchDeed, Seat, Text
from cli.admin.requests import Answer, match_answer, would_tell
from core.match.private_channels import answers_to, confession_json, confession_lines, messages_to_hosts, unanswered
from core.refusal import Refused, quoted
from core.table.galleries import of_season
from core.table.host_preview import DryRunText
from core.words import wording
from core.words.deadlines import match_zone
from core.words.moments import moment_in_zone, read_moment
from tui.app.house_zone import HouseZone


class AnnounceDeed(MatchDeed, frozen=True, kw_only=True, tag="announce"):
    HELP = "tell everybody at a match something (Markdown)"
    DRY = True

    text: Text = ""
    when: Annotated[str, Argument("--at", "then, and not now: 21:00, Fri 21:00, +2h", metavar="WHEN")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        if host.house.means_season(self.match):
            if self.when or self.dry_run:
                refusal = "To a season something is announced now, or not: leave --at and --dry-run out."
                raise Refused("bad_moment", refusal, "SE-28")
            return {"told": [host.season(self.match, self).announce(self.text).news[-1].text], "season": self.match}
        if not self.when:
            return self.simply(host, lambda desk: desk.announce(self.text), "Announced.")
        desk, now = host.desk(self), host.house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        due = read_moment(self.when, now, zone)
        if due is None:
            raise Refused("bad_moment", "Say when it is to be announced: 21:00, Fri 21:00, +2h.")
        number = desk.plan(self.text, due)
        if desk.dry_run_text is not None:
            return would_tell(self.match, DryRunText((f"{moment_in_zone(due, now, zone)}: {self.text}",)))
        return {"told": [f"{self.match}: #{number} is announced {moment_in_zone(due, now, zone)}."], "number": number}


class AnnouncementsDeed(MatchDeed, frozen=True, kw_only=True, tag="announcements"):
    HELP = "those that were made, and those that wait"

    number: Annotated[str, Argument("--drop", "take back one that waits", metavar="NUMBER")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk, now = host.desk(self), host.house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        if self.number:
            if not self.number.lstrip("#").isdigit():
                raise Refused("not_planned", f"{quoted(self.number)} is no number of an announcement.", "HH-24")
            desk.unplan(int(self.number.lstrip("#")))
            return {"told": [f"#{self.number.lstrip('#')} will not be announced."]}
        match = desk.table.match
        announced = [item for item in match.news if item.kind == "announced"]
        lines = [f"{wording.moment(item.at, now, zone)}  {item.text}" for item in announced]
        lines += [
            f"#{plan.number} waits for {moment_in_zone(plan.due, now, zone)}  {plan.text}" for plan in match.planned
        ]
        return {
            "told": lines or ["Nothing was announced yet."],
            "announced": [{"at": item.at, "text": item.text} for item in announced],
            "planned": [msgspec.to_builtins(plan) for plan in match.planned],
        }


class QuestionsDeed(MatchDeed, frozen=True, kw_only=True, tag="questions"):
    HELP = "what seats said to their hosts alone, with the answers"

    def carry_out(self, host: HouseAccess) -> Answer:
        match, now, zone = host.desk(self).table.match, host.house.clock(), HouseZone()
        waits, lines, questions = unanswered(match), [], []
        for number, question in enumerate(messages_to_hosts(match), 1):
            answers = [answer.text for answer in answers_to(match, number)]
            state = "waits" if number in waits else "answered" if answers else ""
            lines.append(
                f"#{number:<4} {state:<9} {wording.moment(question.at, now, zone)}  {question.seat}: {question.text}"
            )
            lines += [f"      to {question.seat}: {answer}" for answer in answers]
            questions.append({"number": number, "seat": question.seat, "text": question.text, "waits": number in waits,
                          "answers": answers})  # fmt: skip
        for ruled in match.published_answers:
            lines.append(f"For everybody, {ruled.number}. {ruled.question} {ruled.answer}")
        public = [{"number": r.number, "question": r.question, "answer": r.answer} for r in match.published_answers]
        return {"told": lines or ["Nobody has asked anything."], "questions": questions, "published": public}


class AnswerDeed(MatchDeed, frozen=True, kw_only=True, tag="answer"):
    HELP = "answer a question by its number: to its seat alone, or to everybody"
    DRY = True

    number: Annotated[str, Argument("number")] = ""
    text: Text = ""
    publish: Annotated[bool, Argument("--publish", "question and answer are shown to everybody (R), no name")] = False
    words: Annotated[str, Argument("--as", "publish it, with the question in these words", metavar="QUESTION")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        number = self.number.lstrip("#")
        if not (number.isascii() and number.isdigit()):
            raise Refused("no_such_question", f"{quoted(self.number)} is no number of a question.", "HH-30")
        desk = host.desk(self)
        desk.answer(int(number), self.text, publish=self.publish or bool(self.words), words=self.words)
        if not self.publish and not self.words:
            return match_answer(
                desk, self.match, lambda: None, f"{messages_to_hosts(desk.table.match)[int(number) - 1].seat} is told."
            )
        ruled = desk.table.match.published_answers[-1]
        sentence = f"Question {ruled.number} is answered for everybody, without a name."
        return {**match_answer(desk, self.match, lambda: None, sentence), "number": ruled.number}


class TellDeed(MatchDeed, frozen=True, kw_only=True, tag="tell"):
    HELP = "say something to one seat alone"
    DRY = True

    seat: Seat = ""
    text: Text = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        return match_answer(desk, self.match, lambda: desk.write(self.seat, self.text), f"{self.seat} is told.")


class GalleryDeed(MatchDeed, frozen=True, kw_only=True, tag="gallery"):
    HELP = "who sees all of a match or a season while it runs: look, let in, or --out"
    DRY = True

    to: Annotated[str, Argument("to", "somebody of the house", nargs="?", metavar="NAME")] = ""
    drop: Annotated[bool, Argument("--out", "take them out of it")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        galleries = host.house.galleries
        known = host.steward(self).find(self.to) if self.to else None
        if host.house.means_season(self.match):
            if known is not None:
                galleries.let_into_season(self.match, f"person:{known.id}", known.name, not self.drop)
            inside = of_season(host.house.store, self.match)
        else:
            desk = host.desk(self)
            if known is not None:
                desk.gallery(f"person:{known.id}", known.name, not self.drop)
            if desk.dry_run_text is not None:
                return would_tell(self.match, desk.dry_run_text)
            inside = desk.table.match.audience.members
            if not desk.table.match.header.gallery:
                refusal = f"{self.match} was made without a gallery (garnet host new --gallery)."
                raise Refused("no_gallery", refusal, "HH-61")
        names = sorted(inside.values())
        return {"told": [f"{self.match}: in the gallery {', '.join(names) or 'nobody'}."], "gallery": names}


class ConfessionalsDeed(MatchDeed, frozen=True, kw_only=True, tag="confessionals"):
    HELP = "what was said in confessionals (on record)"
    DRY = True

    out: Annotated[
        bool | None,
        Argument(
            "--out-may-read",
            "while it is played those who are out of the season may read them too; only before anybody confided",
            action=argparse.BooleanOptionalAction,
        ),
    ] = None
    """True if players who are out of the season may read confessionals; None to look."""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        if self.out is not None:
            desk.let_out_read(self.out)
            if desk.dry_run_text is not None:
                return would_tell(self.match, desk.dry_run_text)
            return {"told": [f"{self.match}: {desk.table.match.news[-1].text}"], "out_may_read": self.out}
        if self.dry_run:
            raise Refused("no_dry_run", "Reading confessionals is on record, so it has no dry run.", "HH-29")
        confessions = desk.confessionals()
        lines = [f"It is on record that you looked at {self.match}'s confessionals."]
        lines += confession_lines(confessions, desk.table.match.spec.when)
        return {"told": lines, "confessionals": [confession_json(confession) for confession in confessions]}
