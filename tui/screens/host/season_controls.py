"""A host's actions on a season, each behind its question (SE-05, SE-08, SE-10, SE-11)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import partial
from typing import Literal, cast

from core import person
from core.games import game as find_game
from core.games import ids
from core.match.seating import OPEN
from core.match.signup import answer_lines, answer_rows, listed_names
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.corrections import WATCHING, since
from core.seasons.death_match import can_be_named, missing_role
from core.seasons.feeds import SeasonFeeds
from core.seasons.following import the_two
from core.seasons.live import LiveSeason
from core.seasons.opening import BEST_OF, EpisodeWish, FittingGame, fitting_games, title
from core.seasons.outcome import Outcome
from core.seasons.season import ELSEWHERE, Season
from core.seasons.season_controls import SeasonControls
from core.seasons.signup import names_and_places
from core.seasons.talk import question_of, questions
from core.table.galleries import of_season as gallery_of
from core.words.moments import read_moment
from tui.app.services import AppServices, PaletteCommand
from tui.screens.dialogs import AskLine, ReadDialog
from tui.screens.host.booking import Correcting, TypedOutcome
from tui.screens.host.episode import OpenEpisode
from tui.screens.host.newmatch import Hosting
from tui.screens.host.preview import Questions
from tui.screens.host.season_settings import SeasonSettings
from tui.widgets.choices import Row
from tui.words import text
from tui.words.season_rows import differences

READERS: dict[j.Watch, str] = {
    "house": "Everybody of the house",
    "cast": "Cast, guests and hosts alone",
    "code": "They, and people with its code",
}
"""Readers of a season, who may also watch its matches (SE-23)."""


class SeasonHost:
    """A host's actions on one season. A refusal is shown and changes nothing."""

    def __init__(self, app: AppServices, live: LiveSeason, hosting: Hosting) -> None:
        self._app = app
        self._live = live
        self._hosting = hosting
        self.desk = self._desk = SeasonControls(hosting.house.seasons, live, hosting.by)
        self._ask = Questions(app, live)
        self._correcting = Correcting(self._ask, self._desk)

    @property
    def season(self) -> Season:
        return self._live.season

    def next_step(self) -> str:
        season, episode = self.season, self.season.open
        if season.phase == "finished":
            return "The season is over. h undoes its last entry or booking, should it have been wrong."
        if not season.started:
            return f"{names_and_places(season)}: h draws the lots, once all have put theirs down.".capitalize()
        if episode is None:
            final = " Two are left: h makes a final." if len(season.remaining) == 2 else ""
            return f"o opens episode {season.number + 1}.{final}"
        if season.phase == "main":
            if episode.match is None:
                return "Played in another place: b books how it ended."
            if self._hosting.house.is_finished(episode.match):
                return f"{episode.match} is not booked: b books it, h calls the episode off."
            if self._waits(episode.match):
                return f"The result of {title(episode.game)} waits until you confirm it: Enter goes to it, c confirms."
            return f"{title(episode.game)} is being played: Enter goes to it. Its end is booked by itself."
        if (due := missing_role(season)) is not None:
            return f"Nobody is the {due} of the Death Match yet: m names one, h leaves the Death Match out."
        two = text.joined(the_two(episode))
        if self._hosting.house.seasons.running(self._live):
            waits = self._waits(episode.duel)
            return f"The duel of {two} {'waits until you confirm it' if waits else 'is being played'}: d goes to it."
        next_duel = "next duel of the final" if episode.final is not None else "duel"
        return f"{two} meet in the Death Match: m makes the {next_duel}."

    def _waits(self, match: str | None) -> bool:
        """True if a match's result waits for a host."""
        return match is not None and self._hosting.house.table(match).match.held_close is not None

    # --- episodes -----------------------------------------------------------------------------------------------------
    def open(self) -> None:
        if not self._app.attempt(lambda: self._desk.propose(EpisodeWish(game=ELSEWHERE))):
            return
        rows = [_fit_row(fit) for fit in fitting_games(self.season)]
        note = ("you enter how it ended", "$faint")
        rows.append(Row(ELSEWHERE, "Played in another place", note=note))
        question = f"Episode {self.season.number + 1}: {text.counted(len(self.season.remaining), 'is', 'are')} in"
        self._ask.pick(
            question,
            rows,
            lambda game: self._app.push_screen(OpenEpisode(self._desk, game, self._go_to_match, self._hosting)),
        )

    def _go_to_match(self, opened: j.EpisodeOpened) -> None:
        if opened.match is not None:
            self._hosting.go(opened.match)

    def book(self) -> None:
        """Book the main match as it ended, or as the host says; it is shown first."""
        episode = self.season.open
        if episode is None or self.season.phase != "main":
            self._app.tell("No main match waits to be booked.", "warn")
        elif episode.match is None:
            self._type_outcome()
        elif self._app.attempt(self._desk.outcome):
            rows = [Row("house", "as it ended"), Row("typed", "as I say")]
            self._ask.pick("Book the main match", rows, lambda how: self._book_as(how == "typed"))

    def _book_as(self, typed: bool) -> None:
        if typed:
            self._type_outcome()
            return
        trial = self._desk.only_trying()
        if self._app.attempt(trial.book):  # another host may have booked it
            self._ask.confirm("Book it like this?", booking_rows(self.season, trial.season), self._desk.book)

    def _type_outcome(self) -> None:
        known: list[Outcome] = []
        episode = self.season.open
        if episode is None:
            self._app.tell("No main match waits to be booked.", "warn")
        elif episode.match is None or self._app.attempt(lambda: known.append(self._desk.outcome())):
            self._app.push_screen(TypedOutcome(self._desk, known[0] if known else None))

    def call_off(self) -> None:
        self._ask.ask_why(f"Call episode {self.season.number} off", self._desk.call_off)

    # --- the Death Match ----------------------------------------------------------------------------------------------
    def duel(self) -> None:
        if self.season.phase != "death_match":
            self._app.tell("No Death Match is to come.", "warn")
        elif (due := missing_role(self.season)) is not None:
            self._name(cast(Literal["candidate", "opponent"], due))
        else:
            two = text.joined(the_two(self.season.episodes[-1]))
            self._ask.pick(f"{two}: which duel?", _duels(), lambda game: self._make_duel(game))

    def _name(self, role: Literal["candidate", "opponent"]) -> None:
        among = can_be_named(self.season)
        if not among:
            self._app.tell("Nobody can be named: h leaves the Death Match out.", "warn", "SE-08")
            return
        candidate = self.season.episodes[-1].candidate
        question = "Who is the Elimination Candidate?" if candidate is None else f"Whom does {candidate} choose?"
        self._ask.pick(question, [Row(name, name) for name in among], lambda name: self._name_for_duel(role, name))

    def _name_for_duel(self, role: Literal["candidate", "opponent"], name: str) -> None:
        if self._ask.do(lambda: self._desk.name(role, name)):
            self.duel()

    def _make_duel(self, game: str) -> None:
        how = j.Seating() if self._hosting.people is None else None  # no clock around one keyboard
        made_duels: list[str] = []
        if self._ask.do(lambda: made_duels.append(self._desk.duel(game, how).match)):
            self._hosting.go(made_duels[0])

    def won(self) -> None:
        two = the_two(self.season.episodes[-1])
        rows = [*(Row(name, f"{name} won") for name in two), Row("", "they drew")]
        self._ask.pick(
            "Played in another place", rows, lambda name: self._ask.do(lambda: self._desk.death_match(name or None))
        )

    def leave_out(self) -> None:
        self._ask.ask_why("Leave the Death Match out", self._desk.leave_out)

    def final(self) -> None:
        rows = [Row(str(n), "one duel" if n == 1 else f"best of {n} duels") for n in BEST_OF]
        self._ask.pick("The final", rows, lambda n: self._ask.do(lambda: self._desk.final(int(n))), "3")

    # --- cast and record ----------------------------------------------------------------------------------------------
    def undo(self) -> None:
        if (at := self.season.booked) is None:
            self._app.tell("Nothing is booked that could be undone.", "warn", "SE-10")
            return
        rows: list[text.Part] = ["These are undone:", *(f"- {news.text}" for news in since(self.season, at))]
        self._ask.confirm("Undo the last booking?", rows, self._desk.unbook)

    def undo_last(self) -> None:
        if not self._app.attempt(self._desk.only_trying().undo):
            return
        rows: list[text.Part] = [f"- {news.text}" for news in since(self.season, len(self.season.past) - 1)]
        self._ask.confirm("Undo this entry?", [*rows, "", ("It stays in the news, and so does the undoing.", "$faint")],
                      self._desk.undo)  # fmt: skip

    def start(self) -> None:
        rows: list[text.Part] = [
            f"Down: {text.joined(listed_names(self.season.names)) or 'nobody'}.",
            *(f"  {line}" for line in self._answers() if ": " in line),
            "Nobody puts a name down after it.",
        ]
        self._ask.confirm("Draw the places?", rows, self._desk.start)

    def _answers(self) -> list[str]:
        return answer_lines(answer_rows(self.season.names, self.season.options.questions))

    def add(self) -> None:
        player = self._hosting.player
        self._app.push_screen(
            AskLine(
                "A late-comer",
                "The name to play under.",
                longest=40,
                take=lambda name: self._desk.add(name.strip(), player(name.strip())),
                names=self._hosting.people_names(),
            )
        )

    def hand_over(self) -> None:
        season, words = self.season, self._hosting.words
        rows = [Row(name, name, note=(words(season.holders.get(name, OPEN)), "$faint")) for name in season.cast]
        self._ask.pick("Which name?", rows, self._hand_over_to)

    def _hand_over_to(self, name: str) -> None:
        held = self.season.holders.get(name, OPEN)
        self._ask.pick(
            f"{name} is played by", self._hosting.holders(), lambda holder: self._sure_to_hand_over(name, holder), held
        )

    def _sure_to_hand_over(self, name: str, holder: str) -> None:
        words, held = self._hosting.words, self.season.holders.get(name, OPEN)
        rows = [
            f"Now: {words(held)}. From now on: {words(holder)}.",
            "The purse goes with the name, and so does the seat in what is being played, with all that it was told.",
        ]
        self._ask.confirm(f"Hand {name} over?", rows, lambda: self._desk.hand_over(name, holder))

    def end(self) -> None:
        left = text.joined(self.season.remaining)
        self._ask.confirm(
            "End the season?", [f"{left} are in. Only undoing the last booking opens it again."], self._desk.end
        )

    def ask_readers(self) -> None:
        """Change who may read the season and watch its matches (SE-23)."""
        rows = [Row(who, words, note=("now", "$good") if who == self.season.watch and who != "code" else "")
                for who, words in READERS.items()]  # fmt: skip
        self._ask.pick(
            "Who may read and watch?", rows, lambda who: self._watched_by(cast(j.Watch, who)), self.season.watch
        )

    def _watched_by(self, readers: j.Watch) -> None:
        code = person.write_code(secrets.token_bytes(person.LETTERS)) if readers == "code" else ""
        rows: list[text.Part] = [WATCHING[readers]]
        if code and self.season.watch == "code":
            rows.append("People with an earlier code need this one.")

        def deed() -> None:
            self._desk.watched_by(readers, code)
            if code:
                name = self._live.id
                shown: list[text.Part] = [
                    text.line("The code, shown this once: ", (code, "$key")), "",
                    "People of the house use it once: in the lobby",
                    text.line((":", "$key"), " and *Watch by code*: ", (f"{name} {code}", "$strong")), "or",
                    text.line("  ", (f"ssh NAME@house season {name} --code {code}", "$strong")),
                ]  # fmt: skip
                self._app.push_screen(ReadDialog("A code to read and watch with", shown))

        self._ask.confirm("Who may read and watch", rows, deed)

    # --- words, rooms, settings ---------------------------------------------------------------------------------------
    def announce(self) -> None:
        rows = [Row("", "now"), Row("at", "at a time to come")]
        now, zone = self._desk.now, self._app.zone
        for number, item in enumerate(self.season.planned, 1):
            when = (text.moment(item.due, now, zone), "$accent")
            rows.append(Row(str(number), text.line(f"take back {number}, ", when, f": {item.text}")))
        self._ask.pick("Announce", rows, self._announce)

    def _announce(self, when: str) -> None:
        question = "Everybody who reads the season is told, in its news and its chat room."

        def at(given: str) -> None:
            due = read_moment(given, self._desk.now, self._app.zone)
            if due is None:
                raise Refused("bad_moment", "Say when: 21:00, Fri 21:00, +2h.")
            take = partial(self._desk.plan_news, due=due)
            ask = AskLine("Announce then", question, longest=2000, take=take)
            self._app.call_later(self._app.push_screen, ask)

        if when == "at":
            self._app.push_screen(AskLine("When?", "21:00, Fri 21:00, +2h", take=at))
        elif when:
            self._ask.do(lambda: self._desk.drop_planned(int(when)))
        else:
            self._app.push_screen(AskLine("Announce", question, longest=2000, take=self._desk.announce))

    def tell(self) -> None:
        def ask(name: str) -> None:
            take = partial(self._desk.answer, name)
            question = "It stands in their line to the hosts."
            self._app.push_screen(AskLine(f"To {name} alone", question, longest=2000, take=take))

        self._ask.pick("Tell whom, alone?", [Row(name, name) for name in self.season.cast], ask)

    def answer(self) -> None:
        listed = sorted(questions(self.season), key=lambda question: question.answered)
        rows = [Row(str(item.number), f"{item.number} {item.name}: {item.text}", note="answered" * item.answered)
                for item in listed]  # fmt: skip
        if not rows:
            self._app.tell("Nothing was asked.", "warn", "SE-33")
            return
        self._ask.pick("Answer which question?", rows, lambda number: self._answer_to(int(number)))

    def _answer_to(self, number: int) -> None:
        ways = [Row("", "its player alone"), Row("all", "everybody, without a name")]

        def ask(publish: str) -> None:
            take = partial(self._desk.answer_question, number, publish=bool(publish))
            text_ = question_of(self.season, number).text
            self._app.push_screen(AskLine(f"Answer to question {number}", text_, longest=2000, take=take))

        self._ask.pick("Who reads the answer?", ways, ask)

    def rename(self) -> None:
        def ask(name: str) -> None:
            take = partial(self._desk.rename, name)
            question = "The name from now on, between episodes."
            self._app.push_screen(AskLine(f"{name} is called", question, longest=40, take=take))

        self._ask.pick("Which name?", [Row(name, name) for name in self.season.cast], ask)

    def publish(self) -> None:
        public = not self.season.public
        rows: list[text.Part] = ["The season and all its matches may be published." if public else
                                 "Neither the season nor its matches are published any more."]  # fmt: skip
        self._ask.confirm("Make it public?" if public else "Take it back?", rows, lambda: self._desk.publish(public))

    def feed(self) -> None:
        house, name = self._hosting.house, self._live.id
        feeds = SeasonFeeds(house.store)
        now = feeds.get(name, "players")
        matches = tuple(match for ep in self.season.episodes for match in (ep.match, *ep.duels) if match)

        def take(url: str) -> None:
            feeds.set(name, "players", url, matches, len(self.season.news))
            house.seasons.tell(name)

        self._app.push_screen(AskLine("Its chat room", "A webhook's address; none: no room is told.",
                                      "" if now is None else now.url, longest=2000, take=take))  # fmt: skip

    def gallery(self) -> None:
        people, held = self._hosting.people, self.season.holders.values()
        known = {f"person:{member.id}": member.name for member in (people.everyone() if people is not None else ())}
        inside = gallery_of(self._hosting.house.store, self._live.id)
        rows = [Row(who, name, note=("in", "$good") if who in inside else "") for who, name in known.items()
                if who not in held]  # fmt: skip
        let = partial(self._hosting.house.galleries.let_into_season, self._live.id, by=self._hosting.by)
        self._ask.pick("Let in, or out, of all its galleries", rows, lambda who: self._ask.do(
            lambda: let(who, known[who], who not in inside)))  # fmt: skip

    def show_confessionals(self) -> None:
        rows: list[text.Part] = [
            text.line((f"{message.name}: ", "$strong"), message.text) for message in self._desk.confessionals()
        ]
        self._app.push_screen(ReadDialog("Confided between episodes", rows or [("Nothing.", "$faint")]))

    def settings(self) -> None:
        self._app.push_screen(SeasonSettings(self._desk))

    # --- all of them --------------------------------------------------------------------------------------------------
    def deeds(self) -> tuple[PaletteCommand, ...]:
        season, episode = self.season, self.season.open
        commands: list[PaletteCommand] = []
        if season.phase == "main":
            commands.append(PaletteCommand("Call the episode off", "its match is ended", self.call_off))
        if season.phase == "death_match" and episode is not None:
            if the_two(episode):
                commands.append(PaletteCommand("Who won elsewhere", "played in another place", self.won))
            commands.append(PaletteCommand("Leave the Death Match out", "with a reason", self.leave_out))
        if not season.started and season.phase != "finished":
            commands.append(PaletteCommand("Draw the places", names_and_places(season), self.start))
        if season.phase == "between" and len(season.remaining) == 2:
            commands.append(PaletteCommand("The final", "best of 1, 3 or 5 duels", self.final))
        if season.phase != "finished":
            commands += [
                PaletteCommand("Announce", "to everybody who reads the season", self.announce),
                PaletteCommand("Tell one of the cast", "alone, in their line to you", self.tell),
                PaletteCommand("Answer a question", "to its player, or to everybody", self.answer),
            ]
            if self._hosting.people is not None:
                commands.append(PaletteCommand("Settings of its matches", "clock, talk, who sees what", self.settings))
            if season.phase == "between" and season.started:
                commands.append(PaletteCommand("Rename", "one of the cast, between episodes", self.rename))
            commands.append(PaletteCommand("Correct", "purse, tokens, Mark, realm, in or out", self._correcting.begin))
            commands.append(PaletteCommand("Hand a name over", "to a person or a bot", self.hand_over))
            if season.before is None:
                commands.append(PaletteCommand("Add a name", "before the first booking", self.add))
        if season.past and season.past[-1].kind not in ("opened", "booked", "final_made"):
            commands.append(PaletteCommand("Undo the last entry", _undoable(season), self.undo_last))
        if season.before is not None and season.phase != "main":
            commands.append(PaletteCommand("Undo the last booking", "and all after it", self.undo))
        if self._hosting.people is not None:
            public = "Take it back from the public" if season.public else "Make it public"
            commands += [
                PaletteCommand(public, "as pages, with all its matches", self.publish),
                PaletteCommand("Its chat room", "the address that is told of it", self.feed),
                PaletteCommand("Its galleries", "who sees everything, late or live", self.gallery),
                PaletteCommand("What was confided", "between episodes; on record", self.show_confessionals),
            ]
            commands.append(
                PaletteCommand("Who reads and watches", "the house, its cast, or by code", self.ask_readers)
            )
        if season.phase == "between":
            commands.append(PaletteCommand("End the season", "as it stands", self.end))
        return tuple(commands)

    def pick_deed(self) -> None:
        deeds = self.deeds()
        rows = [Row(str(n), deed.word, note=(deed.help, "$faint")) for n, deed in enumerate(deeds)]
        self._ask.pick("The host's hand", rows, lambda n: deeds[int(n)].do())


def booking_rows(before: Season, after: Season) -> list[text.Part]:
    announcement = after.news[-1].text
    return [
        announcement,
        "",
        *(differences(before, after) or [("Nobody's garnets, tokens, Mark or realm change.", "$faint")]),
    ]


def _undoable(season: Season) -> str:
    entries = since(season, len(season.past) - 1)
    return text.fit(entries[0].text, 32).plain.rstrip() if entries else "as if it had not been"


def _fit_row(fit: FittingGame) -> Row:
    note: text.Part
    if fit.sit_out:
        note = (f"{fit.sit_out} {'sits' if fit.sit_out == 1 else 'sit'} out", "$warn")
    elif fit.guests:
        note = (f"needs {text.counted(fit.guests, 'guest')} or bots", "$faint")
    else:
        note = ("everybody sits", "$good")
    return Row(fit.game, text.line(text.fit(fit.title, 23), (f"{fit.seats:>2} seats", "$faint")), note=note)


def _duels() -> Iterator[Row]:
    for game in ids():
        try:
            spec = find_game(game).spec
        except Refused:  # an incompatible game from outside
            continue
        if spec.duel:
            yield Row(game, spec.title)
