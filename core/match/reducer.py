"""Applies entries of the journal to a match: one function a kind. A journal folds to the same match everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from core.decoding import decode, plain
from core.match import journal as j
from core.match.audience import GalleryConsent, Remark, check_outside, check_pace, many_words, may_read, with_member
from core.match.closing import EVERYTHING, begin_anew, close_match, confirm, rewind, with_closes_and_clocks
from core.match.consent import release
from core.match.corrections import correct
from core.match.decisions import exempt_seats_from_choice, vote
from core.match.ending import check_still, end, over_words, take_end_back
from core.match.judging import direct, judge, take_back
from core.match.pace import mark_unsent, queue_message, said_by, without_waiting
from core.match.private_channels import answer, mute, out_may_read, say_apart
from core.match.records import Change, Draft, News, PlannedNews, SealedOrders
from core.match.renaming import check_early, rename_seat
from core.match.scheduling import let_deadline_wait, scheduled
from core.match.seating import OPEN, handover_words, is_bot
from core.match.signup import filled_after_lots, signed_off, signed_up
from core.match.state import WATCHING, Applied, Match, announce, begin, change, check_player, check_round, read_orders
from core.match.turns import apply_action, check_move, make_default_moves
from core.match.views import game_view
from core.refusal import Refused
from core.story.parts import capital
from core.talk.acts import Accept, Deal, Decline, End, Offer, Withdraw, check_act, check_known, check_offer, plain_swap
from core.talk.book import check_answer, named_offer
from core.talk.channels import APART, Message, check_seen, check_text, readers
from core.talk.parsing.utterance import said_in, tongue
from core.talk.voices import OCCASIONS

AFTER_THE_END = (
    j.Said | j.Unsaid | j.Answered | j.Muted | j.Noted | j.Opened | j.Announced | j.Published | j.Released | j.Watching
    | j.Unended | j.Remarked
)  # fmt: skip

LONGEST_NOTES = 20_000
MOST_PLANNED = 20


WRITTEN = (j.Said, j.Waited, j.Announced, j.Planned, j.Answered, j.Remarked)


def fold(header: j.Header, entries: Iterable[j.AnyEntry]) -> Match:
    """Fold a journal. Refused if an entry does not fit, which no stored journal contains."""
    match = begin(header)
    for entry in entries:
        match, _ = apply(match, entry)
    return match


def apply(match: Match, entry: j.AnyEntry) -> Applied:
    """Return the match after `entry`, and what changed for which readers. Raises Refused without any change."""
    if match.phase == "finished" and not isinstance(entry, AFTER_THE_END):
        raise Refused("finished", over_words(match, entry), "CM-01")
    check_still(match, entry)
    after, changes = with_closes_and_clocks(match, *_HANDLERS[type(entry)](match, entry), entry)
    return msgspec.structs.replace(after, entry_count=match.entry_count + 1), changes


def take(match: Match, entry: j.AnyEntry) -> Applied:
    """Apply a new entry. Stricter than `apply`: journals may hold older entries that are refused now."""
    if isinstance(entry, WRITTEN):
        check_seen(entry.text)
    if isinstance(entry, j.Said | j.Waited) and entry.act is not None:
        check_act(entry.act)
    if isinstance(entry, j.Said) and isinstance(entry.act, Offer) and entry.author in match.seats:
        check_known(match.game.terms_now(game_view(match, entry.author)), match.seats, entry.act)
    return apply(match, entry)


# --- counts (CM-28) ---------------------------------------------------------------------------------
def _seal_changes(match: Match) -> tuple[Change, ...]:
    """Return the change of the number of seals: public, or none until the close."""
    return (Change("seals"),) if match.shows_counts else ()


def _ready_changes(before: Match, after: Match) -> tuple[Change, ...]:
    """Return the changes of ready marks: public, or for the seats concerned."""
    moved = set(before.ready) ^ set(after.ready)
    if not moved:
        return ()
    return (Change("ready", None if after.shows_counts else tuple(s for s in after.seats if s in moved)),)


# --- orders -----------------------------------------------------------------------------------------------------------
def _apply_sealed(match: Match, entry: j.Sealed) -> Applied:
    check_round(match, entry.round)
    orders = read_orders(match, entry.author, entry.orders)
    sealed = {**match.sealed, entry.author: SealedOrders(orders, entry.at)}
    drafts = {seat: draft for seat, draft in match.drafts.items() if seat != entry.author}
    # The number of seals is public; a seal replaced by another is secret.
    seals = () if entry.author in match.sealed else _seal_changes(match)
    return change(match, sealed=sealed, drafts=drafts), (Change("orders", (entry.author,)), *seals)


def _apply_withdrew(match: Match, entry: j.Withdrew) -> Applied:
    check_player(match, entry.author)
    if entry.author not in match.sealed:  # accepted in every phase before the end, and changes nothing (CM-01)
        return match, ()
    sealed = {seat: order for seat, order in match.sealed.items() if seat != entry.author}
    ready = tuple(seat for seat in match.ready if seat != entry.author)
    return change(match, sealed=sealed, ready=ready), (Change("orders", (entry.author,)), *_seal_changes(match))


def _apply_drafted(match: Match, entry: j.Drafted) -> Applied:
    check_player(match, entry.author)
    check_round(match, entry.round)
    drafts = {seat: draft for seat, draft in match.drafts.items() if seat != entry.author}
    if entry.orders is not None:
        drafts[entry.author] = Draft(entry.orders, entry.counts, match.round)
    return change(match, drafts=drafts), (Change("draft", (entry.author,)),)


def _apply_readied(match: Match, entry: j.Readied) -> Applied:
    check_player(match, entry.author)
    if match.phase == "decision":
        raise Refused("no_round", "No round is open: the match waits for a choice.", "CM-07")
    if match.turns or entry.ready == (
        entry.author in match.ready
    ):  # moves count at once: no seat has to say so (CM-30)
        return match, ()
    marked = {*match.ready, entry.author} if entry.ready else {*match.ready} - {entry.author}
    after = change(match, ready=tuple(s for s in match.seats if s in marked))
    return after, _ready_changes(match, after)


def _apply_noted(match: Match, entry: j.Noted) -> Applied:
    check_player(match, entry.author)
    if len(entry.text) > LONGEST_NOTES:
        raise Refused("too_long", f"Notes hold at most {LONGEST_NOTES:,} characters; these have {len(entry.text):,}.")
    noted = {
        **match.notes_by_round,
        entry.author: {**match.notes_by_round.get(entry.author, {}), match.round: entry.text},
    }
    return change(match, notes={**match.notes, entry.author: entry.text}, notes_by_round=noted), (
        Change("notes", (entry.author,)),
    )


# --- live actions ---------------------------------------------------------------------------------------------------
def _apply_acted(match: Match, entry: j.Acted) -> Applied:
    check_player(match, entry.author)
    if match.phase == "decision":
        return vote(match, entry)
    if match.phase != "round":
        raise Refused("no_actions_now", "Actions are taken while a round is open, and none is now.", "CM-25")
    check_round(match, entry.round)
    game = match.game
    if game.Action is None:
        raise Refused("no_actions", f"{game.spec.title} has no live actions: seal orders instead.", "CM-25")
    check_move(match, entry)
    after, result = apply_action(
        match, entry.author, decode(game.Action, entry.action, "action"), entry.action, entry.at
    )
    concerned = tuple(s for s in match.seats if s == entry.author or s in result.notices or s in result.asked)
    return after, (Change("told", concerned), *_ready_changes(match, after))


# --- talk -----------------------------------------------------------------------------------------------------------
def _apply_said(match: Match, entry: j.Said) -> Applied:
    check_player(match, entry.author)
    match = said_by(match, entry)
    apart = next((room for room in APART if entry.to == room), None)
    if apart is not None:
        return say_apart(match, entry, apart)
    channel, who = readers(match.talk, entry.author, entry.to, entry.text)
    if entry.deal is not None:
        for word in (entry.deal.give, entry.deal.want):
            if len(word) > 40 or not word.isprintable():
                raise Refused("bad_deal", "A deal names what is given and what is wanted, at most 40 characters each.")
    if entry.author in match.muted:
        match.muted[entry.author].check(channel, entry.at)
    # An occasion is a key of the voices, never words of a person.
    occasion = entry.occasion if isinstance(entry.occasion, str) and entry.occasion in OCCASIONS else ""
    message = read_act(
        match, Message(entry.author, channel, who, entry.text, match.round, entry.at, entry.deal, entry.act, occasion)
    )
    message = said_in(message, tongue(tuple(match.game.terms), match.seats, match.spec.rounds))
    ready = match.ready
    if message.proposes and channel == "seats":  # asks for an answer (CM-27)
        ready = tuple(seat for seat in ready if seat == entry.author or seat not in who)
    after = _in_the_gallery(change(match, messages=(*match.messages, message), ready=ready), who)
    return after, (Change("said", who), *_ready_changes(match, after))


def read_act(match: Match, message: Message) -> Message:
    """Check the act of a message; a plain swap gets the short form. Refused: `bad_act`, `no_such_offer`."""
    act, game, round_ = message.act, match.game, max(1, match.round)
    if isinstance(act, Offer):
        check_offer(game.terms, match.seats, message.sender, message.readers, round_, game.spec.rounds, act)
        if act.counters:
            named_offer(game.terms, message.key, match.messages, match.round, act.counters)
        deal = plain_swap(game.terms, message.sender, round_, act) if message.of_two else None
        return message if deal is None else msgspec.structs.replace(message, deal=deal, act=None)
    if isinstance(act, Accept | Decline | Withdraw | End):
        entry = check_answer(game.terms, message.sender, message.key, match.messages, match.round, act)
        deal = plain_swap(game.terms, entry.proposer, entry.round, entry.offer)
        if isinstance(act, Accept) and deal is not None and message.of_two:
            return msgspec.structs.replace(message, deal=Deal(deal.want, deal.give), act=None)
    return message


# --- the host's powers (CM-11) --------------------------------------------------------------------------------------
def _apply_announced(match: Match, entry: j.Announced) -> Applied:
    check_text(entry.text)
    planned = tuple(news for news in match.planned if news.number != entry.planned)
    return announce(change(match, planned=planned), "announced", entry.text, entry.at), (Change("news"),)


def _apply_opened(match: Match, entry: j.Opened) -> Applied:
    who = f"{entry.member_name}, in the gallery," if entry.member_name else "The host"
    seen = News("opened", f"{who} looked at {entry.what}.", match.round, entry.at)
    return change(match, host_looks=(*match.host_looks, seen)), ()


# --- those who watch (HH-61 to HH-64) ---------------------------------------------------------------------------------
def _apply_gallery(match: Match, entry: j.Gallery) -> Applied:
    if not match.header.gallery:
        message = "This match was made without a gallery: those who play it were told of none."
        raise Refused("no_gallery", message, "HH-61")
    names = tuple(signup.holder for signup in match.names if signup.is_signed_up)
    audience = with_member(match.audience, entry, match.holders, names)
    if audience == match.audience:
        return match, ()
    after = change(match, audience=audience)
    return announce(after, "gallery", many_words(len(audience.members)), entry.at), (Change("news"),)


def _apply_let_read(match: Match, entry: j.LetRead) -> Applied:
    check_player(match, entry.author)
    if not match.header.gallery:
        raise Refused("no_gallery", "This match has no gallery: nobody else reads what you say.", "HH-62")
    lets = {**match.audience.consents, entry.author: GalleryConsent(entry.talk, entry.confessional)}
    return change(match, audience=msgspec.structs.replace(match.audience, consents=lets)), (
        Change("apart", (entry.author,)),
    )


def _apply_remarked(match: Match, entry: j.Remarked) -> Applied:
    check_text(entry.text)
    check_pace(match.audience, entry.author, entry.at)
    if entry.where == "gallery" and entry.author not in match.audience.members:
        raise Refused("not_in_gallery", "You are not in the gallery of this match.", "HH-64")
    remark = Remark(entry.author, entry.name, entry.where, entry.text, match.round, entry.at)
    after = change(match, audience=msgspec.structs.replace(match.audience, remarks=(*match.audience.remarks, remark)))
    return after, (Change("remarked", ()),) * (entry.where == "spectators")


def _in_the_gallery(match: Match, who: Iterable[str]) -> Match:
    """Let the gallery read the latest message if all its readers consent (HH-62)."""
    audience = match.audience
    if not match.header.gallery:
        return match
    if all(may_read(audience, seat, match.holders.get(seat, OPEN), "talk") for seat in who):
        audience = msgspec.structs.replace(audience, said=(*audience.said, len(match.messages) - 1))
    return change(match, audience=audience)


def _apply_paused(match: Match, entry: j.Paused) -> Applied:
    if match.paused:
        raise Refused("paused", "The clock is stopped already.", "CM-11")
    left = None if match.deadline is None else max(0.0, match.deadline - entry.at)
    after = change(match, paused=True, deadline=None, seconds_left=left)
    return announce(after, "paused", "The host stopped the clock.", entry.at), (Change("clock"),)


def _apply_resumed(match: Match, entry: j.Resumed) -> Applied:
    if not match.paused:
        raise Refused("not_paused", "The clock is running already.", "CM-11")
    deadline, schedule = None if match.seconds_left is None else entry.at + match.seconds_left, match.schedule
    if schedule is not None and match.seconds_left is not None and schedule.own is not None:
        schedule = schedule.run_again(entry.at, match.seconds_left)
        deadline = schedule.closes
    after = change(match, paused=False, deadline=deadline, seconds_left=None, schedule=schedule)
    return announce(after, "resumed", "The clock runs again.", entry.at), (Change("clock"),)


def _apply_deadline_moved(match: Match, entry: j.DeadlineMoved) -> Applied:
    if entry.deadline is not None and entry.deadline <= entry.at:
        raise Refused("deadline_past", "The new deadline lies in the past; close the round instead.", "CM-11")
    if match.paused:
        left = None if entry.deadline is None else entry.deadline - entry.at
        after = change(match, seconds_left=left)
    else:
        after = change(match, deadline=entry.deadline)
    moved = "The deadline was moved" + (f" to {entry.words}." if entry.words else ".")
    text = "There is no deadline any more." if entry.deadline is None else moved
    text = f"{text} {entry.reason}".strip()
    until = entry.deadline if entry.words else None
    return announce(after, "deadline_moved", text, entry.at, until), (Change("clock"), Change("news"))


def _apply_planned(match: Match, entry: j.Planned) -> Applied:
    check_text(entry.text)
    if entry.due <= entry.at:
        raise Refused("moment_past", "That moment lies in the past; announce it now instead.", "HH-24")
    if len(match.planned) >= MOST_PLANNED:
        raise Refused("too_many", f"At most {MOST_PLANNED} announcements wait; take one of them back first.", "HH-24")
    number = match.plan_count + 1
    return change(match, plan_count=number, planned=(*match.planned, PlannedNews(number, entry.text, entry.due))), ()


def _apply_unplanned(match: Match, entry: j.Unplanned) -> Applied:
    planned = tuple(news for news in match.planned if news.number != entry.number)
    if planned == match.planned:
        raise Refused("not_planned", f"No announcement with the number {entry.number} waits.", "HH-24")
    return change(match, planned=planned), ()


def _apply_handed_over(match: Match, entry: j.HandedOver) -> Applied:
    check_player(match, entry.seat)
    check_outside(match.audience, entry.holder)
    seat = entry.new_name or entry.seat
    after = match if seat == entry.seat else rename_seat(match, entry.seat, seat)
    left = match.holders.get(entry.seat, OPEN)
    if left != entry.holder:
        after = without_waiting(after, seat)  # the former holder wrote it
    if left != entry.holder and left != OPEN and not is_bot(left):
        after = change(
            after,
            seats_given_up={**after.seats_given_up, seat: len(match.messages)},
            left_by={**after.left_by, seat: left},
        )
    after = change(after, holders={**after.holders, seat: entry.holder})
    if left != entry.holder and seat in after.audience.consents:  # a consent is its giver's alone
        lets = {other: own for other, own in after.audience.consents.items() if other != seat}
        after = change(after, audience=msgspec.structs.replace(after.audience, consents=lets))
    if entry.afresh and left != entry.holder:
        after = _for_new_holder(after, seat, bot=is_bot(left) and not is_bot(entry.holder))
    text = f"{seat} is seated."
    if left != OPEN or is_bot(entry.holder) or entry.holder == OPEN:
        text = handover_words(seat, entry.holder, match.left_by.get(entry.seat))
        after = change(after, handed_over={**after.handed_over, seat: (max(1, match.round), entry.at)})
    if seat != entry.seat:
        text = f"{capital(entry.seat)} is called {seat} now. {text}"
    seals = _seal_changes(after) if len(after.sealed) != len(match.sealed) else ()
    own = (Change("orders", (seat,)),) if after.sealed.keys() != match.sealed.keys() else ()
    return announce(after, "handed_over", text, entry.at), (*own, *seals, *_ready_changes(match, after), Change("news"))


BOT_SEALED = "A bot had sealed this before you sat down."


def _for_new_holder(match: Match, seat: str, *, bot: bool) -> Match:
    """Remove the ready mark for a new holder, and make a bot's seal a draft (HH-51)."""
    sealed, drafts = match.sealed, match.drafts
    if match.held_close is not None:
        return match  # its result is held
    if bot and seat in sealed:
        drafts = {**drafts, seat: Draft(plain(sealed[seat].orders), False, match.round, BOT_SEALED)}
        sealed = {other: order for other, order in sealed.items() if other != seat}
    return change(match, sealed=sealed, drafts=drafts, ready=tuple(other for other in match.ready if other != seat))


