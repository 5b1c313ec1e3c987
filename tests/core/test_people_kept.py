"""Nothing changes among the people that the disk refused: each mutation on a store that refuses, at each call."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from core.house.moderation import Steward
from core.house.people import People
from core.house.reminders import Reminded
from core.house.templates import of_match
from core.match import journal as j
from core.match.signup import listed_names
from core.person import Key
from core.refusal import Refused
from core.seasons import journal as sj
from core.seasons.live import LiveSeason
from core.seasons.options import SeasonOptions
from core.story.parts import listed
from core.table.galleries import of_season
from core.table.host_controls import HostControls
from storage import HouseClosed, MemoryStore
from tests.kit.hall import Hall

FULL = "The disk is full, so this was not kept and nothing has changed."


class Failing(MemoryStore):
    """Takes so many changes of shelves, and then none; the next opening finds what it took."""

    takes = 10**9

    def _spend(self) -> None:
        if self.takes <= 0:
            raise HouseClosed(FULL)
        self.takes -= 1

    def put(self, *given: Any, **named: Any) -> None:
        was, _ = self.takes, self._spend()
        self.takes = 10**9  # a twin may make one of the other
        try:
            super().put(*given, **named)
        finally:
            self.takes = was - 1

    def drop(self, *given: Any) -> None:
        was, _ = self.takes, self._spend()
        self.takes = 10**9
        try:
            super().drop(*given)
        finally:
            self.takes = was - 1

    def put_all(self, documents: Any) -> None:
        self._spend()
        super().put_all(documents)


def key(number: int) -> Key:
    return Key(f"ssh-ed25519 KEY{number}", f"SHA256:{number}", 0.0)


def tokens() -> Callable[[int], bytes]:
    numbers = itertools.count(1)
    return lambda count: next(numbers).to_bytes(count, "big")


def a_house() -> tuple[Failing, People, dict[str, str]]:
    """Ada (two keys, a link code, settings), Bo (a password), an open invitation, one for a host, a barred key."""
    store = Failing()
    people = People(store, lambda: 1_000.0, tokens())
    people.take("Ada", key(1))
    people.add_key("Ada", key(2))
    people.take("Bo", key(3))
    people.set_password("Bo", "a hash")
    people.set_hosting("Bo", "exodus-1")
    people.bar_key(key(9).fingerprint)
    codes = {"open": people.invite("the house")[1], "host": people.invite("the house", host=True)[1]}
    codes["link"] = people.link("Ada")
    store.put("settings", "person ada", {"theme": "x"})
    return store, people, codes


DEEDS: dict[str, Callable[[People, dict[str, str]], object]] = {
    "take": lambda people, _: people.take("Cy", key(4)),
    "add_key": lambda people, _: people.add_key("Ada", key(4)),
    "drop_key": lambda people, _: people.drop_key("Ada", "SHA256:2"),
    "set_password": lambda people, _: people.set_password("Ada", "another hash"),
    "set_host": lambda people, _: people.set_host("Ada", True),
    "unset_host": lambda people, _: people.set_hosting("Bo", "exodus-1", False),
    "set_hosting": lambda people, _: people.set_hosting("Ada", "exodus-1"),
    "rename": lambda people, _: people.rename("Ada", "Bea"),
    "block": lambda people, _: people.block("Ada"),
    "bar_key": lambda people, _: people.bar_key("SHA256:2"),
    "let_key_in": lambda people, _: people.bar_key("SHA256:9", False),
    "remove": lambda people, _: people.remove("Ada"),
    "appear": lambda people, _: people.appear("Ada", ""),
    "invite": lambda people, _: people.invite("the house"),
    "revoke": lambda people, _: people.revoke("1"),
    "link": lambda people, _: people.link("Ada"),
    "enrol": lambda people, codes: people.enrol(codes["open"], "Cy", key(4), None),
    "accept": lambda people, codes: people.accept(codes["host"], "Ada"),
    "bring": lambda people, codes: people.bring(codes["link"], key(4), "another hash"),
}


def known(people: People, codes: dict[str, str]) -> object:
    """Everything that can be asked of people."""
    keys = [f"SHA256:{number}" for number in range(1, 10)]

    def opened(code: str) -> object:
        try:
            return people.examine(code)
        except Refused as refusal:
            return refusal.code

    return (
        people.ever(), people.everyone(), people.barred(), people.invitations(),
        [people.holder(one) for one in keys], [people.admits(one) for one in keys],
        [(name, people.find(name), [people.knows(name, one) for one in keys]) for name in ("Ada", "Bea", "Bo", "Cy")],
        {name: opened(code) for name, code in codes.items()},
    )  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS)
def test_what_the_disk_refused_has_not_happened(deed: str) -> None:
    store, people, codes = a_house()
    before, seen = known(people, codes), []
    people.seen_out = lambda *told: seen.append(told)
    store.takes = 0
    with pytest.raises(Refused, match="nothing has changed"):
        DEEDS[deed](people, codes)
    assert known(people, codes) == before
    assert not seen, "nobody is sent away for what did not happen"
    store.takes = 10**9
    DEEDS[deed](people, codes)
    assert known(people, codes) != before, "this deed does something"


@pytest.mark.parametrize("deed", DEEDS)
def test_a_change_that_is_refused_half_way_is_refused_whole(deed: str) -> None:
    for takes in range(1, 5):
        store, people, codes = a_house()
        before = known(people, codes)
        store.takes = takes
        try:
            DEEDS[deed](people, codes)
        except Refused:
            assert known(people, codes) == before
            store.takes = 10**9
            again = People(reopened(store), lambda: 1_000.0, tokens())
            assert known(again, codes) == before, "nor is it there after a restart"
        else:
            store.takes = 10**9
            assert known(People(reopened(store), lambda: 1_000.0, tokens()), codes) == known(people, codes)


def reopened(store: MemoryStore) -> MemoryStore:
    store.close()
    return MemoryStore(store.contents)


def a_desk(*, match: bool = True) -> tuple[Hall, Steward]:
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    if match:
        hall.match()
    return hall, Steward(hall.house, hall.people)


@pytest.mark.parametrize(
    "deed",
    [
        lambda steward, _: steward.rights("Ada", True),
        lambda steward, _: steward.rights_at("Ada", "parley-open-1", True),
        lambda steward, _: steward.block("Ada", True),
        lambda steward, key: steward.bar(key, True),
        lambda steward, _: steward.rename("Ada", "Bea"),
        lambda steward, _: steward.remove("Ada"),
    ],
    ids=["rights", "rights_at", "block", "bar", "rename", "remove"],
)
def test_HH_37_what_a_host_does_is_kept_with_who_did_it_or_not_done(deed, monkeypatch) -> None:
    hall, steward = a_desk()
    key = hall.people.find("Ada").keys[0].fingerprint
    before = hall.people.ever(), hall.people.barred(), hall.house.holders("parley-open-1")
    calls, real = [], hall.house.store.put_all

    def one_at_most(documents) -> None:
        calls.append(documents)
        if any(shelf == "deeds" for shelf, _ in documents):
            raise HouseClosed(FULL)
        real(documents)

    monkeypatch.setattr(hall.house.store, "put_all", one_at_most)
    with pytest.raises(Refused, match="nothing has changed"):
        deed(steward, key)
    assert (hall.people.ever(), hall.people.barred(), hall.house.holders("parley-open-1")) == before
    assert steward.log() == ()
    monkeypatch.undo()
    deed(steward, key)
    assert len(steward.log()) == 1


def test_HH_36_whoever_is_removed_is_out_and_a_seat_that_could_not_be_freed_is_named(monkeypatch) -> None:
    hall, steward = a_desk()

    def full(*_: object) -> None:
        raise HouseClosed(FULL)

    monkeypatch.setattr(hall.house.store, "append", full)
    told, done = steward.remove("Ada")
    assert hall.people.find("Ada") is None
    assert done.freed == ()
    assert "Ada at parley-open-1 is still theirs; hand it over yourself: The disk is full" in told


def test_HH_36_the_key_of_whoever_is_removed_opens_nothing_under_another_name_unless_told_otherwise() -> None:
    hall, steward = a_desk(match=False)
    key = hall.people.find("Ada").keys[0]
    told, _ = steward.remove("Ada")
    assert "their key opens nothing here, under another name either" in told
    assert not hall.people.admits(key.fingerprint)
    with pytest.raises(Refused) as caught:
        hall.people.take("Eve", key)
    assert caught.value.code == "key_blocked"
    other = hall.people.find("Bo").keys[0]
    told, _ = steward.remove("Bo", bar=False)
    assert "until somebody comes with one under another name" in told
    assert hall.people.take("Eve", other).name == "Eve"


def signed_up_everywhere() -> tuple[Hall, Steward, LiveSeason]:
    """Eve and Bo have put their names down for a match and a season, and Eve is in galleries of another match and of
    the season."""
    hall = Hall("Ada", "Bo", "Eve")
    match = hall.match("parley-open", seats=("one", "two", "three", "four"), signup=True, briefing=True)
    running = hall.match("parley-open", gallery="live", holders={"Ada": "person:ada"})
    season = hall.house.seasons.make((), options=SeasonOptions(places=5), title="Spring")
    for name in ("Eve", "Bo"):
        match.submit(j.SignedUp(holder=f"person:{name.lower()}", name=name))
        season.submit(sj.SeasonSignedUp(author="cast", holder=f"person:{name.lower()}", name=name))
    HostControls(running).gallery("person:eve", "Eve")
    hall.house.galleries.let_into_season(season.id, "person:eve", "Eve")
    return hall, Steward(hall.house, hall.people), season


def names_everywhere(hall: Hall, season: LiveSeason) -> list[set[str]]:
    match, running = (hall.house.table(f"parley-open-{number}").match for number in (1, 2))
    inside = of_season(hall.house.store, season.id)
    return [{*listed_names(match.names)}, {*running.audience.members.values()}, {*listed_names(season.season.names)},
            {*inside.values()}]  # fmt: skip


@pytest.mark.parametrize("deed", ["remove", "block"])
def test_HH_35_HH_36_whoever_is_removed_or_blocked_is_on_no_list_and_in_no_gallery(deed: str) -> None:
    hall, steward, season = signed_up_everywhere()
    assert names_everywhere(hall, season) == [{"Eve", "Bo"}, {"Eve"}, {"Eve", "Bo"}, {"Eve"}]
    planned = steward.removal("Eve").dropped
    assert names_everywhere(hall, season) == [{"Eve", "Bo"}, {"Eve"}, {"Eve", "Bo"}, {"Eve"}]
    told = steward.remove("Eve")[0] if deed == "remove" else steward.block("Eve", True)
    assert names_everywhere(hall, season) == [{"Bo"}, set(), {"Bo"}, set()]
    assert planned == ("the list of parley-open-1", "the gallery of parley-open-2", f"the list of {season.id}",
                       f"the gallery of {season.id}")  # fmt: skip
    assert f"Gone from {listed(planned)}." in told
    HostControls(hall.house.table("parley-open-1")).begin()
    assert "person:eve" not in hall.house.holders("parley-open-1").values()


@pytest.mark.parametrize("deed", ["remove", "block"])
def test_HH_36_a_copy_gives_no_seat_to_people_who_are_gone(deed: str) -> None:
    hall, steward = a_desk()
    template = of_match(hall.house.table("parley-open-1").match)
    assert template.without_people(hall.people.gone()).holders == template.holders
    steward.remove("Ada") if deed == "remove" else steward.block("Ada", True)
    copied = template.without_people(hall.people.gone())
    assert "Ada" in template.seats
    assert (copied.seats[0], copied.holders[copied.seats[0]]) == ("open seat 1", "open")
    assert copied.holders["Bo"] == "person:bo"


def test_HH_36_what_is_kept_of_a_person_elsewhere_goes_with_them() -> None:
    hall, steward = a_desk(match=False)
    Reminded(hall.house.store).call("ada", "4711")
    for shelf in ("push", "absences"):
        hall.house.store.put(shelf, "ada", {})
    steward.remove("Ada")
    assert [
        shelf for shelf in ("room-names", "push", "links", "absences") if hall.house.store.get(shelf, "ada") is not None
    ] == []
