"""Combining with another seat, and the dialogs that name a pattern: forbidding one, creating a tableau."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.contract import Choice
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.view import Mine
from core.refusal import Refused
from core.talk import Deal, Message
from tui import text
from tui.games import pantheic_runes_bench as benches
from tui.games.pantheic_runes_table import RunesTable
from tui.screens.dialogs import Ask, Confirm, Pick
from tui.widgets.choices import Row
from tui.widgets.talk import proposal

OTHER = "other"


class RunesPartners(RunesTable):
    """Proposals: made, answered and withdrawn, each with what it costs."""

    # --- the list ----------------------------------------------------------------------------------------------------
    def action_partners(self) -> None:
        view = self.view
        if self.shut() or view.mine is None:
            return
        mine = view.mine
        place = self.bench.at if mine.tableaux else None
        own = "" if place is None else mine.tableaux[place]
        number = "" if place is None else f"{place + 1} "
        listed: list[Row] = []
        if mine.asked_by:
            listed.append(Row("asked", "Asked of you: 1 mana each, both receive the result", heading=True))
        for by in mine.asked_by:
            put_in = text.line(f"accept {by}: put in {number}", benches.inline(own))
            listed.append(self._row("accept_combine", by, put_in, "1 mana", own))
            listed.append(self._row("decline_combine", by, f"decline {by}", "free"))
        if mine.offered:
            listed.append(Row("offered", "Asked by you", heading=True))
        for offer in mine.offered:
            words = text.line(f"withdraw from {offer.to}: ", benches.inline(offer.tableau), " comes back")
            listed.append(self._row("withdraw_combine", offer.to, words, "free"))
        listed.append(Row("propose", f"Propose to combine {number}{own}".rstrip() + " with", heading=True))
        for choice in self._of("propose_combine"):
            listed.append(self._row("propose_combine", str(choice.value), str(choice.value), "1 mana if accepted", own))
        self.ask(Pick("Combine with another seat", listed), self._chosen_partner)

    def _of(self, kind: str) -> list[Choice]:
        return [choice for choice in self.asks.choices if choice.slot == f"action.{kind}"]

    def _row(self, kind: str, other: str, words: text.Part, note: str, own: str = "") -> Row:
        """A row; closed by what `asks` says, or because the tableau of the cursor is not free."""
        choice = next((c for c in self._of(kind) if c.value == other), None)
        closed, ruling = (None, None) if choice is None else (choice.closed, choice.ruling)
        if closed is None and own and (bar := self.barred()) is not None:
            closed, ruling = bar, "PR-20"
        return Row(f"{kind}:{other}", words, closed, ruling, (note, "$faint"))

    def _chosen_partner(self, answer: str) -> None:
        kind, _, other = answer.partition(":")
        mine = self.view.mine
        assert mine is not None
        own = mine.tableaux[self.bench.at or 0] if mine.tableaux else ""
        if kind == "propose_combine":
            self.propose_with(mine, other, own)
        elif kind == "accept_combine":
            self.accept_with(mine, other, own)
        elif kind == "decline_combine":
            said = f"Decline {other}'s proposal to combine. It costs nothing; {other} is told."
            self.do({"kind": kind, "from": other}, [said], "Decline?")
        else:
            self.do_now({"kind": kind, "with": other})

    # --- one partner -------------------------------------------------------------------------------------------------
    def propose_with(self, mine: Mine, other: str, own: str) -> None:
        """Ask before proposing; nothing is paid yet."""
        said: list[text.Part] = [
            text.line(f"Propose to {other} to combine a tableau with your ", benches.inline(own), "."),
            f"It is set aside, and not shown to {other}, until {other} answers, you withdraw (p), or the round closes.",
            text.line("Free now. If accepted: 1 mana each, ", benches.bill(mine, mine.prices.combine_together, 0), "; "
                      "both give their tableau and receive the result."),
            *self._said_by(other, own),
        ]  # fmt: skip
        action = {"kind": "propose_combine", "with": other, "tableau": own}
        foot = "Enter proposes; q goes back."
        self.ask(Confirm(f"Propose to {other}?", said, foot), lambda yes: self.do_now(action) if yes else None)

    def accept_with(self, mine: Mine, other: str, own: str) -> None:
        """Ask before accepting: it is paid at once."""
        said: list[text.Part] = [
            text.line(f"Accept {other}'s proposal with your ", benches.inline(own), "."),
            f"What {other} puts in shows only then. Both receive the result.",
            text.line("1 mana each: ", benches.bill(mine, mine.prices.combine_together, 0)),
            *self._said_by(other, own),
        ]
        self.do({"kind": "accept_combine", "from": other, "tableau": own}, said, f"Combine with {other}?")

    def _said_by(self, other: str, own: str) -> list[text.Part]:
        """What a tableau that the other spoke of would give; talk binds nobody."""
        for message in reversed(self.seat.messages()):
            if message.by != other:
                continue
            parsed = runes.parse(message.deal.give) if message.deal is not None else None
            spoken = (parsed,) if parsed else runes.mentioned(message.text)
            if spoken:
                return [
                    text.line((f"{other} spoke of ", "$faint"), benches.inline(t), (": with yours it gives ", "$faint"),
                              benches.inline(runes.combine(own, t)), ("; ", "$faint"),
                              benches.pleases(runes.combine(own, t), self.view))
                    for t in spoken[:2]
                ]  # fmt: skip
        return []

    def deals(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Own tableaux can be offered in talk; what is wanted for them is written (`propose`)."""
        held = () if self.view.mine is None else tuple(dict.fromkeys(self.view.mine.tableaux))
        return held, held

    def propose(self, to: str) -> bool:
        """In talk: my tableau for yours, with what the two would give. It binds nobody and sets nothing aside."""

        def wanted(own: str, words: str) -> None:
            theirs = runes.parse(words)
            if theirs is None:
                self.tell("Write four cells row by row with + o x and . for empty: xo++ is x o above + +.", "warn")
                return
            result = runes.combine(own, theirs)
            said: list[text.Part] = [
                text.line("Say to ", to, ": my ", benches.inline(own), " for your ", benches.inline(theirs), "?"),
                text.line("Both would receive ", benches.inline(result), ": ", benches.pleases(result, self.view), "."),
                "1 mana each if it is done. It is talk: p at the table proposes it for good.",
            ]
            deal = Deal(give=own, want=theirs)

            def say(yes: bool) -> None:
                if yes:
                    self.screen_.attempt(lambda: self.seat.say([to], proposal(deal), deal), "Said.")

            self.ask(Confirm(f"A proposal to {to}", said, "Enter says it; q goes back."), say)

        def chosen(own: str) -> None:
            question = f"Combined with your {own}: what should {to} put in? Four cells, as in xo++."
            self.ask(Ask(f"A proposal to {to}", question, longest=20), lambda words: wanted(own, words))

        held = [Row(t, benches.inline(t), note=benches.pleases(t, self.view)) for t in self.deals()[0]]
        self.ask(Pick(f"What would you put in, with {to}?", held, empty="You hold no tableau."), chosen)
        return True

    def accept(self, message: Message) -> None:
        """A deal in talk: answer the speaker's proposal with the tableau they want, or propose it to them."""
        mine, wanted = self.view.mine, runes.parse(message.deal.want if message.deal is not None else "")
        if mine is None or self.read_only or not self.asks.orders:
            raise Refused("no_round", "No round is open now.")
        if wanted is None:
            raise Refused(
                "no_tableau", "They did not name a tableau by its four cells, as in xo++: press p to combine."
            )
        free = [p for p, bar in enumerate(self.card_marks(mine)[1]) if not bar and mine.tableaux[p] == wanted]
        if not free:
            raise Refused("no_such_tableau", f"You hold no free {wanted}.", "PR-20")
        self.hand.at = free[0]
        self.bench = benches.Bench(at=free[0])
        self.show()
        kind, go = ("accept_combine", self.accept_with) if message.by in mine.asked_by else (
            "propose_combine", self.propose_with)  # fmt: skip
        shut = next((c for c in self._of(kind) if c.value == message.by and c.closed is not None), None)
        if shut is not None:
            raise Refused("closed", shut.closed or "", shut.ruling)
        go(mine, message.by, wanted)

    # --- patterns by name --------------------------------------------------------------------------------------------
    def _name_pattern(self, title: str, then: Callable[[str], object], *, empty_cells: bool, none: str = "") -> None:
        """Choose a pattern from the deities' lists, or write any other."""
        listed = [Row("", none)] if none else []
        listed.append(Row(OTHER, "another, by its four cells"))
        for deity in self.view.deities:
            listed += [
                Row(pattern, text.line(benches.inline(pattern), f"  {deity.name}"), note=self._held(pattern))
                for pattern in deity.patterns
            ]

        def written(words: str) -> None:
            tableau = runes.parse(words)
            if tableau is None or (not empty_cells and not runes.is_full(tableau)):
                full = "" if empty_cells else ", no cell empty"
                self.tell(f"Write four cells row by row with + o x{' .' if empty_cells else ''}{full}.", "warn")
            else:
                then(tableau)

        def chosen(answer: str) -> None:
            if answer == OTHER:
                self.ask(Ask(title, "Four cells, row by row: xo++ is x o above + +."), written)
            else:
                then(answer)

        self.ask(Pick(title, listed), chosen)

    def _held(self, pattern: str) -> text.Part:
        mine = self.view.mine
        return ("you hold one", "$warn") if mine is not None and pattern in mine.tableaux else ""

    def action_forbid(self) -> None:
        """The prohibition of the ritual that grants Artemis (PR-34)."""
        if self.shut():
            return
        place = next((p for p, r in enumerate(self.rituals) if benches.owner(r["tableau"], None) == "artemis"), None)
        held = self.view.mine is not None and "artemis" in self.view.mine.blessings
        if place is None or held:
            why = "You hold Artemis already" if held else "Lay a ritual of Artemis down first (l)"
            self.tell(f"{why}: only the ritual that grants her blessing forbids a pattern.", "warn", "PR-34")
            return

        def chosen(pattern: str) -> None:
            ritual = {"tableau": self.rituals[place]["tableau"], **({"forbid": pattern} if pattern else {})}
            changed = [ritual if p == place else r for p, r in enumerate(self.rituals)]
            self.edit({**self.orders, "rituals": changed})

        self._name_pattern("Every ritual of which pattern fails?", chosen, empty_cells=False, none="forbid nothing")

    def action_create(self) -> None:
        """Demeter's gift (PR-33)."""
        choice = next(iter(self._of("create_tableau")), None)
        if self.shut() or choice is None:
            return
        if choice.closed is not None:
            self.tell(choice.closed, "warn", choice.ruling)
            return

        def chosen(tableau: str) -> None:
            said: list[text.Part] = [
                text.line("Create ", benches.inline(tableau), ": every seat, you included, receives a copy at once."),
                "Nobody is told from whom. It costs nothing, and there is no second time.",
            ]
            self.do({"kind": "create_tableau", "tableau": tableau}, said, "Create it?")

        self._name_pattern("Create which tableau, for everybody?", chosen, empty_cells=True)

    def shut(self) -> bool:
        """Nothing can be done now; says so."""
        if self.read_only:
            self.tell("Nothing can be done here.", "warn")
            return True
        if self.view.round == 0 or not self.asks.orders:
            self.tell("Before round 1 players only talk.", "warn", "PR-01")
            return True
        return False

    def edit_rituals(self, rituals: list[dict[str, Any]]) -> None:
        """Change the rituals of the draft."""
        self.edit({**self.orders, "rituals": rituals})
