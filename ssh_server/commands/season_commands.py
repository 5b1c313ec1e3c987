"""Commands of a player in a season: gifts, promises, talk, also of a match, and how it stands."""

from __future__ import annotations

from core.decoding import whole
from core.refusal import quoted
from core.seasons.gifts import gift_lines, read_promise
from core.seasons.talk import message_lines, readable_messages
from core.seasons.words import brief_json, season_json, season_lines, summary
from core.talk.finding import find_said, heading
from ssh_server.commands.base import CommandBase
from ssh_server.commands.parsing import UsageError


class SeasonCommands(CommandBase):
    def _give(self) -> None:
        if len(self._typed.words) < 4:
            raise UsageError("Say to whom and how many: give SEASON WHO NUMBER.")
        _, season, to, many = self._typed.words
        if (amount := whole(many)) is None:
            raise UsageError(f"{quoted(many)} is no number of garnets.")
        (desk, own), secret = self._guest.cast_desk(season), "--secret" in self._typed.flags
        desk.give(own, to, amount, secret=secret)
        known = "You two and the hosts alone know, until it comes out." if secret else "Everybody is told."
        self._answer_done(f"{to} has {many} from you. {known}")

    def _promise(self) -> None:
        if len(self._typed.words) < 4:
            raise UsageError("Say to whom and what: promise SEASON WHO 2 until 5 if WORDS.")
        _, season, to, *promised = self._typed.words
        (desk, own), secret = self._guest.cast_desk(season), "--secret" in self._typed.flags
        desk.promise(own, to, *read_promise(" ".join(promised)), secret=secret)
        known = "You two and the hosts alone know, until the season is over." if secret else "Everybody is told."
        self._answer_done(f"You have promised {to} {' '.join(promised)}. {known}")

    async def _talk(self) -> None:
        words = self._typed.words
        if len(words) < 2:
            raise UsageError("Say of which match or season: talk ID.")
        if self._finds(words[1]):
            return self._heard()
        live = self._guest.season(words[1])
        season, hosts = live.season, self._guest.hosts_season(live.id)
        mine = season.played_by(self._guest.holder)
        if len(words) > 2:
            desk, own = self._guest.cast_desk(live.id)
            text = " ".join(words[3:]) or (await self._terminal.read_all()).decode("utf-8-sig", "replace").strip()
            desk.say(own, words[2], text)
            return self._answer_done("Said.")
        messages = readable_messages(season, mine, hosts=hosts)
        talk = [
            {"name": message.name, "to": message.to, "text": message.text, "at": message.at, "host": message.from_host}
            for message in messages
        ]
        return self._tell({"talk": talk}, "\n".join(message_lines(messages) or ["Nothing was said yet."]))

    def _heard(self) -> None:
        """Tell what was said to the caller's seat, newest first; `--find` chooses (HH-82)."""
        if len(self._typed.words) > 2:
            raise UsageError("At a match you speak by `say MATCH TO`; `talk MATCH` tells what was said.")
        seat = self._seat()
        messages = find_said([*seat.messages(), *seat.apart()], self._typed.find)
        heard = [
            {"by": m.sender, "channel": m.channel, "readers": m.readers, "round": m.round, "text": m.text, "at": m.at}
            for m in messages
        ]
        lines = [f"{seat.spec.when(m.round).capitalize()}, {heading(m)}: {m.text}" for m in messages]
        self._tell({"talk": heard}, "\n".join(lines) or "Nothing that was said to you has all these words.")

    def _season(self) -> None:
        if len(self._typed.words) > 1:
            live = self._guest.season(self._typed.words[1])
            season, hosts = live.season, self._guest.hosts_season(live.id)
            mine = season.played_by(self._guest.holder)
            gifts = gift_lines(season, None if hosts else mine)
            document = season_json(season, hosts=hosts) | ({"gifts": gifts} if gifts else {})
            return self._tell(document, "\n".join([*season_lines(season), *(f"- {line}" for line in gifts)]))
        every = [live.season for live in self._guest.seasons()]
        lines = [summary(season) for season in every] or ["There is no season that you may read."]
        return self._tell({"seasons": [brief_json(season) for season in every]}, "\n".join(lines))
