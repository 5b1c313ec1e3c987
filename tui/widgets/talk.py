"""Talk at a table: threads with unread counts, messages, proposals, and the input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message as Event
from textual.widgets import Input

from core.refusal import Refused
from core.table.seat import Deal, Seat
from core.talk.acts import Accept, AnyAct, Decline, End, Offer, Withdraw
from core.talk.book import BookEntry
from core.talk.channels import Message
from tui.app.memory import SeatMemory
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.widgets.speech import SaidPane
from tui.widgets.threads import (
    TermsStart,
    Thread,
    Words,
    all_messages,
    bubbles,
    in_order,
    is_apart,
    note,
    open_proposal,
    proposal,
    said_rows,
    thread_id,
    threads,
    unread,
    unsaid_rows,
)
from tui.widgets.writing import Addressee, SayLine
from tui.words import text

ANYBODY = "*"
"""Row for any taker; no seat has this name."""


class Talk(Vertical):
    """The talk pane. `accept(message)` drafts a proposal; `words()` returns the goods to propose, if any;
    `propose(seat)` proposes in the game's way, or returns False; `worth(give, get)` values a proposal."""

    BINDINGS = [
        Binding("p", "propose", "propose", id="talk.propose", tooltip="Propose a deal in this thread."),
        Binding("a", "accept", "take deal", id="talk.accept", tooltip="Take the latest proposal here into your draft."),
        Binding("left", "earlier(-1)", "earlier", show=False, id="talk.earlier", tooltip="What was said earlier here."),
        Binding("right", "earlier(1)", "later", show=False, id="talk.later", tooltip="What was said later here."),
        Binding("o", "offer", "offer terms", id="talk.offer", tooltip="Terms for other rounds, or beyond a swap."),
        Binding("d", "answer('decline')", "decline", show=False, id="talk.decline", tooltip="No to the terms here."),
        Binding("c", "answer('counter')", "counter", show=False, id="talk.counter", tooltip="Other terms than those."),
        Binding(
            "x", "call_off", "call off", id="talk.off", tooltip="End what you agreed here, or take your offer back."
        ),
        Binding("K", "book", "book", id="talk.book", tooltip="What you have agreed on, and what became of it."),
        Binding("slash", "find", "find", id="talk.find", tooltip="Find what was said, in all you may read."),
        Binding("G", "group", "new group", id="talk.group", tooltip="Open a group of several seats."),
    ]

    class Read(Event):
        """Something was read: counts have changed."""

    def __init__(
        self,
        seat: Seat,
        memory: SeatMemory,
        zone: tzinfo | None,
        *,
        accept: Callable[[Message], None],
        words: Callable[[], tuple[Words, Words]],
        propose: Callable[[str], bool],
        worth: Callable[[str, str], text.Part] | None = None,
        frozen: bool = False,
    ) -> None:
        super().__init__(id="talk", classes="house-pane")
        self.seat = seat
        self.memory = memory
        self.zone = zone
        self._accept = accept
        self._words = words
        self._own_way = propose
        self._worth = worth
        self._frozen = frozen
        self._groups: list[Words] = []
        self._order: tuple[str, ...] = ()
        """Threads in the order listed."""
        self.thread_id = memory.get("thread", "")
        self._unsent: dict[str, str] = dict(memory.get("unsent", {}))
        """Text typed but not sent, by thread."""

    def compose(self) -> ComposeResult:
        yield Choices(id="threads", empty="Nobody to talk to now.")
        with SaidPane(id="speech"):
            yield Paper(id="said-cut")
            with VerticalScroll(id="said", can_focus=False):
                yield Paper(id="messages")
            if not self._frozen:
                yield Paper(id="say-room")
                yield Paper(id="say-count")
                yield SayLine(id="say", placeholder="Enter to write")

    def on_mount(self) -> None:
        self.border_title = "Talk"
        if self.query("#messages"):  # unless its screen is left while it opens
            for say in self.query(SayLine):
                say.value = self._unsent.get(self.thread_id, "")
                self.query_one("#say-count").display = False
            for room in self.query("#say-room"):
                room.display = False
            self.show()

    def on_unmount(self) -> None:
        self.seat.writes(None)
        if self._unsent != self.memory.get("unsent", {}):
            self.memory.put("unsent", self._unsent)

    # --- what is shown
    def threads(self) -> list[Thread]:
        existing = threads(self.seat)
        known = {thread.to for thread in existing}
        return [*existing, *(Thread("new\n" + "\n".join(g), text.joined(g), g) for g in self._groups if g not in known)]

    @property
    def thread(self) -> Thread | None:
        listed = self.threads()
        return next((t for t in listed if t.id == self.thread_id), listed[0] if listed else None)

    def show(self) -> None:
        thread = self.thread
        ordered = self._order_threads(unread(self.seat, self.memory))  # before the one that is shown counts as read
        if thread is not None and self.display and self.is_on_screen_now:
            count = sum(thread_id(m) == thread.id for m in all_messages(self.seat) if m.sender != self.seat.name)
            read = self.memory.get("read", {})
            if read.get(thread.id, 0) != count:
                self.memory.put("read", {**read, thread.id: count}, soon=True)
                self.post_message(self.Read())
        waiting = unread(self.seat, self.memory)
        rows = [
            Row(t.id, t.label, note=(f" {waiting[t.id]} ", "$badge") if waiting.get(t.id) else "", chosen=t == thread)
            for t in ordered
        ]
        self.query_one("#threads", Choices).show(rows)
        self._show_messages(thread)
        for say in self.query(SayLine):
            # A typing player keeps the focus: further letters would be commands. The message is then refused.
            say.disabled = (thread is None or not thread.open) and not say.has_focus
            if thread is not None:
                say.placeholder = "Say something" if thread.open else thread.why
        words = "" if thread is None or not thread.open else note(thread, self.seat)
        for room in self.query("#say-room").results(Paper):
            room.update((words, "$warn"))
            room.display = bool(words)

    def _order_threads(self, waiting: Mapping[str, int]) -> list[Thread]:
        """The order stays while this pane is focused."""
        focused = self.screen.focused
        held = self._order if focused is not None and self in focused.ancestors else ()
        ordered = in_order(self.threads(), waiting, held)
        self._order = tuple(thread.id for thread in ordered)
        return ordered

    @property
    def is_on_screen_now(self) -> bool:
        return all(node.display for node in self.ancestors_with_self if hasattr(node, "display"))

    def _show_messages(self, thread: Thread | None) -> None:
        rows = self._said(self.messages(thread))
        if thread is not None and not self._frozen:
            rows += unsaid_rows(self.seat, thread, self.zone)
        self.query_one(SaidPane).show(rows or [("Nothing has been said here.", "$faint")] * (thread is not None))

    def action_find(self) -> None:
        from tui.screens.table.finding import FindSaid

        messages = sorted(all_messages(self.seat), key=lambda message: message.at)
        page = FindSaid(self.seat.spec, messages, self.zone)
        self.app.push_screen(page, lambda place: None if place is None else self._go_to(messages[int(place)]))

    def _go_to(self, message: Message) -> None:
        """Show the conversation of a message, with its row at the top where there is room below."""
        self.open_with(thread_id(message))
        messages = self.messages(self.thread)
        place = messages.index(message) + 1
        up_to, later = self._said(messages[:place]), self._said(messages[place:])
        self.query_one(SaidPane).show_row([*up_to, *later], len(up_to) - 1)

    def _said(self, messages: list[Message]) -> list[text.Part]:
        return [*said_rows(self.seat, messages, self.zone, trades=self.trades, worth=self._worth)]

    def action_earlier(self, by: int) -> None:
        self.query_one(SaidPane).turn_pages(by)

    def messages(self, thread: Thread | None) -> list[Message]:
        return [] if thread is None else [m for m in all_messages(self.seat) if thread_id(m) == thread.id]

    # --- keys
    @property
    def trades(self) -> bool:
        return not self._frozen and any(self._words())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        answers = action in ("offer", "answer", "accept")
        return not self._frozen if answers else self.trades if action == "propose" else True

    def go(self, thread: str) -> None:
        if thread != self.thread_id:
            self.thread_id = thread
            self.memory.put("thread", thread, soon=True)
            for say in self.query(SayLine):
                say.value = self._unsent.get(thread, "")
        self.show()

    def open_with(self, whom: str | None) -> None:
        """Show the conversation with this id or seat, if it is known, and move the cursor to it."""
        thread = next((each for each in self.threads() if whom is not None and whom in (each.id, *each.to)), None)
        if thread is not None:
            self.go(thread.id)
            self.query_one("#threads", Choices).point(thread.id)

    def on_input_changed(self, message: Input.Changed) -> None:
        message.stop()
        if isinstance(message.input, SayLine):
            unsent = {key: words for key, words in self._unsent.items() if key != self.thread_id}
            written = message.input.value
            self._unsent = {**unsent, self.thread_id: written} if written else unsent
            thread = self.thread
            self.seat.writes(thread.to if written and thread is not None else None)
            count = self.query_one("#say-count", Paper)
            count.update((message.input.length_words(), "$warn"))
            count.display = bool(message.input.length_words())

    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        self.go(message.row.id)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        self.go(message.row.id)
        for say in self.query(SayLine):
            say.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        thread, line = self.thread, message.input
        if thread is None or not message.value.strip() or not isinstance(line, SayLine):
            return
        try:
            words = line.checked_text()
        except Refused as refusal:
            self.screen.refuse(refusal)  # type: ignore[attr-defined]
            return

        def answered(is_said: bool) -> None:
            if is_said:
                line.value = ""
                if self.app.stack.owes:  # type: ignore[attr-defined]
                    self.query_one("#threads").focus()  # a page comes now: it must not return into an open input

        self.send(thread, words, answered)

    def send(self, thread: Thread, words: str, answered: Callable[[bool], None]) -> None:
        """Say words in a thread. Terms parsed from them are shown before they bind. `answered` is called once, with
        True if they were said."""
        offer = self.seat.terms_in(thread.to, words)
        if offer is None:
            answered(self.say(thread, words))
            return
        from tui.screens.table.compose import ConfirmHeard

        deal = self.seat.swap(offer) if len(thread.to) == 1 else None

        def meant(yes: bool | None) -> None:
            act = None if deal is not None else offer
            answered(yes is not None and self.say(thread, words, *((deal, act) if yes else ())))

        self.app.push_screen(ConfirmHeard(self.seat.act_words(offer, you=True)), meant)

    def conversation(self) -> dict[str, Any] | None:
        """Return the conversation shown, for a page; None if Talk is hidden, or beside the table."""
        thread = self.thread
        if thread is None or not self.screen.has_class("-narrow") or not (self.display and self.is_on_screen_now):
            return None
        waiting = unread(self.seat, self.memory)
        bubbled = bubbles(self.seat, self.messages(thread), self.zone, trades=self.trades, worth=self._worth)
        unsaid = [] if self._frozen else unsaid_rows(self.seat, thread, self.zone)
        return {
            "threads": [[t.id, t.label, waiting.get(t.id, 0), t == thread] for t in self._order_threads(waiting)],
            "to": thread.label,
            "said": bubbled,
            "unsaid": [text.line(row).plain for row in unsaid],
            "note": note(thread, self.seat) if thread.open else thread.why,
        }

    def press(self, deed: str, value: str) -> None:
        """Do what was pressed on a page: `thread` shows that conversation; `accept`, `decline` and `counter` answer the
        terms or the proposal with this identity in the one shown; `withdraw` takes own terms back."""
        thread, messages = self.thread, self.messages(self.thread)
        entry = next((e for e in self.seat.offers(messages) if e.name == value and e.waits_for(self.seat.name)), None)
        proposed = open_proposal(self.seat, messages) if self.trades else None
        if deed == "thread" and value in {listed.id for listed in self.threads()}:
            self.go(value)
            self.query_one("#threads", Choices).point(value)
        elif deed == "withdraw" and thread is not None and not self._frozen:
            self.say(thread, "I take that back.", act=Withdraw(value))
        elif deed not in ("accept", "decline", "counter") or thread is None or self._frozen:
            return
        elif entry is not None:
            self._answer_terms(thread, deed, entry)
        elif proposed is None or str(proposed.at) != value:
            self.screen.tell("That does not wait for an answer any more.", "warn")  # type: ignore[attr-defined]
        else:
            self._answer_proposal(thread, deed, proposed)

    def _answer_proposal(self, thread: Thread, deed: str, proposed: Message) -> None:
        if deed == "accept":
            self.screen.attempt(lambda: self._accept(proposed))  # type: ignore[attr-defined]
        elif deed == "decline":
            self.say(thread, "No.")
        else:
            deal, terms = proposed.deal, self.seat.game.terms_now(self.seat.view())
            swap = next((term.id for term in terms if term.swaps), "")
            whats = () if deal is None else (("you", deal.want), ("to", deal.give))
            self._terms(thread, proposed.sender, TermsStart(swap, whats))

    def _answer_terms(self, thread: Thread, deed: str, entry: BookEntry) -> None:
        if deed == "accept":
            self.say(thread, "Agreed.", act=Accept(entry.name))
        elif deed == "decline":
            self.say(thread, "No.", act=Decline(entry.name))
        else:
            clauses = entry.offer.clauses
            term, you = clauses[0].term, self.seat.name
            own = {("you" if c.who == you else "to"): c for c in clauses if c.term == term}
            whats = tuple((side, clause.what) for side, clause in own.items())
            spans = tuple((side, clause.first, clause.last) for side, clause in own.items())
            after = any(clause.who == you and clause.after is not None for clause in clauses)
            self._terms(thread, entry.proposer, TermsStart(term, whats, spans=spans, after=after), entry.name)

    def addressee(self) -> Addressee | None:
        """Return the conversation shown; None if there is none or it takes no message."""
        thread = self.thread
        if self._frozen or thread is None or not thread.open or not (self.display and self.is_on_screen_now):
            return None
        key = "\n".join((self.seat.frame().match, str(self.seat.name), thread.id))
        return Addressee(key, f"to {thread.label}", lambda words, answered: self.send(thread, words, answered))

    def say(self, thread: Thread, words: str, deal: Deal | None = None, act: AnyAct | None = None) -> bool:
        before = len(self.seat.waiting())
        succeeded: bool = self.screen.attempt(lambda: self.seat.say(thread.to, words, deal, act))  # type: ignore[attr-defined]
        if succeeded:
            self._unsent.pop(thread.id, None)
            if thread.id.startswith("new\n") and len(self.seat.waiting()) <= before:
                self._groups = [group for group in self._groups if group != thread.to]
                self.thread_id = thread_id(self.seat.messages()[-1])
                self._order = tuple(self.thread_id if key == thread.id else key for key in self._order)
            self.show()
        return succeeded

    def action_propose(self) -> None:
        self._choose(lambda thread, to: None if to and self._own_way(to) else self._terms(thread, to))

    def action_offer(self) -> None:
        self._choose(self._terms)

    def action_answer(self, deed: str) -> None:
        waiting, thread = self._waiting_entry(), self.thread
        proposed = open_proposal(self.seat, self.messages(thread)) if self.trades else None
        if waiting is None and thread is not None and proposed is not None:
            self._answer_proposal(thread, deed, proposed)
        elif waiting is None or thread is None:
            self.screen.tell("No terms wait for your answer in this thread.", "warn")  # type: ignore[attr-defined]
        else:
            self._answer_terms(thread, deed, waiting)

    def offer_to(self, whom: str | None, start: TermsStart) -> None:
        """Open the composer with the thing under the table's cursor. The terms go to `whom` alone, or to a chosen
        seat, if the two can talk; else to a room."""
        to = {thread.to[0]: thread for thread in self.threads() if len(thread.to) == 1 and thread.open}
        room = next((thread for thread in self.threads() if thread.to in ("lounge", "realm") and thread.open), None)
        names = [
            seat for seat in self.seat.frame().seats if seat != self.seat.name and (seat in to or room is not None)
        ]
        if whom in names:
            names = [whom]

        def chosen(name: str) -> None:
            thread = to.get(name, room)
            assert thread is not None
            self._terms(thread, name, start)

        self._pick(names, chosen)

    def _choose(self, then: Callable[[Thread, str], None]) -> None:
        """Choose the seat of this thread; in a room or a group one of its readers, or any taker."""
        thread = self.thread
        if thread is None or self._frozen or is_apart(thread) or not thread.open:
            return
        names = [name for name in self.seat.frame().seats if name != self.seat.name]
        if not isinstance(thread.to, str):
            names = list(thread.to)
        if len(names) > 1 and any(term.swaps for term in self.seat.game.terms):
            names.append("")
        self._pick(names, lambda name: then(thread, name))

    def _pick(self, names: list[str], then: Callable[[str], None]) -> None:
        from tui.screens.dialogs import Pick

        if len(names) == 1:
            then(names[0])
        elif names:
            rows = [Row(name or ANYBODY, name or "anybody: the first to take it") for name in names]
            page = Pick("Terms with", rows)
            self.app.push_screen(page, lambda name: None if name is None else then(name.removeprefix(ANYBODY)))
        else:
            self.screen.tell("There is nobody to talk to now.", "warn")  # type: ignore[attr-defined]

    def _terms(self, thread: Thread, to: str, start: TermsStart | None = None, counters: str = "") -> None:
        from tui.screens.table.compose import Compose

        give, _ = self._words()
        begin = (start or TermsStart())._replace(have=give, worth=self._worth if give else None)

        def composed(composed_act: Offer | Deal | None) -> None:
            if isinstance(composed_act, Deal):
                self.say(thread, proposal(composed_act), composed_act)
            elif composed_act is not None:
                self.say(thread, self.seat.act_words(composed_act), act=composed_act)

        self.app.push_screen(Compose(self.seat, to, begin, counters), composed)

    def _waiting_entry(self) -> BookEntry | None:
        waiting = [entry for entry in self.seat.offers(self.messages(self.thread)) if entry.waits_for(self.seat.name)]
        return waiting[-1] if waiting else None

    def action_call_off(self) -> None:
        """End the latest agreement of this thread, as words do (HH-58), else take the own open offer back."""
        thread, you, round_ = self.thread, self.seat.name, max(1, self.seat.frame().round)
        known = [] if thread is None or you is None else list(self.seat.offers(self.messages(thread)))
        agreed = [entry for entry in known if entry.stands(round_) and you in entry.concerned]
        own = [entry for entry in known if entry.state == "offered" and entry.proposer == you]
        if thread is not None and agreed:
            self.say(thread, "I call it off.", act=End(agreed[-1].name))
        elif thread is not None and own:
            self.say(thread, "I take that back.", act=Withdraw(own[-1].name))
        else:
            self.screen.tell("Nothing that you agreed or offered stands in this thread.", "warn")  # type: ignore[attr-defined]

    def action_book(self) -> None:
        to = self.thread.to if self.thread is not None else ""
        self.show_book(to[0] if not isinstance(to, str) and len(to) == 1 else None)

    def show_book(self, other: str | None) -> None:
        self.run_worker(self._show_book(other), exclusive=True, group="book")

    async def _show_book(self, other: str | None) -> None:
        from tui.screens.dialogs import ReadDialog

        before = [] if other is None else await self.app.book_before(self.seat, other)  # type: ignore[attr-defined]
        title = f"What you and {other} agreed on" if other else "What you agreed on"
        rows: list[text.Part] = [*self.seat.book(other)] or ["Nothing yet."]
        rows += ["", ("Before, in this season", "$accent"), *before] if before else []
        legend = ("+ kept  - broken  o void  ? not seen  . to come", "$faint")
        self.app.push_screen(ReadDialog(title, [*rows, "", legend]))

    def action_accept(self) -> None:
        terms, thread = self._waiting_entry(), self.thread
        last = [message for message in self.messages(thread) if message.proposes][-1:]
        if terms is not None and thread is not None and (not last or last[0].deal is None):
            return self._answer_terms(thread, "accept", terms)
        proposed = open_proposal(self.seat, self.messages(self.thread))
        try:
            if proposed is None:
                word = self.seat.spec.round_word
                raise Refused("no_proposal", f"No proposal of this {word} waits for your answer in this thread.")
            self._accept(proposed)
        except Refused as refusal:
            self.screen.refuse(refusal)  # type: ignore[attr-defined]

    def action_group(self) -> None:
        from tui.screens.dialogs import PickMany

        rows = [Row(name, name) for name in self.seat.partners()]

        def chosen(names: tuple[str, ...] | None) -> None:
            if names:
                if names not in {thread.to for thread in self.threads()}:
                    self._groups.append(names)
                self.go(next(thread.id for thread in self.threads() if thread.to == names))
                for say in self.query(SayLine):
                    say.focus()

        self.app.push_screen(PickMany("A group with", rows, 1, len(rows)), chosen)
