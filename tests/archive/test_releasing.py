"""Talk and notes: published only where everybody concerned has said yes, after the end."""

from __future__ import annotations

import pytest

from core.match import journal as j
from core.match.consent import questions, released_talk, unanswered
from core.refusal import Refused
from core.table.table import Table
from tests.archive.kit import join, pages, play, seated
from tests.kit.house import open_house

PEOPLE = {"Ada": "person:ada", "Bo": "person:bo", "Cy": "person:cy"}
SEATS = ("Ada", "Bo", "Cy", *"DEFGHI")
THREADS = {
    "canary lounge": ("lounge", ()),
    "canary pair": ("seats", ("Ada", "Bo")),
    "canary three": ("seats", ("Ada", "Bo", "Cy")),
    "canary bot": ("seats", ("Ada", "D")),
}


def talked(**more: object) -> tuple[object, Table]:
    """A match of three people and bots with a canary in every kind of conversation, and in the notes."""
    house = open_house()
    table = seated(house, "exodus", SEATS, holders=PEOPLE, **more)
    table.submit(j.Said(author="Ada", to="lounge", text="canary lounge"))
    table.submit(j.Said(author="Ada", to=("Bo",), text="canary pair"))
    table.submit(j.Said(author="Bo", to=("Ada", "Cy"), text="canary three"))
    table.submit(j.Said(author="Ada", to=("D",), text="canary bot"))
    table.submit(j.Noted(author="Ada", text="canary notes of Ada"))
    table.submit(j.Noted(author="Bo", text="canary notes of Bo"))
    return house, table


def release(table: Table, seat: str, canary: str, yes: bool = True) -> None:
    channel, readers = THREADS[canary]
    table.submit(j.Released(author=seat, channel=channel, readers=readers, yes=yes))


def found(house: object) -> set[str]:
    """The canaries in the whole site."""
    whole = "\n".join(pages(house).values())  # type: ignore[arg-type]
    every = (*THREADS, "canary notes of Ada", "canary notes of Bo", "canary after")
    return {canary for canary in every if canary in whole}


def test_HH_27_silence_is_no() -> None:
    house, table = talked()
    play(table)
    assert found(house) == set()


@pytest.mark.parametrize("canary", THREADS)
def test_HH_27_a_conversation_is_published_once_the_last_one_in_it_says_yes(canary: str) -> None:
    house, table = talked()
    play(table)
    asked = [seat for seat in PEOPLE if seat in (THREADS[canary][1] or SEATS)]
    for seat in asked:
        assert found(house) == set()
        release(table, seat, canary)
    assert found(house) == {canary}
    release(table, asked[0], canary, yes=False)
    assert found(house) == set(), "an answer can be changed"


def test_HH_27_notes_are_published_by_their_writer_alone_at_their_round() -> None:
    house, table = talked()
    table.submit(j.Closed())
    table.submit(j.Noted(author="Ada", text="canary notes of Ada, the second"))
    match = play(table)
    table.submit(j.Released(author="Ada", what="notes"))
    assert found(house) == {"canary notes of Ada"}
    page = pages(house)[f"matches/{match}.html"]  # type: ignore[arg-type]
    rounds = page.split('<details class="round')
    assert "canary notes of Ada</dd>" in rounds[1]
    assert "the second" in rounds[2]
    table.submit(j.Released(author="Ada", what="notes", yes=False))
    assert found(house) == set()


def test_HH_27_what_is_said_after_the_end_stays_among_those_who_say_it() -> None:
    house, table = talked()
    play(table)
    table.submit(j.Said(author="Ada", to="lounge", text="canary after"))
    table.submit(j.Noted(author="Ada", text=""))
    for seat in PEOPLE:
        release(table, seat, "canary lounge")
    assert found(house) == {"canary lounge"}


def test_HH_27_a_conversation_that_somebody_read_who_has_left_stays_closed() -> None:
    house, table = talked()
    table.submit(j.HandedOver(seat="Bo", holder="person:di"))
    table.submit(j.Said(author="Cy", to=("Bo",), text="later"))
    play(table)
    for seat in PEOPLE:
        for canary, (_, readers) in THREADS.items():
            if seat in (readers or SEATS):
                release(table, seat, canary)
    table.submit(j.Released(author="Bo", what="notes"))
    assert found(house) == {"canary bot"}
    for seat in ("Bo", "Cy"):
        table.submit(j.Released(author=seat, channel="seats", readers=("Bo", "Cy")))
    assert ("seats", ("Bo", "Cy")) in released_talk(table.match), "what was said since is another matter"
    closed = [one for one in questions(table.match, "Ada") if not one.open]
    assert len(closed) == 3