def _apply_renamed(match: Match, entry: j.Renamed) -> Applied:
    check_player(match, entry.seat)
    if entry.name == entry.seat:
        return match, ()
    check_early(match, entry.seat)
    after = rename_seat(match, entry.seat, entry.name)
    return announce(after, "renamed", f"{entry.seat} is called {entry.name} now.", entry.at), (Change("news"),)


def _apply_published(match: Match, entry: j.Published) -> Applied:
    if entry.public == match.public:
        return match, ()
    text = (
        "The host made this match public: after its end it may be published."
        if entry.public
        else ("The host keeps this match private: it will not be published.")
    )
    return announce(change(match, public=entry.public), "published", text, entry.at), (Change("news"),)


def _apply_watching(match: Match, entry: j.Watching) -> Applied:
    if (entry.watched_by, entry.digest) == (match.watch, match.watch_code):
        return match, ()
    after = change(match, watch=entry.watched_by, watch_code=entry.digest)
    if entry.watched_by == match.watch:  # only the code is new: the old one is void
        return after, ()
    return announce(after, "watching", WATCHING[entry.watched_by], entry.at), (Change("news"),)


def _apply_released(match: Match, entry: j.Released) -> Applied:
    return release(match, entry), (Change("news", (entry.author,)),)


def _apply_reopened(match: Match, entry: j.Reopened) -> Applied:
    return begin_anew(match, entry.at, keeps=entry.keeps), EVERYTHING


