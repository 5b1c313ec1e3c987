"""The Seven Years' Famine's panel: the trade desk with gemstones, the topaz stepper, who is needed, and the dossier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widget import Widget

from core.contract import Choice
from core.games.famine import tables as t
from core.refusal import Refused
from core.talk import Deal, Message
from tui import text
from tui.games import famine_rows as rows
from tui.screens.dialogs import Read
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.widgets.desk import TradeDesk
from tui.widgets.desk_rows import deals_by_partner
from tui.widgets.grid import Grid

TOLD_WIDTH = 66
"""Columns of text in a broad dialog."""


class FaminePanel(TradeDesk):
    """The desk of one merchant."""

    HUES = {
        "ruby": "red",
        "sapphire": "blue",
        "emerald": "green",
        "topaz": "yellow",
        "diamond": "white",
        "onyx": "black",
    }
    TOPIC = (
        "The matrix shows what each swap brings this year, mine/theirs; * marks what reaches beyond the swap, and rows "
        "you do not own are faint. < and > look at other years, e spells the year out. Enter on a "
        "cell puts that swap into the slot you are at.\n\n"
        "Each of the three slots is one offer: to whom, what you give, and what you expect back. What you expect is "
        "yours alone: it only feeds the preview. Enter changes what is under the cursor, x empties the slot. a takes "
        "a proposal into a slot, g does so and tells them that you agree, p proposes.\n\n"
        "Topaz pays a number divided by n, and n counts all topaz given this year by everybody in swaps that go "
        "through. + and - set how many you think the others give.\n\n"
        "Beside a partner \u25cf is a swap you have had with them, \u25cb one still lacking to two: \u25cb\u25cb costs "
        "5 Favor at the end of year 3, and having nobody with a \u25cb left brings 25 at the end of year 6. \u00d7 is "
        "closed: you swapped last year. Below stands what you know of the partner you are at; i opens the whole "
        "dossier of what your diamonds told.\n\n"
        "Whoever did not win and holds the most onyx at the end is the Elimination Candidate, who must play the Death "
        "Match."
    )
    DEFAULT_CSS = """
    FaminePanel #outlook { text-wrap: nowrap; text-overflow: ellipsis; }
    FaminePanel #about { height: 1fr; }
    FaminePanel.-wide #about { height: auto; }
    FaminePanel #glance { display: none; }
    FaminePanel.-wide #glance { display: block; }
    """
    BINDINGS = [
        Binding("less_than_sign", "look(-1)", "years", id="desk.earlier", tooltip="The year before."),
        Binding("greater_than_sign", "look(1)", "years", id="desk.later", tooltip="The next year."),
        Binding("g", "agree", "agree", id="famine.agree", tooltip="Take a proposal and tell them you agree."),
        Binding("e", "years", "all years", id="famine.years", tooltip="How this year pays, and all years."),
        Binding("i", "dossier", "dossier", id="famine.dossier", tooltip="What your diamonds told you, by player."),
    ]  # fmt: skip

    # --- putting it together -----------------------------------------------------------------------------------------
    def extra_left(self) -> Sequence[Widget]:
        return Block(id="topaz"), Block("The years at a glance; ruby (for sapphire)", id="glance")

    def extra_right(self) -> Sequence[Widget]:
        dossier = VerticalScroll(Block("Dossier: what diamonds told", id="dossier"), classes="desk-more")
        dossier.can_focus = False
        return Block(id="about"), dossier

    def on_mount(self) -> None:
        self.query_one("#accounts", Block).head("What each year brought")

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        super().show()
        self._show_topaz()
        self._show_about()
        if self.wide:
            view = self.seat.view()
            self.query_one("#next-round", Block).display = False  # all years stand side by side instead
            self.query_one("#lines", Block).head(f"How year {self.round_shown} pays")
            self.query_one("#glance", Block).show(rows.glance_rows(self.round_shown))
            dossier = self.query_one("#dossier", Block)
            dossier.show(rows.dossier_rows(view, dossier.size.width - 2))

    def _show_matrix(self, view: Any) -> None:
        super()._show_matrix(view)
        if self.looked_at is None:
            title = text.line((f"Year {self.round_shown}", "$strong"), ": give \u2193 get \u2192 mine/theirs")
            self.query_one("#matrix-box").border_title = text.line(title, ("  e, <, >", "$faint"))

    def _show_offers(self) -> None:
        super()._show_offers()
        plans = self.plans()
        shown = rows.outlook_rows(self.outlook(), plans, begun=bool(self.offers()))
        if plans and len(plans) == len(self.offers()) and not self.read_only and (refusal := self.preview()):
            shown[0] = text.line(("! ", "$bad"), (refusal.message, "$warn"))  # expecting makes no sense then
        self.query_one("#outlook", Block).show(shown)

    def _show_topaz(self) -> None:
        year = self.round_shown
        open_year = year == self.seat.frame().round
        pairs = [(plan.give, plan.expect) for plan in self.plans()] if open_year else []
        block = self.query_one("#topaz", Block)
        block.head(f"Topaz: {t.YEARS[year].topaz_shared}/n, n = all given in year {year}")
        block.show(rows.topaz_rows(year, pairs, self.elsewhere))

    def _show_you(self, view: Any) -> None:
        super()._show_you(view)
        block = self.query_one("#you", Block)
        if self.seat.name is not None:
            block.head(text.line("You: ", (f"{view.score} Favor", "$strong")))
            block.show(rows.hand_rows(view, self.HUES, max(32, block.size.width - 2)))

    def _show_partners(self, view: Any) -> None:
        super()._show_partners(view)
        title = text.line("Partners, past swaps, proposals")
        if self.seat.frame().round <= t.TWICE_YEAR:
            title = text.line("Partners: ", (rows.MET, "$good"), " swapped, ", (rows.LACKING, "$warn"), " to go")
        self.query_one("#partners-box").border_title = title

    def partner_words(self, name: str, view: Any) -> text.Part:
        lead = text.fit(name, 10 if self.wide else 8)
        pips = text.line(rows.pips(view.met.get(name, 0)), " ") if view.round <= t.TWICE_YEAR else ""
        return text.line(lead, pips, (rows.swaps_with(view, name), "$faint"))

    def choice_row(self, choice: Choice) -> Row:
        row, view = super().choice_row(choice), self.seat.view()
        if choice.slot == "offer.to":
            return row._replace(label=self.partner_words(row.id, view), note=self.deal_note(self._latest_deal(row.id)))
        promised = sum(offer.get("give") == choice.value for offer in self.offers())
        note = f"{view.free.get(choice.value, 0)} to give" + (f", {promised} offered" if promised else "")
        return row._replace(label=(row.id, f"${self.HUES[row.id]}"), note=(note, "$faint"))

    def deal_note(self, message: Message | None) -> text.Part:
        if self.wide or message is None or message.deal is None:
            return super().deal_note(message)
        give, want = rows.short(message.deal.give), rows.short(message.deal.want)
        if message.by == self.seat.name:
            return (f"you: {give}\u21c4{want}", "$faint")
        return text.line(("\u21c4 ", "$key"), (f"{give} for {want}", "$warn"))

    def _show_about(self) -> None:
        block, name = self.query_one("#about", Block), self._partner()
        if name is None or self.seat.name is None:
            block.head("About")
            block.show([])
            return
        block.head(text.line("About ", (name, "$strong"), (" (i: dossier)", "$faint")))
        found = self._latest_deal(name)
        deal = found.deal if found is not None and found.by == name else None
        block.show(rows.about_rows(self.seat.view(), name, deal))

    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        self._show_about()

    def on_grid_moved(self, message: Grid.Moved) -> None:
        message.stop()
        self._show_about()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._show_about()

    def _latest_deal(self, name: str) -> Message | None:
        """The latest proposal of this year between this seat and another."""
        return deals_by_partner(self.seat.name, self.seat.messages(), self.seat.frame().round).get(name)

    # --- the slots ---------------------------------------------------------------------------------------------------
    def put(self, slot: int, **fields: str) -> None:
        """A partner with whom something was proposed comes with what one would give, if one still has it to give."""
        if "to" in fields and (found := self._latest_deal(fields["to"])) and found.deal is not None:
            give = found.deal.give if found.by == self.seat.name else found.deal.want
            kept = [offer for number, offer in enumerate(self.offers()) if number != slot]
            if self.seat.view().free.get(give, 0) > len(self._promised(give, kept)):
                fields = {"give": give, **fields}
        super().put(slot, **fields)

    def accept(self, message: Message) -> None:
        assert message.deal is not None
        want, free = message.deal.want, self.seat.view().free.get(message.deal.want, 0)
        promised = self._promised(want, [offer for offer in self.offers() if offer.get("to") != message.by])
        if 0 < free <= len(promised):
            raise Refused(
                "promised",
                f"You can give {self.desk.goods.counted(free, want)} and promised it to {text.joined(promised)}: empty "
                "that offer with x first.",
                "FA-03",
            )
        super().accept(message)
        self.tell(f"Drafted: {want} to {message.by}, expecting {message.deal.give}. g tells {message.by} so.", "good")

    @staticmethod
    def _promised(give: str, offers: Sequence[dict[str, str]]) -> list[str]:
        """To whom these offers give a gemstone of this kind."""
        return [offer.get("to") or "an offer to nobody yet" for offer in offers if offer.get("give") == give]

    # --- keys --------------------------------------------------------------------------------------------------------
    def action_agree(self) -> None:
        """Take the proposal of the partner one is at, and say so: who hears nothing may well trade elsewhere."""
        name = self._partner()
        found = self._latest_deal(name) if name is not None else None
        if name is None or found is None or found.deal is None or found.by != name:
            self.tell("Go to a partner with a proposal to you: g agrees to it.")
            return
        message, deal, goods = found, Deal(give=found.deal.want, want=found.deal.give), self.desk.goods
        if self.screen_.attempt(lambda: self.accept(message)):
            words = f"Agreed: my {goods.named(deal.give)} for your {goods.named(deal.want)}."
            self.screen_.attempt(lambda: self.seat.say([name], words, deal), f"Told {name}: {words} s seals it.")

    def action_dossier(self) -> None:
        view = self.seat.view()
        self.ask(Read("What your diamonds told you", rows.dossier_rows(view, TOLD_WIDTH)), lambda _: None)

    def action_years(self) -> None:
        year = self.round_shown
        lines = [text.line(line) for line in self.desk.lines(year)]
        self.ask(Read(f"How year {year} pays", [*lines, "", *rows.glance_rows(year)]), lambda _: None)
