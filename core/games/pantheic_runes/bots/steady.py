"""`steady`: plays for blessings. It plans each round anew, and again when its hand or its proposals change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.bots.contract import Do, Done, Move, Say, Seal, holds_back, strangers
from core.dice import Dice, Draw
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.bots.plan import NODES, PLACE_NODES, Outlook, Plan, best_plan, effects, outlook
from core.games.pantheic_runes.bots.proposals import (
    GRACE,
    best_answer,
    can_combine,
    claim_words,
    claims,
    likely_tableaux,
    offer_in,
    offer_of,
    places_to_leave,
    propose,
    put_in,
    refusal_words,
    with_also,
)
from core.games.pantheic_runes.purse import hand_without
from core.games.pantheic_runes.routes import Means, means
from core.games.pantheic_runes.views import Mine, Sight, View
from core.talk.parsing.utterance import utterance

PROPOSALS = 2
THRIFT = (0.4, 0.75)
"""Range of `Outlook.keep_full`, drawn for each bot."""
RIVALS = 4
"""Seats that may want the same temple place."""
MOST_MANA = 8
"""Most mana in the next round's plan."""
SOUNDS = 9
"""Most answers to one person in one round about tableaux that are only mentioned."""
ASK = "Which tableau do you lay, and which of mine do you want? Say: ++++ for oooo."
CLAIMS = 2
"""Most claims in one round; the second is for a bot that lost the first."""
TRUST = 0.5
"""The chance that a proposal is accepted with the requested tableau."""


