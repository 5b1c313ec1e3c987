"""People, keys, invitations and link codes, without any network."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable

import pytest

from core.house.people import LINK_SECONDS, People
from core.person import KEYS_LIMIT, RESERVED, DeviceLink, Invitation, Key, check_name, read_code
from core.refusal import Refused
from ssh_server.door.auth import Gate
from ssh_server.door.guard import Guard
from tests.ssh.house import Clock, Shelves

_numbers = itertools.count()


def key(number: int) -> Key:
    return Key(f"ssh-ed25519 KEY{number}", f"SHA256:{number}", 0.0)


def tokens(count: int) -> bytes:
    return hashlib.sha256(str(next(_numbers)).encode()).digest()[:count]


def new(shelves: Shelves | None = None, clock: Clock | None = None) -> People:
    return People(shelves or Shelves(), clock or Clock(), tokens)  # type: ignore[arg-type]


def refused(call: Callable[..., object], *given: object) -> str:
    with pytest.raises(Refused) as caught:
        call(*given)
    return caught.value.code


@pytest.mark.parametrize("name", ["A", "a" * 24, "Ada-Lovelace", "x_1", "7of9", "_"])
def test_names_of_1_to_24_letters_digits_dashes_and_underscores(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_length"),
        ("a" * 25, "name_length"),
        ("a b", "name_form"),
        ("-oops", "name_form"),
        ("[red]", "name_form"),
        ("a\x1b", "name_form"),
        ("a\n", "name_form"),
        ("\N{CYRILLIC SMALL LETTER A}da", "name_form"),
        ("JOIN", "name_reserved"),
        ("Root", "name_reserved"),
    ],
)
def test_other_names_are_refused(name: str, code: str) -> None:
    assert refused(check_name, name) == code


def test_every_reserved_name_is_in_the_form_in_which_names_are_compared() -> None:
    assert {name.casefold() for name in RESERVED} == RESERVED


def test_an_invitation_lets_in_one_person_once() -> None:
    people = new()
    _, code = people.invite("host", "m1", "Seat 3")
    person, invitation = people.enrol(code, "Ada", key(1), None)
    assert (person.name, invitation.match, invitation.seat) == ("Ada", "m1", "Seat 3")
    assert people.knows("aDA", "SHA256:1")
    assert refused(people.enrol, code, "Bo", key(2), None) == "code_used"
    assert people.find("Bo") is None


def test_a_refused_enrolment_does_not_use_the_invitation_up() -> None:
    people = new()
    _, first = people.invite("host")
    people.enrol(first, "Ada", key(1), None)
    _, code = people.invite("host")
    assert refused(people.enrol, code, "ADA", key(2), None) == "name_taken"
    assert refused(people.enrol, code, "host", key(2), None) == "name_reserved"
    assert refused(people.enrol, code, "Bo", key(1), None) == "key_taken"
    assert people.enrol(code, "Bo", key(2), None)[0].name == "Bo"


def test_somebody_without_a_key_needs_a_password() -> None:
    people = new()
    _, code = people.invite("host")
    assert refused(people.enrol, code, "Ada", None, None) == "no_way_in"


def test_wrong_codes_are_refused_in_the_same_words() -> None:
    people = new()
    people.invite("host")
    words = set()
    for code in ("0000-0000-0000-0000", "", "x" * 10_000):
        with pytest.raises(Refused) as caught:
            people.examine(code)
        words.add((caught.value.code, caught.value.message))
    assert len(words) == 1


def test_codes_forgive_case_dashes_and_look_alikes() -> None:
    assert read_code("0011-lIoO ab") == "00111100AB"
    people = new()
    _, code = people.invite("host")
    assert isinstance(people.examine(code.lower().replace("-", " ")), Invitation)


def test_a_used_invitation_cannot_be_revoked_and_an_unknown_one_is_named() -> None:
    people = new()
    made, code = people.invite("host")
    people.enrol(code, "Ada", key(1), None)
    assert refused(people.revoke, made.id) == "invitation_used"
    assert refused(people.revoke, "77") == "no_such_invitation"


def test_a_link_code_brings_a_second_device_within_ten_minutes_once() -> None:
    clock = Clock()
    people = new(clock=clock)
    _, code = people.invite("host")
    people.enrol(code, "Ada", key(1), None)
    link = people.link("ada")
    clock.now += LINK_SECONDS - 1
    assert isinstance(people.examine(link), DeviceLink)
    assert [kept.fingerprint for kept in people.bring(link, key(2), None).keys] == ["SHA256:1", "SHA256:2"]
    assert refused(people.bring, link, key(3), None) == "code_unknown"


def test_whoever_has_the_right_code_too_late_is_told_why_and_nothing_else() -> None:
    clock = Clock()
    people = new(clock=clock)
    _, used = people.invite("Gwen", "m1", "Seat 3")
    people.enrol(used, "Ada", key(1), None)
    taken_back, code = people.invite("Gwen")
    people.revoke(taken_back.id)
    link = people.link("Ada")
    clock.now += LINK_SECONDS
    told = {}
    for given in (used, code, link, "AAAA-BBBB-CCCC-DDDD"):
        with pytest.raises(Refused) as refusal:
            people.examine(given)
        told[refusal.value.code] = refusal.value.message
    assert list(told) == ["code_used", "code_revoked", "code_expired", "code_unknown"]
    assert not any(word in " ".join(told.values()) for word in ("Ada", "Gwen", "m1", "Seat 3"))


def test_a_new_link_code_replaces_the_earlier_one() -> None:
    people = new()
    _, code = people.invite("host")
    people.enrol(code, "Ada", key(1), None)
    first, second = people.link("Ada"), people.link("Ada")
    assert refused(people.examine, first) == "code_unknown"
    assert isinstance(people.examine(second), DeviceLink)


def test_the_last_way_in_cannot_be_removed() -> None:
    people = new()
    _, code = people.invite("host")
    people.enrol(code, "Ada", key(1), None)
    assert refused(people.drop_key, "Ada", "SHA256:1") == "last_key"
    assert refused(people.drop_key, "Ada", "SHA256:9") == "no_such_key"
    people.add_key("Ada", key(2))
    people.drop_key("Ada", "SHA256:1")
    assert not people.knows("Ada", "SHA256:1")
    assert people.knows("Ada", "SHA256:2")
    people.set_password("Ada", "hash")
    people.drop_key("Ada", "SHA256:2")
    assert refused(people.set_password, "Ada", None) == "last_key"


def test_a_person_has_so_many_keys_and_no_more() -> None:
    people = new()
    person = people.take("Ada", key(0))
    for number in range(1, KEYS_LIMIT):
        person = people.add_key("Ada", key(number))
    assert people.add_key("Ada", key(3)) == person, "adding a key again changes nothing"
    assert refused(people.add_key, "Ada", key(99)) == "too_many_keys"


def test_in_an_open_house_a_name_belongs_to_the_key_that_first_takes_it() -> None:
    people = new()
    people.take("Ada", key(1))
    assert refused(people.take, "ada", key(2)) == "name_taken"
    assert refused(people.take, "Bo", key(1)) == "key_taken"


def test_a_known_person_accepts_an_invitation_to_another_seat() -> None:
    people = new()
    people.take("Ada", key(1))
    _, code = people.invite("host", "m2", "Cy", host=True)
    person, invitation = people.accept(code, "ada")
    assert (invitation.seat, person.host) == ("Cy", True)
    assert refused(people.accept, code, "Ada") == "code_used"


def test_everything_is_there_again_after_a_restart_and_no_code_is_written_down() -> None:
    shelves, clock = Shelves(), Clock()
    people = new(shelves, clock)
    _, code = people.invite("host", "m1", "Ada")
    _, unused = people.invite("host")
    people.enrol(code, "Ada", key(1), "hash")
    link = people.link("Ada")
    again = new(shelves, clock)
    assert again.everyone() == people.everyone()
    assert again.invitations() == people.invitations()
    assert again.knows("Ada", "SHA256:1")
    assert isinstance(again.examine(unused), Invitation)
    assert isinstance(again.examine(link), DeviceLink)
    written = repr(shelves.shelves)
    assert all(read_code(secret) not in read_code_everywhere(written) for secret in (code, unused, link))


def read_code_everywhere(text: str) -> str:
    return "".join(letter for letter in text.upper() if letter.isalnum())


def test_a_crash_between_invitation_and_person_does_not_burn_the_invitation() -> None:
    shelves = Shelves()
    people = new(shelves)
    _, code = people.invite("host")
    real = shelves.put

    def dies(shelf: str, at: str, document: dict[str, object]) -> None:
        if shelf == "people":
            raise OSError("no space left")
        real(shelf, at, document)

    shelves.put = dies  # type: ignore[method-assign]
    with pytest.raises(OSError, match="no space"):
        people.enrol(code, "Ada", key(1), None)
    shelves.put = real  # type: ignore[method-assign]
    assert new(shelves).enrol(code, "Ada", key(1), None)[0].name == "Ada"


def test_in_an_open_house_a_name_that_is_taken_or_not_allowed_says_so_and_in_a_closed_one_nothing_does() -> None:
    people = new()
    people.take("Ada", key(1))
    open_gate, closed = (Gate(people, Guard(lambda: 0.0), open_house=is_open) for is_open in (True, False))
    try:
        assert "The name Ada is taken here." in open_gate.refusal_words("ada")
        assert "The house keeps the name host for itself" in open_gate.refusal_words("host")
        assert "first key that takes it" in open_gate.refusal_words("Zoe")
        assert {closed.refusal_words(name) for name in ("Ada", "host", "Zoe")} == {""}
        assert open_gate.refusal_words("join") == ""
    finally:
        open_gate.close()
        closed.close()
