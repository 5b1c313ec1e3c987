"""Handing a seat over: who plays it now, who then, and what the new holder can read. Asked before it is done."""

from __future__ import annotations

from core.house.people import People
from core.match.seating import check_only_seat
from core.match.state import Match
from core.refusal import Refused
from core.table.host_controls import HostDesk
from tui.app.services import AppServices
from tui.screens.host.preview import ask_to_do
from tui.widgets.choices import Row
from tui.words import text
from tui.words.seat_handover import handing_rows, holder_words, person_name


def seat_by_seat(rows: list[Row], match: Match, seat: str) -> list[Row]:
    """Those who can play a seat; who sits at this match already is closed, with the reason (HH-09)."""
    return [row if row.heading else row._replace(closed=_sits(match, seat, row.id), ruling="HH-09") for row in rows]


def _sits(match: Match, seat: str, holder: str) -> str | None:
    if match.header.several:
        return None
    try:
        check_only_seat(match.holders, seat, holder)
    except Refused as refusal:
        return refusal.message
    return None


def ask_to_hand_over(app: AppServices, desk: HostDesk, people: People | None, seat: str, holder: str) -> None:
    """Say what it means that `holder` plays `seat` from now on; Enter does it."""

    rows = text.rows(handing_rows(desk.table.match, people, seat, holder))

    def hand(desk: HostDesk) -> None:
        name.append(desk.hand_over(seat, holder, person_name(holder, people)))

    name: list[str] = []
    ask_to_do(
        app, desk, f"Hand {seat} over?", hand,
        lambda: f"{name[-1]} is now played by {holder_words(holder, people)}.", rows,
        "Enter hands it over; q goes back.",
    )  # fmt: skip
