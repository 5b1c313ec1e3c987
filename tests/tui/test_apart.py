"""Confessionals and lines to the hosts on the screen: the field says who reads it, hosts answer from their console."""

from __future__ import annotations

import pytest

from core.table.host_controls import HostControls
from tests.kit.hall import Hall
from tests.kit.screens import LARGE, SMALL, sit
from tests.tui.test_console import at_console
from tui.screens.help import RulesScreen
from tui.screens.host.messages import HostQuestions


def words(at) -> str:
    return " ".join(at.text.split())


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_HH_29_the_confessional_says_at_its_field_who_reads_it(size):
    async with sit("exodus", "Ada", size=size) as at:
        await at.press("t")
        at.find("#threads").point("confessional\nAda")
        await at.press("enter")
        assert "Hosts alone read this during play" in words(at)
        await at.type("I lied to Bo.")
        assert "Hosts alone read this during play" in words(at), "also while it is written"
        await at.press("enter")
        assert [one.text for one in at.table.match.asides] == ["I lied to Bo."]
        assert "You: I lied to Bo." in words(at)
        assert at.table.match.messages == ()
        at.find("#threads").point("lounge")
        await at.settle()
        assert "read this" not in words(at)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_HH_30_a_question_is_answered_from_the_console_and_stands_at_R(size):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match()
    hall.seat(table, "Ada").say("host", "I hold 8: does 7 beat it?")
    async with hall.enter("Ada", size) as ada, hall.enter("Gwen", size) as gwen:
        await at_console(gwen)
        assert "1 question for you (m)" in words(gwen)
        await gwen.press("m")
        assert isinstance(gwen.screen, HostQuestions)
        assert "Ada: I hold 8" in gwen.text
        await gwen.press("enter", "enter")
        await gwen.type("No.")
        await gwen.press("enter")
        await ada.settle()
        assert "A host has answered you" in ada.text
        assert "Answered" in gwen.text
        await gwen.press("enter", "down", "enter", "ctrl+u")
        gwen.find("#answer").value = "Does 7 beat 8?"
        await gwen.press("enter")
        await gwen.type("It does not.")
        await gwen.press("enter")
        assert "Question 1 is answered for everybody: Does 7 beat 8? It does not." in " ".join(words(gwen).split())
        await gwen.press("enter")
        await ada.settle()
        await ada.press("R")
        assert isinstance(ada.screen, RulesScreen)
        assert "1. Does 7 beat 8?" in ada.text
        assert "It does not." in ada.text
        assert "I hold 8" not in table.match.news[-1].text
    assert [message.sender for message in hall.seat(table, "Ada").apart()] == ["Ada", "host", "host"]


async def test_HH_29_a_host_who_reads_confessionals_is_on_record():
    hall = Hall("Ada", "Gwen", host="Gwen")
    table = hall.match()
    hall.seat(table, "Ada").say("confessional", "I lied to Bo.")
    async with hall.enter("Gwen", LARGE) as at:
        await at_console(at)
        await at.press("m")
        assert "I lied" not in at.text
        await at.press("c")
        assert "Ada: I lied to Bo." in at.text
    assert "confessionals" in table.match.host_looks[-1].text


async def test_HH_30_a_host_writes_to_one_seat():
    hall = Hall("Ada", "Gwen", host="Gwen")
    table = hall.match()
    HostControls(table).write("Ada", "Are you well?")
    async with hall.enter("Ada", LARGE) as at:
        await at.press("t")
        at.find("#threads").point("host\nAda")
        await at.settle()
        assert "A host: Are you well?" in words(at)
        assert "Your hosts alone read this" in words(at)
