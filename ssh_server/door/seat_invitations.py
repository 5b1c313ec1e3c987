"""What the house does with those who arrive with an invitation to a seat: it hands the seat over to them."""

from __future__ import annotations

from core.house.house import House
from core.house.people import Invitation
from core.house.person import Person
from core.match.seating import OPEN, check_only_seat, is_person
from core.refusal import Refused
from core.table.seat_handover import hand_over


class SeatClaims:
    """Seats people at the house's tables. The `Claims` of `ssh_server.door.join`."""

    def __init__(self, house: House) -> None:
        self._house = house

    def expects(self, invitation: Invitation, known: Person | None = None) -> None:
        """Refused where the seat is no longer to be had: `no_such_match`, `finished`, `seat_taken`; and `second_seat`
        where somebody whom the house knows sits at that match already."""
        self._holder(invitation)
        if known is not None and invitation.match is not None and invitation.seat is not None:
            match = self._house.table(invitation.match).match
            if not match.header.several:
                check_only_seat(match.holders, match.now_called(invitation.seat), f"person:{known.id}")

    def arrived(self, person: Person, invitation: Invitation) -> None:
        """Seat the person. Refused where somebody else was quicker."""
        holder = f"person:{person.id}"
        if invitation.match is None or invitation.seat is None or self._holder(invitation, holder) == holder:
            return
        table = self._house.table(invitation.match)
        hand_over(table, table.match.now_called(invitation.seat), holder, person.name)

    def _holder(self, invitation: Invitation, who: str = "") -> str:
        """Who plays the seat now. A bot gives it up to the person that it was promised to; a person does not."""
        if invitation.match is None or invitation.seat is None:
            return ""
        table = self._house.table(invitation.match)
        if table.match.phase == "finished":
            raise Refused("finished", f"The match {invitation.match} is over. Ask the host for another invitation.")
        seat = table.match.now_called(invitation.seat)
        holder = table.match.holders.get(seat, OPEN)
        if holder != who and is_person(holder):
            raise Refused(
                "seat_taken",
                f"Somebody else plays {seat} at {invitation.match} now. Ask the host for another seat.",
            )
        return holder
