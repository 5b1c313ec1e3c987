"""People of the house by command: invitations, rights, blocks, and links for lost keys."""

from __future__ import annotations

import logging
import secrets
from typing import Annotated, cast, get_args

import msgspec

from cli.admin.deeds import Argument, HouseAccess, HouseDeed, MatchDeed, Seat, Yes
from cli.admin.requests import Answer, match_answer
from core import person
from core.house.guest import Watchers, WatchLinks
from core.house.moderation import STALLS
from core.house.people import LINK_SECONDS
from core.house.reminders import Reminded
from core.match.journal import WatchedBy
from core.match.state import WATCHING
from core.refusal import Refused, quoted
from core.table.host_controls import ROOMS, HostControls, Room
from core.talk.channels import rooms_words
from core.words import wording
from core.words.deadlines import match_zone
from core.words.door import paste
from core.words.moments import moment_in_zone, read_moment
from core.words.wording import counted
from tui.app.house_zone import HouseZone

log = logging.getLogger("garnet.server")


MOST_CODES = 100


class InviteDeed(HouseDeed, frozen=True, kw_only=True, tag="invite"):
    HELP = "a code that lets one person in, once"

    match: Annotated[
        str, Argument("--match", "to a seat of this match; without --seat to every free one", metavar="MATCH")
    ] = ""
    seat: Annotated[str, Argument("--seat", "the seat", metavar="NAME")] = ""
    count: Annotated[int | None, Argument("--count", "so many to the house, in one letter", metavar="N")] = None
    host: Annotated[bool, Argument("--host", "its user becomes a host")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        if self.count is not None and (self.match or not 1 <= self.count <= MOST_CODES):
            refusal = (
                f"1 to {MOST_CODES} invitations to the house at a time; to a match there is one for each free seat."
            )
            raise Refused("bad_count", refusal)
        if (self.match and not self.seat) or (self.count or 1) > 1:
            return self._many(host)
        if self.match:
            table = host.house.table(self.match)
            if self.seat not in table.match.seats:
                raise Refused("not_seated", f"Nobody called {quoted(self.seat)} is seated at {self.match}.", "CM-25")
        invitation, code = host.people.invite("the house", self.match or None, self.seat or None, host=self.host)
        what = (
            f"the seat {self.seat} at {self.match}"
            if self.match
            else "the house, as a host"
            if self.host
            else "the house"
        )
        lines = [f"Invitation #{invitation.id}. To paste:", "", *paste(host.door, what, [(self.seat or None, code)])]
        connection = {"connect": host.door.command("join"), "fingerprint": host.door.fingerprint}
        return {"told": lines, "id": invitation.id, "code": code, **connection}

    def _many(self, host: HouseAccess) -> Answer:
        seats: list[str | None] = [None] * (self.count or 1)
        what = "the house, as a host" if self.host else "the house"
        if self.match:
            seats, what = list(HostControls(host.house.table(self.match)).free()), f"seats at {self.match}"
        if not seats:
            raise Refused("no_free_seat", f"Every seat at {self.match} is taken.")
        invitations = [
            (seat, *host.people.invite("the house", self.match or None, seat, host=self.host)) for seat in seats
        ]
        lines = [f"{counted(len(invitations), 'invitation')}. To paste:", ""]
        lines += paste(host.door, what, [(seat, code) for seat, _, code in invitations])
        person = [{"id": invitation.id, "seat": seat, "code": code} for seat, invitation, code in invitations]
        return {"told": lines, "invitations": person, "connect": host.door.command("join"),
                "fingerprint": host.door.fingerprint}  # fmt: skip


class InvitationsDeed(HouseDeed, frozen=True, kw_only=True, tag="invitations"):
    HELP = "those that were made"

    def carry_out(self, host: HouseAccess) -> Answer:
        invitations = host.people.invitations()
        states = [
            f"used by {invite.used_by}" if invite.used_by else "revoked" if invite.revoked else "open"
            for invite in invitations
        ]
        lines = [
            f"#{invite.id:<4} {state:<24} "
            f"{f'{invite.seat} at {invite.match}' if invite.match else 'a host' if invite.host else 'the house'}"
            for invite, state in zip(invitations, states, strict=True)
        ]
        listed = [
            {
                "id": invite.id,
                "match": invite.match,
                "seat": invite.seat,
                "used_by": invite.used_by,
                "revoked": invite.revoked,
            }
            for invite in invitations
        ]
        return {"told": lines or ["None was made yet."], "invitations": listed}


class RevokeDeed(HouseDeed, frozen=True, kw_only=True, tag="revoke"):
    HELP = "make an unused invitation worthless"

    number: Annotated[str, Argument("number")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        return {"told": [f"Invitation #{host.people.revoke(self.number.lstrip('#')).id} opens nothing any more."]}


class PeopleDeed(HouseDeed, frozen=True, kw_only=True, tag="people"):
    HELP = "everybody the house knows"

    def carry_out(self, host: HouseAccess) -> Answer:
        everyone = host.people.everyone()
        lines = [
            f"{person.name:<24} " + ", ".join(filter(None, (
                counted(len(person.keys), "key"), "password" if person.password else "", "host" if person.host else "",
                "blocked" if person.blocked else "",
            )))
            for person in everyone
        ]  # fmt: skip
        people = [
            {"name": person.name, "keys": [key.fingerprint for key in person.keys], "host": person.host}
            for person in everyone
        ]
        return {"told": lines or ["Nobody has joined yet."], "people": people}


class LinkDeed(HouseDeed, frozen=True, kw_only=True, tag="link"):
    HELP = "a ten-minute code for somebody who has lost key or password"

    to: Annotated[str, Argument("to", metavar="NAME")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        """Make a code for lost keys or a lost password. The machine's owner alone may: it opens all that the person
        sees."""
        code = host.people.link(self.to)
        name = host.holders.holder_words(host.holders.holder(self.to))
        log.info("A code that lets a new device of %s in was made on this machine.", name)
        lines = [
            f"{name} connects with:", f"  {host.door.command('join')}",
            f"and types this code, good once and for {LINK_SECONDS / 60:.0f} minutes:", f"  {code}",
        ]  # fmt: skip
        link = host.door.link(code)
        lines += ["Or opens this link in a browser:", f"  {link}"] if link else []
        return {"told": lines, "code": code, "link": link, "connect": host.door.command("join")}


class FingerprintDeed(HouseDeed, frozen=True, kw_only=True, tag="fingerprint"):
    HELP = "of the house's key, for players to compare"

    def carry_out(self, host: HouseAccess) -> Answer:
        if not host.door.fingerprint:
            raise Refused("no_key", "The house has no key yet: it is made when it is first served.")
        return {"told": [host.door.fingerprint], "fingerprint": host.door.fingerprint}


REMOVED = (
    "Removing is for good: keys, password and rights are forgotten, and the keys that they had open nothing under",
    "another name either (--free-keys lets them). Blocking (`block NAME`) can be taken back, and keeps seats and keys.",
)


class MuteDeed(MatchDeed, frozen=True, kw_only=True, tag="mute"):
    HELP = "let a seat say nothing in some rooms; its line to the hosts stays open"
    DRY = True

    seat: Seat = ""
    rooms: Annotated[
        tuple[str, ...], Argument("--room", "lounge, realm or seats (repeat; default: all)", metavar="ROOM")
    ] = ()
    when: Annotated[str, Argument("--until", "+30m, 21:00 (default: for the rest of the match)", metavar="WHEN")] = ""
    undo: Annotated[bool, Argument("--not", "let it speak again")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        desk, now = host.desk(self), host.house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        rooms: tuple[Room, ...] = tuple(room for room in ROOMS if room in (self.rooms or ROOMS))
        if unknown := set(self.rooms) - set(get_args(Room)):
            refusal = f"{quoted(sorted(unknown)[0])} is no room: lounge, realm or seats (what is said to some alone)."
            raise Refused("unknown_channel", refusal, "HH-33")
        if self.undo:
            return match_answer(desk, self.match, lambda: desk.mute(self.seat, ()), f"{self.seat} may speak again.")
        until = read_moment(self.when, now, zone) if self.when else None
        words = moment_in_zone(until, now, zone) if until is not None else ""
        sentence = f"{self.seat} is muted {rooms_words(rooms)}{f' until {words}' if words else ''}, and was told so."
        return match_answer(desk, self.match, lambda: desk.mute(self.seat, rooms, until, words), sentence)


class RightsDeed(HouseDeed, frozen=True, kw_only=True, tag="rights"):
    HELP = "make somebody a host"

    to: Annotated[str, Argument("to", metavar="NAME")] = ""
    undo: Annotated[bool, Argument("--not", "take that back")] = False
    at: Annotated[str, Argument("--at", "of this one alone (default: of the whole house)", metavar="MATCH|SEASON")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        if self.at:
            sentence = host.steward(self).rights_at(self.to, self.at, not self.undo)
            return {"told": [sentence], "hosts": list(host.steward(self).find(self.to).hosts)}
        sentence = host.steward(self).rights(self.to, not self.undo)
        return {"told": [sentence], "host": host.steward(self).find(self.to).host}


class BlockDeed(HouseDeed, frozen=True, kw_only=True, tag="block"):
    HELP = "let a person, or a key, in no more; without a name who is blocked"

    to: Annotated[str, Argument("to", nargs="?", metavar="NAME|KEY")] = ""
    undo: Annotated[bool, Argument("--not", "take that back")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        if not self.to:
            names, keys = [person.name for person in host.people.everyone() if person.blocked], host.people.barred()
            return {"told": [*names, *keys] or ["Nobody is blocked."], "people": names, "keys": list(keys)}
        if self.to.startswith("SHA256:"):
            return {"told": [host.steward(self).bar(self.to, not self.undo)]}
        return {"told": [host.steward(self).block(self.to, not self.undo)]}


class MentionDeed(HouseDeed, frozen=True, kw_only=True, tag="mention"):
    HELP = "by what a chat room mentions somebody in reminders; its id of them, none, or look"

    to: Annotated[str, Argument("to", metavar="NAME")] = ""
    words: Annotated[str, Argument("words", nargs="?", metavar="WHO|none")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        reminders, person = Reminded(host.house.store), host.steward(self).find(self.to)
        name = reminders.call(person.id, self.words) if self.words else reminders.room_name(person.id)
        phrase = f"mention {person.name} as <@{name}>." if name else f"mention {person.name} nowhere."
        return {"told": [f"Reminders in a chat room {phrase}"], "mention": name or None}


class RenamePersonDeed(HouseDeed, frozen=True, kw_only=True, tag="rename-person"):
    HELP = "call somebody otherwise; keys, seats and results stay theirs"

    seat: Annotated[str, Argument("seat", metavar="NAME")] = ""
    to: Annotated[str, Argument("to", metavar="NEW")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        return {"told": [host.steward(self).rename(self.seat, self.to)], "name": host.steward(self).find(self.to).name}


class WatchingDeed(MatchDeed, frozen=True, kw_only=True, tag="watching"):
    HELP = "who may find and watch a match: house, link (everybody with it), cast (those seated) or code"
    DRY = True

    to: Annotated[str, Argument("to", "nothing to look", nargs="?", metavar="house|link|cast|code")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk, links = host.desk(self), WatchLinks(host.house)
        now = desk.table.match.watch
        if not self.to:
            more = [host.door.to_watch(links.code_of(self.match))] if now == "link" else []
            return {"told": [WATCHING[now], *more], "watch": now}
        if self.to not in WATCHING:
            raise Refused("bad_watch", f"{quoted(self.to)} is none of: {', '.join(WATCHING)}.", "HH-46")
        code = person.write_code(secrets.token_bytes(person.LETTERS)) if self.to == "code" else ""
        who = cast("WatchedBy", self.to)
        answer = match_answer(
            desk, self.match, lambda: desk.watched_by(who, person.digest(code) if code else ""), WATCHING[who]
        )
        if desk.dry_run_text is None and who == "link":
            link = host.door.to_watch(links.renew(self.match))
            gone = ["Its link of before leads nowhere now."] if now == "link" else []
            return {**answer, "told": [*answer["told"], link, *gone]}
        if desk.dry_run_text is None:
            links.forget(self.match)
        if desk.dry_run_text is not None or not code:
            return answer
        Watchers(host.house.store).forget(self.match)
        more = [f"Its code, shown this once: {code}", f"They type: ssh NAME@house watch {self.match} --code {code}",
                "or : and *Watch by code* in the lobby."]  # fmt: skip
        return {**answer, "told": [*answer["told"], *more], "code": code}


class RemoveDeed(HouseDeed, frozen=True, kw_only=True, tag="remove"):
    HELP = "out of the house for good: seats are free, keys open nothing, finished matches keep the name"
    DRY = True

    to: Annotated[str, Argument("to", metavar="NAME")] = ""
    free_keys: Annotated[bool, Argument("--free-keys", "their keys may come in under another name")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        """Remove a person. Seats in running matches and seasons become free; finished matches keep the name."""
        if not self.dry_run:
            sentence, removal = host.steward(self).remove(self.to, bar=not self.free_keys)
            return {"told": [sentence], "freed": list(removal.freed), "not_freed": [seat for seat, _ in removal.left]}
        planned, name = host.steward(self).removal(self.to), host.steward(self).find(self.to).name
        lines = [f"{name}: a dry run, nothing is done."]
        lines += [f"{freed} would be free." for freed in planned.freed]
        lines += [f"Without a clock the free seat would hold up {match}. {STALLS}" for match in planned.stalls]
        lines += [f"{name} would be gone from {what}." for what in planned.dropped]
        for match, words in planned.told.items():
            lines += [f"Everybody at {match} would be told:", *(f"  {line}" for line in words)]
        lines += [f"{name} would be told: {planned.person}", *REMOVED]
        return {"told": lines, "dry_run": True, "freed": list(planned.freed)}


class LogDeed(HouseDeed, frozen=True, kw_only=True, tag="log"):
    HELP = "who of the hosts did what, at a match, in a season or to people"

    match: Annotated[str, Argument("match", nargs="?", metavar="MATCH|SEASON")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        now, zone, deeds = host.house.clock(), HouseZone(), host.steward(self).log(self.match)
        lines = [
            f"{wording.moment(deed.at, now, zone)}  {host.steward(self).host_name(deed.host):<12} {deed.sentence}"
            for deed in deeds
        ]
        return {"told": lines or ["Nothing was done yet."], "log": [msgspec.to_builtins(deed) for deed in deeds]}


class DiscardDeed(HouseDeed, frozen=True, kw_only=True, tag="discard"):
    HELP = "throw a trial away, whole and for good, once you have said that you mean it"

    match: Annotated[str, Argument("match", metavar="MATCH|SEASON")] = ""
    yes: Yes = False

    def carry_out(self, host: HouseAccess) -> Answer:
        steward = host.steward(self)
        matches = steward.trial(self.match)
        if not self.yes:
            runs = [match_id for match_id in matches if not host.house.is_finished(match_id)]
            sentence = f"{self.match} goes for good, with {counted(len(matches), 'match', 'matches')}"
            sentence += f"; still played: {wording.joined(runs)}" if runs else ""
            raise Refused("say_yes", f"{sentence}. Nothing brings it back but a backup.", "HH-69")
        sentence = steward.discard(self.match)
        if host.door.feed is not None:
            for match in matches:
                host.door.feed(match)
        return {"told": [sentence], "matches": list(matches)}
