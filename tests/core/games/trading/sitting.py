"""One bot of a trading game in a seat of its own: what it hears, says and seals."""

from __future__ import annotations

from msgspec.structs import replace

from core.botplay.playing import make_bot
from core.bots.contract import Bot, Say, Seal, Sight
from core.match.scenario import Scenario, start
from core.match.state import Match
from core.match.views import sight
from core.talk.channels import Deal, Message
from tests.kit import NAMES

GAMES = ("exodus", "famine")
ADA, BO, CY, DI = NAMES[:4]


def position(hand: str, round_: int = 7) -> Match:
    seats = NAMES[:9]
    hands = {s: ["black"] * 4 for s in seats} | {ADA: hand.split()}
    return start(Scenario(game="exodus", players=seats, setup={"hands": hands, "round": round_}))


def says(by: str, text: str, deal: Deal | None = None, to: tuple[str, ...] = (ADA,)) -> Message:
    readers = tuple(s for s in NAMES if s == by or s in to)
    return Message(by, "seats" if len(readers) == 2 else "lounge", readers, text, 7, 0.0, deal)


def offers(by: str, give: str, want: str) -> Message:
    return says(by, f"My {give} for your {want}?", Deal(give, want))


class Sitting:
    """One bot in Ada's seat, with Bo, and whoever else is named, a person."""

    def __init__(self, hand: str, *people: str, level: str = "steady") -> None:
        self.match = position(hand)
        self.bot: Bot = make_bot(self.match, ADA, level)
        self.people = people or (BO,)
        self.heard: list[Message] = []

    def sight(self) -> Sight:
        return replace(sight(self.match, ADA), heard=tuple(self.heard), people=self.people)

    def hear(self, *messages: Message) -> dict[str, str]:
        """What the bot says to each after these messages."""
        self.heard += messages
        moves = self.bot.turn(self.sight())
        self.moves = moves
        for move in moves:
            if isinstance(move, Say):
                to = NAMES if isinstance(move.to, str) else tuple(move.to)
                self.heard.append(says(ADA, move.text, move.deal, to))
        return {"".join(move.to): move.text for move in moves if isinstance(move, Say)}

    @property
    def sealed(self) -> dict[str, str]:
        last = [move.orders["offers"] for move in self.moves if isinstance(move, Seal)][-1]
        return {offer["to"]: offer["give"] for offer in last}
