"""What stands in for Textual's caches keeps what they keep, and nothing of it is left to the garbage collector."""

from __future__ import annotations

import gc
import weakref

from textual.app import App, ComposeResult
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widgets import Input

from ssh_server.textual_seam import Recent
from tests.kit.screens import drive


def test_the_least_recently_used_goes_first() -> None:
    kept = Recent(2)
    kept["a"] = 1
    kept.set("b", 2)
    assert kept.get("a") == 1  # used again, and so kept for longer
    kept["c"] = 3
    assert list(kept) == ["a", "c"]
    assert kept.get("b", "gone") == "gone"
    kept.grow(3)
    kept["d"] = 4
    kept.discard("a")
    kept.discard("never there")
    assert list(kept.keys()) == ["c", "d"]


def test_what_was_kept_goes_without_a_collection() -> None:
    class Anything:
        pass

    gc.disable()
    try:
        kept, thing = Recent(10), Anything()
        gone = weakref.ref(thing)
        kept["thing"] = thing
        kept["other"] = 1
        kept.clear()
        del thing
        assert gone() is None
    finally:
        gc.enable()


def test_every_widget_has_it() -> None:
    assert isinstance(DOMNode()._query_one_cache, Recent)
    assert isinstance(Stylesheet()._style_parse_cache, Recent)


async def test_the_stand_ins_of_before_hold_nothing() -> None:
    """A widget that is styled anew, as with another theme, gets other stand-ins for its parts."""

    class Small(App[None]):
        def compose(self) -> ComposeResult:
            yield Input()

    app = Small()
    async with drive(app):
        before = [styles.node for styles in app.query_one(Input)._component_styles.values()]
        app.stylesheet.apply(app.query_one(Input))
        after = [styles.node for styles in app.query_one(Input)._component_styles.values()]
        assert before
        assert all(vars(node) for node in after if node is not None)
        assert not any(vars(node) for node in before if node is not None)
