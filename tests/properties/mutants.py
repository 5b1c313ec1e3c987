"""Leaks that are planted by a change of a line at run time, for the tests of the tests: each with the look that must
find it. A planted line that is not there any more is said: plant the leak anew where it could happen now."""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Callable
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from cli.archive import gather
from core.botplay import playing
from core.botplay.companion import Companion
from core.bots.company import reply
from core.games import game as find_game
from core.games.day_of_mercury import views as mercury_views
from core.games.drifting_ship import views as ship_views
from core.games.pantheic_runes import acting as runes_acting
from core.games.refereed import columns as refereed_columns
from core.games.refereed import forms as refereed_forms
from core.games.refereed import views as refereed_views
from core.games.trading import views as trading_views
from core.house import guest
from core.kit import properties, secrecy
from core.match import corrections, decisions, pace, private_channels, reducer, views
from core.match import journal as j
from core.narration import feed, promises, reasons, recall, telling
from core.seasons import talk as season_talk
from core.seasons.registry import Seasons
from core.table import foresight, gallery, table
from core.table.coached import CoachedSeat
from core.table.galleries import GalleryPlace
from core.table.gallery import Past
from core.table.host_preview import DryRunTable
from core.table.seat import Seat
from core.usual import UsualGame
from ssh_server.commands import commands
from tests.properties import doors, test_rights, ways
from tests.properties.test_confidences import (
    test_HH_32_what_one_seat_tells_a_bot_alone_changes_no_answer_to_another as confidences,
)
from tests.properties.test_one_file_kinds import test_each_kind_is_shown_to_those_whom_it_names as one_file_kinds
from tests.rulings.refereed import test_columns

Look = Callable[[], object]


