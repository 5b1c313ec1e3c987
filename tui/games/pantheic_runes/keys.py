"""The keys of Pantheic Runes, and the words that say how they are used."""

from __future__ import annotations

from textual.binding import Binding, BindingType

TOPIC = (
    "Left your tableaux, numbered. Go to one with arrows or its number. < and > turn it, a adjusts it (arrows "
    "choose the cell, + o x . the rune), Enter makes it A: the workbench then shows A + B for the tableau you go "
    "to. Everything is shown with its cost; Enter does it after a question, Backspace lays it back.\n\n"
    "l lays a full tableau on the altar or takes it back, f names what a ritual of Artemis forbids, p combines "
    "with another seat (and answers those who ask), c creates Demeter's tableau. In the temple (m) Enter picks. On "
    "a small terminal h, m, g and b show hand, temple, gods and altar one at a time.\n\n"
    "Right the deities (g), with how far your hand is: 1 turn, combine 4+6 (your numbers), adjust 1 cell; 3m 1t is "
    "3 mana and 1 token, and ! 1t means that you lack 1 token. Left and right choose among a deity's patterns, "
    "Enter puts the first step on the workbench, v shows patterns instead of distances, i all about the deity.\n\n"
    "Marks: ▼ on the altar, » set aside for a proposal, A to be combined, ◆ picked or held. Grey tableaux are "
    "bound by sealed orders or a proposal."
)
KEYS: list[BindingType] = [
    Binding("greater_than_sign", "turn(90)", "turn", id="runes.turn", tooltip="Turn clockwise, on the workbench."),
    Binding("less_than_sign", "turn(-90)", "turn", id="runes.back", tooltip="Turn the other way round."),
    Binding("a", "adjust", "adjust", id="runes.adjust", tooltip="Set one cell: arrows choose it, + o x . set it."),
    Binding("l", "lay", "lay down", id="runes.lay", tooltip="Lay the tableau on the altar, or take it back."),
    Binding("p", "partners", "partner", id="runes.partner", tooltip="Combine with another seat; answer one."),
    Binding("m", "focus('temple')", "temple", id="runes.temple", tooltip="Go to the temple: Enter picks."),
    Binding("g", "focus('gods')", "gods", id="runes.gods", tooltip="Go to the deities."),
    Binding("b", "focus('altar')", "altar", id="runes.altar", tooltip="The altar and your blessings."),
    Binding("h", "focus('hand')", "hand", show=False, id="runes.hand", tooltip="Go to your tableaux."),
    Binding("f", "forbid", "forbid", show=False, id="runes.forbid", tooltip="What the ritual of Artemis forbids."),
    Binding("c", "create", "create", show=False, id="runes.create", tooltip="Create a tableau for everybody."),
    Binding("i", "deity", "deity in full", show=False, id="runes.deity", tooltip="All about the deity you are at."),
    Binding("v", "view", "patterns", show=False, id="runes.view", tooltip="Patterns instead of distances."),
    Binding("left", "aim(-1)", "pattern", show=False, id="runes.aim-back", tooltip="Another pattern of the deity."),
    Binding("right", "aim(1)", "pattern", show=False, id="runes.aim", tooltip="Another pattern of the deity."),
    Binding("backspace,escape", "clear", "put back", show=False, id="runes.clear", tooltip="Empty the workbench."),
    Binding("plus", "rune('+')", "rune", show=False, id="runes.plus", tooltip="Set the cell to +."),
    Binding("o", "rune('o')", "rune", show=False, id="runes.o", tooltip="Set the cell to o."),
    Binding("x", "rune('x')", "rune", show=False, id="runes.x", tooltip="Set the cell to x."),
    Binding("full_stop", "rune('.')", "rune", show=False, id="runes.empty", tooltip="Set the cell to empty."),
    *(
        Binding(str(n), f"number({n})", "number", show=False, id=f"runes.{n}", tooltip=f"Number {n} of the shelf.")
        for n in range(10)
    ),
]  # fmt: skip
