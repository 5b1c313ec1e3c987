"""What seats say to their hosts alone, by command: questions and their answers, confessionals (HH-29, HH-30)."""

from __future__ import annotations

from cli.admin.requests import Answer, Deed, Request, desk_of, stands, would_tell
from core.house.house import House
from core.refusal import Refused, quoted
from core.talk.private_channels import (
    answers_to,
    asked,
    confession_json,
    confession_lines,
    unanswered,
)
from tui.words import wording
from tui.words.moments import HouseZone


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
        found = desk.confessionals()
        lines = [f"It is on record that you looked at {asking.match}'s confessionals."]
        lines += confession_lines(found, desk.table.match.game.spec.round_word)
        return {"told": lines, "confessionals": [confession_json(one) for one in found]}