class SteadyBot:
    """Bot that plans rituals, picks and proposals, and answers proposals with a stated wish."""

    NODES = NODES
    HEEDS = 0.85
    """How often it leaves a place to a bot that claims it. A person without a claim in the round before always gets
    it."""
    SPEAKS = 0.5
    """How often it announces its temple place in a round."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self.dice = Dice(seed)
        self.thrift = THRIFT[0] + (THRIFT[1] - THRIFT[0]) * self.dice.draw(f"{seat} thrift").below(1000) / 1000
        """Worth of keeping a full tableau; equal bots would only block each other."""
        self.round = -1
        self.asked: list[str] = []
        """Seats to which it has proposed this round."""
        self.answered: set[tuple[str, int]] = set()
        """Proposals answered with a question: the proposer, and the number of its messages then."""
        self.read = 0
        self.puzzled: set[str] = set()
        """Seats it has asked this round for their meaning."""
        self.sounds: dict[str, int] = {}
        """Number of people's questions this round, in messages alone."""
        self.sounded: dict[str, tuple[str, str | None]] = {}
        """People's offers in messages since the last turn: what they would lay, and their wish."""
        self.holding_back = False
        """True while it settles nothing with other bots."""
        self.seen: object = None
        self.earlier: tuple[str, ...] = ()
        """The temple of the round before: its full tableaux may be laid down now."""
        self.temple: tuple[str, ...] = ()
        self.left: frozenset[int] = frozenset()
        """Temple places that it leaves to claimants."""
        self.claim: int | None = None
        self.plan: Plan | None = None

    def turn(self, sight: Sight) -> list[Move]:
        if sight.pending is not None:
            chosen = self.dice.draw(f"{self.seat} decision").pick(strangers(sight, sight.pending.among))
            return [Do({"kind": sight.pending.kind, "player": chosen})]
        if sight.phase != "round":
            return [] if sight.ready or sight.phase != "pregame" else [Done()]
        view, own = sight.view, sight.view.own
        if sight.round != self.round:
            self.round, self.asked, self.answered, self.seen = sight.round, [], set(), None
            self.plan = None
            self.puzzled, self.sounds = set(), {}
            self.earlier, self.temple = self.temple, view.temple
        held_back, self.holding_back = self.holding_back, holds_back(sight)
        ending: list[Move] = [] if self.holding_back else [Done()]
        if held_back and not self.holding_back:
            self.seen = None  # now it claims, and proposes
        position = (own.tableaux, own.mana, own.tokens, len(own.offered))
        self.sounded = self.sounding(sight)
        before, self.left = self.left, self.leaves(sight)
        if position == self.seen and not self.unanswered(sight) and not self.sounded:
            if self.left != before and self.plan is not None:
                return [*self.seals(sight, self.plan), *ending]
            return [] if sight.ready else ending
        return [*self.play(sight, view, own), *ending]

    def look(self, view: View, ahead: int = 0, rituals: tuple[str, ...] = ()) -> Outlook:
        return outlook(view, ahead, rituals, self.thrift)

    # --- one plan -----------------------------------------------------------------------------------------------------
    def play(self, sight: Sight, view: View, own: Mine) -> list[Move]:
        moves: list[Move] = [Seal({})] if sight.sealed is not None and sight.sealed.rituals else []
        if own.gift:  # another turn follows, with the gift in hand
            return [*moves, Do({"kind": "create_tableau", "tableau": self.gift(view)})]
        have, look = means(own, None), self.look(view)
        plan = best_plan(look, have, self.NODES)
        answers, have = self.answers(sight, look, have, plan)
        gives = None
        sounded, have = self.sound(look, have, plan)
        answers += sounded
        if answers:
            moves += answers
            plan = best_plan(look, have, self.NODES)
        elif not self.holding_back and (offer := self.proposal(sight, look, have, plan)) is not None:
            other, gives, wants, plan = offer
            self.asked.append(other)
            moves += propose(other, gives, wants)
        moves += [Do(step.action()) for step in plan.steps]
        self.expect(own, plan, gives)
        return [*moves, *self.seals(sight, plan)]

    def seals(self, sight: Sight, plan: Plan) -> list[Move]:
        self.plan = plan
        claim = [] if self.holding_back else self.claims(sight, plan)
        return [*claim, Seal({"temple": self.picks(sight.view, plan), "rituals": self.rituals(sight.view, plan)})]

    def claims(self, sight: Sight, plan: Plan) -> list[Move]:
        claimed_places = [
            place
            for m in sight.heard
            if m.sender == self.seat and m.round == sight.round and (place := utterance(m).claimed) is not None
        ]
        self.claim = claimed_places[-1] if claimed_places and claimed_places[-1] not in self.left else None
        draw = self.dice.draw(f"{self.seat} round {sight.round}: claim {len(claimed_places)}")
        if self.claim is not None or len(claimed_places) >= CLAIMS or not (claimed_places or draw.chance(self.SPEAKS)):
            return []
        if sight.round >= sight.view.rounds or not sight.view.own.picks:
            return []
        look, have, others = (
            self.look(sight.view, 1, plan.rituals),
            next_round(sight.view.own, plan),
            places_to_leave(sight),
        )
        worth = {p: w for p, w in self.worth(sight.view, look, have, ()).items() if p not in others}
        if not worth:
            return []
        self.claim = max(worth, key=lambda place: (worth[place], -place))
        return [Say("lounge", claim_words(sight, self.claim, draw))]

    def leaves(self, sight: Sight) -> frozenset[int]:
        places = set()
        for place, by in claims(sight).items():
            heeds = 1.0 if by in sight.people else self.HEEDS
            if by != self.seat and self.dice.draw(f"{self.seat} round {sight.round}: leaves {by}").chance(heeds):
                places.add(place)
        return frozenset(places)

    def expect(self, own: Mine, plan: Plan, gives: str | None) -> None:
        aside = (*(offer.tableau for offer in own.offered), *((gives,) if gives else ()))
        hand = tuple(sorted((*plan.left, *plan.rituals, *aside)))
        self.seen = (hand, plan.mana, plan.tokens, len(aside))

    def rituals(self, view: View, plan: Plan) -> list[dict[str, str]]:
        assert view.mine is not None
        granting = "artemis" not in view.mine.blessings
        rituals = []
        for tableau in plan.rituals:
            ritual = {"tableau": tableau}
            if granting and spec.OWNER.get(tableau) == "artemis":
                ritual["forbid"], granting = self.forbid(view, plan), False
            rituals.append(ritual)
        return rituals

    def forbid(self, view: View, plan: Plan) -> str:
        """Return a pattern that others may lay down now, and this seat does not (PR-34)."""
        seen = [t for t in self.earlier if spec.OWNER.get(t) and t not in plan.rituals]
        usual = [
            t for t in spec.OWNER if t not in plan.rituals and spec.OWNER[t] in ("zeus", "hestia", "apollo", "hera")
        ]
        return self.dice.draw(f"{self.seat} round {view.round}: forbid").pick(seen or usual)

    def gift(self, view: View) -> str:
        """Return the tableau that helps this seat most and others little: the last of Zeus, or Dionysus once known."""
        look = outlook(view)
        if len(look.zeus) == 1:
            return look.zeus[0]
        rated = [(look.worth.get(p, 0.5) + effects(look, p), p) for p in look.owner]
        return max(rated)[1] if rated else "+xo."

    # --- the temple ---------------------------------------------------------------------------------------------------
    def picks(self, view: View, plan: Plan) -> list[int]:
        """Return places by the next plan's gain for each. The choice is drawn: a place that two seats want goes to
        neither (PR-04)."""
        own = view.mine
        assert own is not None
        if view.round >= view.rounds:
            return list(range(min(own.picks, len(view.temple))))
        look = self.look(view, 1, plan.rituals)
        have = next_round(own, plan)
        temper = self.dice.draw(f"{self.seat} round {view.round}: temple")
        chosen, have = self.claimed(view, have)
        while len(chosen) < min(own.picks, len(view.temple) - len(self.left)):
            gains = self.worth(view, look, have, chosen)
            if own.priority:
                place = max(gains, key=lambda place: (gains[place], -place))
            else:
                place = draw_mixed_place(gains, RIVALS, temper)
            chosen.append(place)
            have = with_also(have, view.temple[place])
        return chosen

    def claimed(self, view: View, have: Means) -> tuple[list[int], Means]:
        if self.claim is None or view.own.picks == 0:
            return [], have
        return [self.claim], with_also(have, view.temple[self.claim])

    def worth(self, view: View, outlook: Outlook, have: Means, chosen: Sequence[int]) -> dict[int, float]:
        base = best_plan(outlook, have, PLACE_NODES).value
        return {
            place: max(0.001, best_plan(outlook, with_also(have, tableau), PLACE_NODES).value - base)
            for place, tableau in enumerate(view.temple)
            if place not in chosen and place not in self.left
        }

    # --- proposals ----------------------------------------------------------------------------------------------------
    def unanswered(self, sight: Sight) -> bool:
        return any((by, self.heard_from(sight, by)) not in self.answered for by in sight.view.own.asked_by)

    def heard_from(self, sight: Sight, by: str) -> int:
        return sum(message.sender == by and message.round == sight.round for message in sight.heard)

    def answers(self, sight: Sight, outlook: Outlook, have: Means, plan: Plan) -> tuple[list[Move], Means]:
        moves: list[Move] = []
        for by in sight.view.own.asked_by:
            count = self.heard_from(sight, by)
            if (by, count) in self.answered:
                continue
            offer, person = offer_of(sight, by), by in sight.people
            if offer is None and (count == 0 or (person and by not in self.puzzled)):
                self.puzzled.add(by)
                self.answered.add((by, count))
                moves.append(Say([by], ASK))
                continue
            alone = sight.view.own.alone  # Dionysus forbids combining with others (PR-35)
            answer = (
                None if offer is None or alone else best_answer(outlook, have, plan, *offer, GRACE if person else 0.0)
            )
            if answer is not None:
                moves.append(Do({"kind": "accept_combine", "from": by, "tableau": answer}))
                # Until the result is here, plan with what is certain; another turn follows.
                return moves, put_in(have, answer)
            if person:
                moves.append(Say([by], refusal_words(have, None if offer is None else offer[1])))
            moves.append(Do({"kind": "decline_combine", "from": by}))
        return moves, have

    def sounding(self, sight: Sight) -> dict[str, tuple[str, str | None]]:
        """Return people's offers in messages: nothing is proposed at the table yet (PR-12)."""
        new, self.read = sight.heard[self.read :], len(sight.heard)
        asked_by = sight.view.own.asked_by
        offers = {}
        for m in new:
            if m.round == sight.round and m.sender in sight.people and m.of_two and m.sender not in asked_by:
                offer = offer_in(m)
                self.sounds[m.sender] = self.sounds.get(m.sender, 0) + (offer is not None)
                if offer is not None and self.sounds[m.sender] <= SOUNDS:
                    offers[m.sender] = offer
        return offers

    def sound(self, outlook: Outlook, have: Means, plan: Plan) -> tuple[list[Move], Means]:
        moves: list[Move] = []
        for by, (gives, wants) in self.sounded.items():
            own = best_answer(outlook, have, plan, gives, wants, GRACE)
            if own is None:
                moves.append(Say([by], refusal_words(have, wants)))
                continue
            moves.append(Say([by], f"Gladly: propose your {gives} at the table, and I put in {own}."))
            have = put_in(have, own)
        return moves, have

    def proposal(
        self, sight: Sight, outlook: Outlook, have: Means, plan: Plan
    ) -> tuple[str, str, str | None, Plan] | None:
        """Return the partner, the tableau to lay, the wish (None: anything that helps the other), and the plan
        meanwhile."""
        own = sight.view.own
        others = [seat for seat in sight.partners if seat not in self.asked]
        if not can_combine(have) or own.alone or own.offered or not others or len(self.asked) >= PROPOSALS:
            return None
        self.dice.draw(f"{self.seat} round {sight.round}: partner {len(self.asked)}").shuffle(others)
        rated = []
        for gives in dict.fromkeys(have.hand):
            for other in others:
                for wants in likely_tableaux(sight, other):
                    result = runes.combine(gives, wants)
                    if result in outlook.owner and result not in plan.rituals:
                        rated.append((outlook.worth.get(result, 0.5), other, gives, wants))
        rated.sort(key=lambda entry: -entry[0])
        for hope, other, gives, wants in rated[:3]:
            plan_without = best_plan(outlook, put_in(have, gives), NODES // 3)
            if plan_without.value + TRUST * hope > plan.value + 0.1:
                return other, gives, wants, plan_without
        spare = [tableau for tableau in plan.left if tableau != runes.NOTHING]
        if sight.round == 1 or not spare or (plan.mana is not None and plan.mana < 2):
            return None  # it keeps one for what the result may need
        return others[0], spare[0], None, msgspec.structs.replace(plan, left=hand_without(plan.left, spare[:1]))


def draw_mixed_place(gains: dict[int, float], rivals: int, draw: Draw) -> int:
    """Draw a place in equilibrium: with the chance that a rival draws it too, every place that may be drawn is worth
    the same."""
    low, high = 0.0, max(gains.values())
    for _ in range(30):
        worth = (low + high) / 2
        if sum(_draw_share(gain, worth, rivals) for gain in gains.values()) > 1:
            low = worth
        else:
            high = worth
    roll = draw.below(1_000_000) / 1_000_000
    for place, gain in gains.items():
        roll -= _draw_share(gain, high, rivals)
        if roll < 0:
            return place
    return max(gains, key=lambda place: (gains[place], -place))


def _draw_share(gain: float, worth: float, rivals: int) -> float:
    """Return the share of draws at which `gain`, unless a rival draws it too, is worth just `worth`."""
    return 0.0 if gain <= worth else 1 - (worth / gain) ** (1 / rivals)


def next_round(own: Mine, plan: Plan) -> Means:
    """Return the means of the next round if the plan's rituals succeed, without the temple."""
    brought = {rune: sum(rune in tableau for tableau in plan.rituals) for rune in runes.RUNES}
    mana = (plan.mana or 0) + brought["o"] + ("apollo" in own.blessings)
    return Means(
        hand=plan.left,
        mana=0 if own.mana is None or own.drained else min(mana, MOST_MANA),
        tokens=plan.tokens + brought["x"] + ("hephaestus" in own.blessings),
        rotate=own.prices.rotate,
        adjust=own.prices.adjust,
        combine=own.prices.combine,
    )