def test_HH_27_nobody_is_asked_before_the_end_nor_answers_for_others() -> None:
    _, table = talked()
    assert questions(table.match, "Ada") == ()
    with pytest.raises(Refused) as early:
        release(table, "Ada", "canary lounge")
    assert early.value.code == "not_yet"
    play(table)
    with pytest.raises(Refused) as other:
        release(table, "Cy", "canary pair")
    assert other.value.code == "no_such_talk"
    assert unanswered(table.match, "Ada") == 5
    release(table, "Ada", "canary lounge", yes=False)
    assert unanswered(table.match, "Ada") == 4


def test_HH_27_what_is_told_of_a_match_rests_on_no_other_talk() -> None:
    """An agreement that was broken is told only where the talk in which it was made may be read."""
    house = open_house()
    table = seated(house, "exodus", SEATS, holders={"Ada": "person:ada", "Bo": "person:bo"})
    table.submit(j.Said(author="Ada", to=("Bo",), text="deal?", deal=j.Deal(give="blue", want="red")))
    table.submit(j.Said(author="Bo", to=("Ada",), text="deal!", deal=j.Deal(give="red", want="blue")))
    table.submit(j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": "blue"}]}))
    table.submit(j.Closed())
    match = play(table)
    every = "\n".join(pages(house).values())
    assert "had agreed to give" not in every
    for seat in ("Ada", "Bo"):
        table.submit(j.Released(author=seat, channel="seats", readers=("Ada", "Bo")))
    page = pages(house)[f"matches/{match}.html"]
    assert "Bo had agreed to give Ada" in page
    assert 'class="promise"' in page


def test_HH_27_of_a_kept_record_released_talk_is_all_that_is_added() -> None:
    house, table = talked(options={"reveal": False})
    match = play(table)
    for seat in PEOPLE:
        release(table, seat, "canary lounge")
    page = pages(house)[f"matches/{match}.html"]  # type: ignore[arg-type]
    assert "canary lounge" in page
    assert "Orders" not in page
    assert "canary pair" not in page


def test_HH_27_answers_are_kept() -> None:
    house, table = talked()
    match = play(table)
    release(table, "Ada", "canary lounge")
    stored = house.store.read(match)  # type: ignore[attr-defined]
    from core.match.reducer import fold

    again = fold(j.header_from_json(stored.header), [j.entry_from_json(entry) for entry in stored.entries])
    assert again.releases == table.match.releases


def test_words_kept_and_broken_are_counted_where_the_talk_may_be_read() -> None:
    house = open_house()
    held = {name: join(house, name) for name in ("Ada", "Bo")}
    table = seated(house, "exodus", SEATS, holders=held)
    table.submit(j.Said(author="Ada", to=("Bo",), text="deal?", deal=j.Deal(give="blue", want="red")))
    table.submit(j.Said(author="Bo", to=("Ada",), text="deal!", deal=j.Deal(give="red", want="blue")))
    table.submit(j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": "blue"}]}))
    table.submit(j.Closed())
    match = play(table)
    before = pages(house)
    assert "words kept" not in before["people/ada.html"] + before["people/bo.html"]
    for seat in ("Ada", "Bo"):
        table.submit(j.Released(author=seat, channel="seats", readers=("Ada", "Bo")))
    after = pages(house)
    assert "Bo broke 1 of 1" in after[f"matches/{match}.html"]
    assert "Ada broke" not in after[f"matches/{match}.html"]
    assert "<strong>0 of 1</strong> words kept" in after["people/bo.html"]
    assert 'id="betrayals"' in after["people/bo.html"]
    assert 'id="betrayed"' in after["people/ada.html"]
    assert 'id="betrayed"' not in before["people/ada.html"] + after["people/bo.html"]


def test_a_drawing_that_is_not_there_has_no_legend() -> None:
    found = {}
    for reveal in (True, False):
        house = open_house()
        match = play(seated(house, "drifting_ship", options={"reveal": reveal}))
        page = pages(house)[f"matches/{match}.html"]
        found[reveal] = ("<svg" in page.partition('id="rounds"')[2], 'faint legend">' in page)
    assert found[True] == (True, True)
    drawn, told = found[False]
    assert drawn == told, "a legend stands where its drawing does"