class Leak(NamedTuple):
    """A line that tells too much, and who finds it."""

    name: str
    of: Callable[..., Any]
    line: str
    leaks: str
    look: Look
    usual: bool = False
    """Planted in the ordinary run too?"""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The function does it the leaky way from now on, for everybody who has it."""
        source = dedent(inspect.getsource(self.of))
        if self.line not in source:
            raise LookupError(f"{self.of.__qualname__} has no {self.line!r} any more: plant {self.name!r} anew")
        tree = ast.parse(source.replace(self.line, self.leaks, 1))
        made = tree.body[0]
        assert isinstance(made, ast.FunctionDef)
        made.decorator_list = []
        flags = __future__.annotations.compiler_flag
        found: dict[str, Any] = {}
        exec(compile(tree, f"<leak: {self.name}>", "exec", flags, dont_inherit=True), self.of.__globals__, found)
        monkeypatch.setattr(self.of, "__code__", found[made.name].__code__)


def entry(kind: type) -> Callable[..., Any]:
    """The function that applies such an entry."""
    handler: Callable[..., Any] = reducer._HANDLERS[kind]
    return handler


def fget(kind: type, name: str) -> Callable[..., Any]:
    """The function behind a property."""
    getter: Callable[..., Any] = vars(kind)[name].fget
    return getter


def at(look: Callable[..., object], *arguments: object) -> Look:
    """A look with its arguments."""

    def look_at() -> None:
        look(*arguments)

    look_at.__name__ = f"{look.__name__}[{'-'.join(map(str, arguments))}]"
    return look_at


def of(promise: Callable[[Any], None], game: str) -> Look:
    """A promise of the kit, held against a game of the house."""

    def look() -> None:
        promise(find_game(game))

    look.__name__ = f"{promise.__name__}[{game}]"
    return look


KNOWS, SPECTATOR = secrecy.a_seat_is_shown_only_what_it_may_know, secrecy.a_spectator_is_shown_public_facts_alone
SILENT, NAMELESS = (
    properties.what_a_seat_keeps_to_itself_nobody_else_hears,
    properties.whose_deed_it_was_nobody_else_can_tell,
)
ACTION, NEW = (
    secrecy.an_action_tells_a_seat_only_what_it_teaches_it, properties.a_change_is_heard_by_whom_it_shows_something
)  # fmt: skip

LEAKS = (
    # --- those that nobody had found
    Leak(
        "a fact that tell alone has, and no other way to read a report",
        trading_views.tell,
        'f"You have {goods.scored(report.score)}."',
        'f"You have {goods.scored(report.score)}, {100_000 + 7 * report.score} in all."',
        of(properties.a_report_says_the_same_wherever_it_is_read, "exodus"),
        usual=True,
    ),
    Leak(
        "late onlookers read a round more than is old enough",
        telling.rounds_opened,
        "len(match.rounds) - late",
        "len(match.rounds) - late + 1",
        of(doors.onlookers_read_old_rounds_alone, "exodus"),
    ),
    Leak(
        "who is in danger is of now, beside an old round",
        telling.story,
        "strip = stakes.strip(late_part, match.seats)",
        "strip = stakes.strip(match.game.full_story(record_of(match)), match.seats)",
        of(doors.onlookers_read_old_rounds_alone, "exodus"),
        usual=True,
    ),
    Leak(
        "the headline of an old round is of now",
        telling.opened_to_onlookers,
        "stakes.alone(game, record, chapter)",
        "stakes.alone(game, record, record_of(match).chapters[-1])",
        of(doors.onlookers_read_old_rounds_alone, "exodus"),
        usual=True,
    ),
    Leak(
        "a close on trial draws the lots that will be drawn",
        foresight.forecast,
        "seed=n, nonce=",
        "seed=match.header.seed, nonce=",
        of(doors.a_forecast_foretells_no_lot, "day_of_mercury"),
        usual=True,
    ),
    Leak(
        "onlookers read of words that a person gave a bot",
        promises._as_of,
        "if bots.issuperset(message.readers)",
        "if True",
        doors.onlookers_read_of_words_only_those_of_bots,
        usual=True,
    ),
    Leak(
        "an old round is told by the State of the open one",
        recall.record_of,
        "states_after(match)[:count]",
        "[match.state for _ in match.rounds][:count]",
        of(doors.onlookers_read_old_rounds_alone, "exodus"),
    ),
    Leak(
        "a story's reasons tell why others received Tokens",
        reasons._token_reasons,
        "if whole or entry.seat == reader:",
        "if True:",
        of(KNOWS, "day_of_mercury"),
        usual=True,
    ),
    Leak(
        "the archive lists notes by their writers' real names",
        gather.published,
        "in notes.items()}",
        "in sorted(notes.items())}",
        doors.the_site_hides_names,
    ),
    Leak(
        "bots are woken by others' talk",
        playing.concerns,
        "return change.seats is None or seat in change.seats",
        "return True",
        doors.bots_turn_only_to_what_they_hear,
        usual=True,
    ),
    Leak(
        "after its end a season is read by who is out of it",
        Seasons.may_read,
        'if season.watch == "house"',
        'if season.watch == "house" or season.phase == "finished"',
        doors.outsiders_find_nothing_hidden,
        usual=True,
    ),
    Leak(
        "everybody hears when somebody confides",
        private_channels.say_apart,
        'Change("apart", (entry.author,))',
        'Change("apart")',
        of(SILENT, "exodus"),
        usual=True,
    ),
    Leak(
        "a correction names a seat that had not sealed",
        corrections.correct,
        "corrected one seat's orders",
        "corrected {'one seat' if seat in match.sealed else seat}'s orders",
        of(NAMELESS, "exodus"),
        usual=True,
    ),
    Leak(
        "an action tells those who stand by what the next seat holds",
        runes_acting.rotate,
        'return ActionResult(state, {seat: notice("rotated", sentence, tableau=action.tableau, result=result)})',
        'return ActionResult(state, {s: notice("rotated", f"{state.players[seat].tableaux}") for s in state.seats})',
        of(ACTION, "pantheic_runes"),
        usual=True,
    ),
    # --- games
    Leak(
        "who acts is told what another holds",
        runes_acting.adjust,
        'sentence = f"You',
        'sentence = f"{state.players[state.seats[state.seats[0] == seat]].tableaux} You',
        of(ACTION, "pantheic_runes"),
    ),
    Leak(
        "an action without a word is heard by all",
        entry(j.Acted),
        'Change("told", concerned)',
        'Change("told")',
        of(NEW, "pantheic_runes"),
    ),
    # --- the match
    Leak("all talk is heard", views.readable_messages, "if seat in message.readers", "", of(KNOWS, "exodus")),
    Leak(
        "agreements of others are heard",
        views.readable_messages,
        "if seat in message.readers",
        "if seat in message.readers or message.deal",
        of(KNOWS, "famine"),
    ),
    Leak(
        "notices of others",
        views._notices,
        "match.notices.get(seat, ())",
        "sum(match.notices.values(), ())",
        of(KNOWS, "pantheic_runes"),
    ),
    Leak("actions of others", views._deeds, "d.by == seat and", "", of(KNOWS, "pantheic_runes")),
    Leak(
        "how many have named somebody",
        decisions.vote,
        'Change("told", (entry.author,))',
        'Change("told")',
        doors.votes_are_heard_by_nobody_else,
    ),
    Leak(
        "everybody hears of a second seal",
        entry(j.Sealed),
        "() if entry.author in match.sealed else _seal_changes(match)",
        '(Change("seals"),)',
        of(SILENT, "famine"),
    ),
    Leak(
        "everybody hears of a draft",
        entry(j.Drafted),
        'Change("draft", (entry.author,))',
        'Change("draft")',
        of(SILENT, "ninety_nine"),
    ),
    Leak(
        "everybody hears of notes",
        entry(j.Noted),
        'Change("notes", (entry.author,))',
        'Change("notes")',
        of(SILENT, "exodus"),
    ),
    Leak(
        "everybody hears of what waits to be said",
        pace.queue_message,
        'Change("said", (entry.author,))',
        'Change("said")',
        of(SILENT, "exodus"),
    ),
    Leak(
        "everybody hears that a host told somebody something",
        private_channels.answer,
        "(seat,) if match.holders.get(seat) == holder else ()",
        "None",
        of(SILENT, "exodus"),
    ),
    Leak(
        "everybody hears that somebody is muted",
        private_channels.mute,
        'Change("apart", (entry.seat,))',
        'Change("apart")',
        of(SILENT, "exodus"),
    ),
    Leak(
        "a host who looks is announced",
        entry(j.Opened),
        "host_looks=(*match.host_looks, seen)",
        "news=(*match.news, seen)",
        of(SILENT, "exodus"),
    ),
    Leak(
        "counts that are kept back are told",
        reducer._seal_changes,
        "if match.shows_counts else ()",
        "",
        doors.kept_counts_are_not_heard,
    ),
    Leak(
        "ready marks that are kept back are told",
        reducer._ready_changes,
        "None if after.shows_counts else tuple(s for s in after.seats if s in moved)",
        "None",
        doors.kept_counts_are_not_heard,
    ),
    Leak(
        "a table tells everybody",
        table.Subscriber.concerned,
        "return change.seats is None or",
        "return True or",
        doors.tables_tell_whom_it_concerns,
    ),
    # --- stories and feeds
    Leak(
        "a story tells what others spent",
        telling.standing,
        "if whole or seat == reader else 0",
        "",
        of(SPECTATOR, "drifting_ship"),
    ),
    Leak(
        "a story tells everybody of lots among some",
        decisions.lot_sentences,
        "if everything or seat in lots.among",
        "",
        doors.lots_are_told_to_whom_they_concern,
    ),
    Leak(
        "a post's mark counts every entry",
        feed.EntryStep.mark.fget,
        "len(self.after.news)}",
        "self.entry}",
        doors.feeds_tell_what_everybody_knows,
    ),
    Leak(
        "a room is told the whole story of what is not public",
        feed.story_at_end,
        "whole=may_read and record(match) is not None",
        "whole=record(match) is not None",
        doors.feeds_tell_what_everybody_knows,
    ),
    Leak(
        "a room that is behind is told the deadline",
        feed._deadline_words,
        ' or room == "spectators"',
        "",
        doors.feeds_tell_what_everybody_knows,
    ),
    Leak(
        "a room is told that a draft was written",
        feed._public_marks,
        "len(match.news) - len(_held_back(match)))",
        "len(match.news) - len(_held_back(match)), match.drafts)",
        doors.feeds_tell_of_no_draft,
    ),
    Leak(
        "a late room is told who leads now",
        feed._leaders,
        "opened_to_onlookers(match, opened)[0]",
        "opened_to_onlookers(match, len(match.rounds))[0]",
        doors.feeds_tell_who_led_when_it_was_open,
        usual=True,
    ),
    # --- archive
    Leak(
        "the page of a kept record is told from the whole",
        gather.published,
        "public_story = story(shown, None, whole=whole)",
        "public_story = story(shown, None, whole=True)",
        doors.the_site_tells_no_kept_record,
        usual=True,
    ),
    Leak(
        "what was not released is published",
        gather._with_released_talk,
        "messages=tuple(message for _, message in released), ",
        "",
        doors.the_site_tells_no_talk,
    ),
    Leak(
        "a seed by which a name can be tried is published",
        gather.published,
        "if names:",
        "if not names:",
        doors.no_seed_is_published,
    ),
    Leak(
        "titles keep the hidden name",
        gather.published,
        "title=masks.words(shown.header.title, names)",
        "title=shown.header.title",
        doors.the_site_hides_names,
    ),
    # --- the house: rights and league
    Leak(
        "everybody finds practice matches",
        guest.Guest.may_find,
        "if summary.practice:\n        return False",
        "",
        doors.outsiders_find_nothing_hidden,
    ),
    Leak(
        "a watch code that was replaced lets in",
        guest.Watchers.people_with_code,
        'if codes.get("code", summary.watch_code) == summary.watch_code else ()',
        "",
        doors.outsiders_find_nothing_hidden,
    ),
    Leak(
        "what is kept to the cast is found by all",
        guest.Guest.may_find,
        "if summary.watch not in FOUND_BY_ALL:",
        'if summary.watch == "code":',
        doors.outsiders_find_nothing_hidden,
    ),
    Leak(
        "a league counts what its reader does not find",
        guest.Guest.finished,
        "if self.may_find(summary)",
        "",
        doors.outsiders_find_nothing_hidden,
    ),
    Leak(
        "confessionals are read by who is out when the match is over",
        guest.Guest.confessionals,
        'and played.phase != "finished"',
        "",
        doors.confessions_are_read_by_whom_they_are_for,
    ),
    Leak(
        "confessionals are read by whoever is not in the season",
        guest.Guest._out_of_season,
        "return bool(members) and not any(",
        "return not any(",
        doors.confessions_are_read_by_whom_they_are_for,
    ),
    # --- coach and bots
    Leak(
        "a coach looks at another's last orders",
        views.lesson,
        "match.rounds[-1].orders.get(seat)",
        "next(iter(match.rounds[-1].orders.values()), None)",
        of(KNOWS, "sinners_secret"),
    ),
    Leak(
        "a coach is shown another's draft",
        views.lesson,
        "match.drafts.get(seat)",
        "next(iter(match.drafts.values()), None)",
        of(KNOWS, "exodus"),
    ),
    Leak(
        "a coach's plan takes another's seal for its pupil's",
        views.lesson,
        "own = own_orders(match, seat)",
        "own = own_orders(match, match.seats[0])",
        of(KNOWS, "exodus"),
    ),
    Leak(
        "a coach's plan waits for what its pupil did not say",
        views.sight,
        "messages = readable_messages(match, seat)",
        "messages = match.messages",
        of(KNOWS, "exodus"),
    ),
    Leak(
        "a bot is seeded by the dice",
        playing.bot_seed,
        "bot:{match.header.nonce}",
        "bot:{match.header.seed}",
        doors.a_bot_is_seeded_without_the_dice,
    ),
    Leak(
        "a bot is shown who is ready",
        views.sight,
        "ready=seat in match.ready",
        "ready=match.seats[0] in match.ready",
        of(KNOWS, "exodus"),
    ),
    Leak(
        "a bot is shown others' reports",
        views.sight,
        "record.reports[seat] for",
        "[*record.reports.values()][0] for",
        of(KNOWS, "exodus"),
    ),
    # --- a refactorer's slips in the ways out, in every phase
    Leak(
        "a form to come is shown to a seat that is asked nothing",
        refereed_views.view,
        "for field in form}",
        "for field in form or state.later.of(seat)}",
        at(ways.seats_read_the_same, "refereed-se"),
    ),
    Leak(
        "a column of each seat's own is shown to its neighbour",
        refereed_columns.seen,
        "{seat: values[seat]}",
        "dict(values)",
        at(ways.seats_read_the_same, "refereed-sec"),
    ),
    Leak(
        "a column of the host alone is told to its seat",
        refereed_columns.reported,
        'if column.see != "host"}',
        "}",
        test_columns.test_RF_12_each_reader_sees_what_its_column_says,
    ),
    Leak(
        "places are those of a hidden column, and tell more than the rule",
        refereed_columns.seen_places,
        'column.see == "place"',
        'column.see in ("place", "host") and type(column.start) is int',
        at(ways.seats_read_the_same, "refereed-sec"),
    ),
    Leak(
        "an error names a field of another seat's form",
        refereed_forms.check_answers,
        "has no field {quoted(name)} for you.",
        "has no field {quoted(name)}{[f.id for o in state.forms.own.values() for f in o if f.id[:2] == name[:2]]}.",
        at(ways.refusals_are_the_same, "refereed-se"),
    ),
    Leak(
        "the order behind the winners is shown while a choice is open",
        telling.standing,
        'finished = match.phase == "finished" and',
        'finished = match.phase in ("finished", "decision") and',
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "a game of one file shows each its own of what only others may see",
        UsualGame.view,
        "for holder, held in value.items() if holder != seat}",
        "for holder, held in value.items()}",
        one_file_kinds,
    ),
    Leak(
        "a gallery sees a round early while a host judges",
        Past.match,
        "len(match.rounds) - self._late.rounds + 1",
        'len(match.rounds) - self._late.rounds + 1 + (match.phase == "judging")',
        at(ways.late_readers_read_old_rounds_alone, "gallery", "2 rounds", 2, "judged"),
    ),
    Leak(
        "a gallery sees a round early while a host confirms",
        Past.match,
        "len(match.rounds) - self._late.rounds + 1",
        'len(match.rounds) - self._late.rounds + 1 + (match.phase == "confirming")',
        at(ways.late_readers_read_old_rounds_alone, "gallery", "2 rounds", 2, "confirm"),
    ),
    Leak(
        "an onlooker reads a round early while a host judges",
        telling.rounds_opened,
        "len(match.rounds) - late",
        'len(match.rounds) - late + (match.phase == "judging")',
        at(ways.late_readers_read_old_rounds_alone, "onlookers", "1 rounds", 2, "judged"),
    ),
    Leak(
        "a coach waits no more once a rival has sealed",
        CoachedSeat.step,
        "if left > 0 and not hurry:",
        "if left > 0 and not hurry and not any(s in seat._table.match.sealed for s in step.waits):",
        ways.a_coach_waits_whoever_has_sealed,
    ),
    Leak(
        "a bot repeats to a seat its last line to another",
        reply._answer_remark,
        "[m for m in context.own if m.key == context.message.key and",
        "[m for m in context.sight.heard if m.sender == context.sight.seat and",
        at(confidences, "exodus", "alone"),
    ),
    Leak(
        "a bot tells that it has an ally",
        reply._answer_remark,
        '"unsettled" if of_us else "discreet"',
        '"unsettled" if of_us or pacts.allies(context.terms, context.sight.seat, context.sight.heard, '
        'max(1, context.sight.round)) else "discreet"',
        at(confidences, "exodus", "alone"),
    ),
    Leak(
        "a bot that is not understood names what it proposed to another",
        reply._added,
        "context.sight.round).get(other)",
        "context.sight.round).get(other, next(iter(bargains(context.sight.seat, context.sight.heard, "
        "context.sight.round).values()), None))",
        at(confidences, "exodus", "alone"),
    ),
    Leak(
        "a bot's choice of a line rests on what it said to another",
        Companion._draw,
        "len(known_to(sight, to))",
        "len(sight.heard)",
        at(confidences, "exodus", "alone"),
    ),
    Leak(
        "the text of a spectator's view is a seat's",
        commands.Command._view,
        "known_lines(plain(view)",
        "known_lines(plain(seat._table.view(seat.name or seat.frame().seats[0]))",
        at(ways.commands_print_the_same, "exodus"),
    ),
    Leak(
        "the last page is that of the State, whatever its reader knows",
        recall._page,
        "after=game.view(state, seat)",
        'after=game.view(state, match.seats[-1] if match.phase == "decision" else seat)',
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "a host's trial shows old lines to seats",
        fget(DryRunTable, "dry_run_text"),
        "after.asides[len(before.asides) :]",
        "after.asides",
        ways.a_trial_of_a_deed_tells_the_deed_alone,
        usual=True,
    ),
    Leak(
        "a host of one season hosts the matches of another",
        guest.Guest.hosts_it,
        '(season != "" and season in also)',
        '(season != "" and bool(also))',
        test_rights.test_who_may_do_what_is_as_written_down,
    ),
    Leak(
        "the number of seals is told where a host keeps it back",
        Seat.frame,
        "sealed_count=len(match.sealed) if match.shows_counts else None",
        "sealed_count=len(match.sealed)",
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "a seat reads the first draft that is there",
        Seat.draft,
        'self._table.match.drafts.get(self.name or "")',
        "next(iter(self._table.match.drafts.values()), None)",
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "a kept ledger shows all garnets",
        Seat.ledger,
        "everything or entry.seat == self.name",
        'everything or entry.coin == "token" or entry.seat == self.name',
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "players read what is said among those who watch",
        Seat.remarks,
        "plays = self.name is not None or",
        "plays =",
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "a seat reads what others wait to say",
        Seat.unsaid,
        "unsaid_of(self._table.match, self.name)",
        "sum((unsaid_of(self._table.match, seat) for seat in self._table.match.seats), ())",
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "who sat in a kept match goes through it with all eyes",
        Seat.past,
        "is_whole = self.record() is not None",
        "is_whole = self.name is not None",
        at(ways.commands_print_the_same, "exodus"),
    ),
    Leak(
        "the lobby says that orders are awaited while any seat has sealed none",
        guest.Guest._what_it_waits_for,
        "seat not in match.sealed and table.can_act(seat) for seat in unready",
        "seat not in match.sealed and table.can_act(seat) for seat in (*unready, match.seats[2])",
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "a gallery reads private notes",
        gallery.shown,
        "drafts={}, notes={}, notes_by_round={}",
        "drafts={}, notes_by_round={}",
        ways.a_live_gallery_reads_no_private_word,
    ),
    Leak(
        "a gallery reads drafts",
        gallery.shown,
        "drafts={}, notes={}",
        "notes={}",
        ways.a_live_gallery_reads_no_private_word,
    ),
    Leak(
        "a gallery reads talk of which a seat said no",
        gallery.shown,
        "tuple(match.messages[place] for place in may.said)",
        "match.messages",
        ways.a_live_gallery_reads_no_private_word,
    ),
    Leak(
        "a late gallery is told the orders of now",
        GalleryPlace.orders,
        "match = self.match",
        "match = self._table.match",
        at(ways.late_readers_read_old_rounds_alone, "gallery", "1 rounds", 1),
    ),
    Leak(
        "a gallery so many minutes late is shown the present",
        Past.match,
        "return self._states[0][1]",
        "return self._states[-1][1]",
        at(ways.late_readers_read_old_rounds_alone, "gallery", "1 minutes", 1),
    ),
    Leak(
        "lots among others are read while a choice is open",
        decisions.lot_sentences,
        "if everything or seat in lots.among",
        'if everything or match.phase == "decision" or seat in lots.among',
        at(ways.seats_read_the_same, "famine"),
    ),
    Leak(
        "a spectator's decision is that of a seat",
        views.view,
        "game_view(match, seat)",
        'game_view(match, seat or (match.seats[0] if match.phase == "decision" else None))',
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "paused, all talk is read",
        views.readable_messages,
        "if seat in message.readers",
        "if seat in message.readers or match.paused",
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "an ended match shows its open round's reports",
        views.own_orders,
        "match.sealed.get(seat)",
        "match.sealed.get(seat) if not match.abandoned else next(iter(match.sealed.values()), None)",
        at(ways.seats_read_the_same, "exodus"),
    ),
    Leak(
        "who is out of a season writes into its cast's room",
        season_talk.check_room,
        'if to == "cast" and not season.cast[name].in_ and not season.out_may_write:',
        "if False:",
        test_rights.test_who_may_do_what_is_as_written_down,
    ),
    Leak(
        "the Ship shows where a room is disabled",
        ship_views.view,
        "line=line_of(state, seat),",
        "line=line_of(state, seat) or next(iter(state.disabled), None),",
        of(KNOWS, "drifting_ship"),
    ),
    Leak(
        "Mercury shows where the next seat is forced to go",
        mercury_views.view,
        "interest=interest(me.points),",
        'interest=interest(me.points) + sum(len(p.effects.forced or "") for p in state.players.values()),',
        of(KNOWS, "day_of_mercury"),
    ),
)