# --- every kind of entry ----------------------------------------------------------------------------------------------
def _announcing(handler: Callable[[Match, Any], Match], *kinds: str) -> Callable[[Match, Any], Applied]:
    """Wrap a handler so that these kinds of changes are public."""
    changes = tuple(Change(kind) for kind in kinds)
    return lambda match, entry: (handler(match, entry), changes)


_HANDLERS: dict[type, Callable[[Match, Any], Applied]] = {
    j.Sealed: _apply_sealed,
    j.Withdrew: _apply_withdrew,
    j.Drafted: _apply_drafted,
    j.Readied: _apply_readied,
    j.Noted: _apply_noted,
    j.Acted: _apply_acted,
    j.Lapsed: make_default_moves,
    j.Said: _apply_said,
    j.Waited: queue_message,
    j.Unsaid: mark_unsent,
    j.Answered: answer,
    j.Muted: mute,
    j.OutMayRead: out_may_read,
    j.Announced: _apply_announced,
    j.Opened: _apply_opened,
    j.Gallery: _apply_gallery,
    j.LetRead: _apply_let_read,
    j.Remarked: _apply_remarked,
    j.Paused: _apply_paused,
    j.Resumed: _apply_resumed,
    j.DeadlineMoved: _apply_deadline_moved,
    j.Scheduled: _announcing(scheduled, "clock", "news"),
    j.Exempted: exempt_seats_from_choice,
    j.Graced: _announcing(let_deadline_wait, "clock", "news"),
    j.Planned: _apply_planned,
    j.Unplanned: _apply_unplanned,
    j.SignedUp: _announcing(signed_up, "news"),
    j.SignedOff: _announcing(signed_off, "news"),
    j.LotsFilled: _announcing(filled_after_lots, "news"),
    j.HandedOver: _apply_handed_over,
    j.Renamed: _apply_renamed,
    j.Published: _apply_published,
    j.Watching: _apply_watching,
    j.Released: _apply_released,
    j.Ended: _announcing(end, "closed"),
    j.Unended: _announcing(take_end_back, "closed", "clock", "news"),
    j.Closed: close_match,
    j.Confirmed: confirm,
    j.Judged: judge,
    j.Unjudged: take_back,
    j.Directed: direct,
    j.Corrected: correct,
    j.Rewound: rewind,
    j.Reopened: _apply_reopened,
}
