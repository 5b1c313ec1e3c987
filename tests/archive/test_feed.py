"""The feed, and what a link to a page shows in a chat room."""

from __future__ import annotations

import io
import re
from datetime import datetime
from html import escape, unescape
from xml.etree import ElementTree

from PIL import Image, ImageDraw

from cli.archive.card import _fit_sentences
from core.narration.telling import story
from tests.archive.kit import HOSTILE, ended, site
from tests.kit.house import open_house

ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://example.org/archive"


def test_the_feed_is_atom_with_all_that_atom_asks_for() -> None:
    """RFC 4287: one title, id and time of the feed and of each entry, an author, links; ids and times of their form."""
    house = open_house()
    for game in ("exodus", "black_and_white"):
        ended(house, game, title=f"{HOSTILE} {game}")
    files = site(house, url=URL)
    feed = ElementTree.fromstring(files["feed.xml"])
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 2
    for one in (feed, *entries):
        for name in ("title", "id", "updated"):
            assert len(one.findall(ATOM + name)) == 1, name
            assert (one.findtext(ATOM + name) or "").strip()
        assert datetime.fromisoformat(one.findtext(f"{ATOM}updated") or "").tzinfo is not None
        assert re.match(r"urn:[a-z0-9-]+:", one.findtext(f"{ATOM}id") or "")
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    assert len({one.findtext(f"{ATOM}id") for one in entries}) == 2
    assert feed.findtext(f"{ATOM}updated") == max(one.findtext(f"{ATOM}updated") or "" for one in entries)
    for link in feed.iter(f"{ATOM}link"):
        path = link.get("href", "").removeprefix(f"{URL}/")
        assert path in files, path
    assert {link.get("rel") for link in feed.findall(f"{ATOM}link")} == {"self", "alternate"}
    assert HOSTILE in (entries[0].findtext(f"{ATOM}title") or "")
    assert "Won by" in (entries[0].findtext(f"{ATOM}summary") or "")


def test_an_empty_house_has_a_feed_too() -> None:
    feed = ElementTree.fromstring(site(open_house())["feed.xml"])
    assert feed.findtext(f"{ATOM}updated")
    assert not feed.findall(f"{ATOM}entry")


def test_a_link_shows_the_result_with_a_picture() -> None:
    """Open graph: chat rooms read title, words and picture from the head; the picture is a PNG of the usual size."""
    house = open_house()
    match = ended(house, "exodus", title="Friday")
    files = site(house, url=URL)
    page = files[f"matches/{match}.html"].decode()
    winner = house.table(match).match.state.ending.winners[0]
    found = dict(re.findall(r'<meta property="(og:[a-z:]+)" content="([^"]*)">', page))
    assert found["og:title"] == "Friday"
    told = story(house.table(match).match, None, whole=True)
    assert winner in told.lead[0]
    assert unescape(found["og:description"]) == " ".join(told.lead)
    assert " ".join(f"<span>{escape(one)}</span>" for one in told.lead) in page.replace("&#39;", "&#x27;")
    assert found["og:image"] == f"{URL}/cards/{match}.png"
    assert found["og:url"] == f"{URL}/matches/{match}.html"
    image = Image.open(io.BytesIO(files[f"cards/{match}.png"]))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(files[f"cards/{match}.png"]) < 100_000


def test_pictures_of_every_letter_and_length_can_be_drawn() -> None:
    house = open_house()
    for seats in (("\u6f22\u5b57", "\u0416\u0443\u043a"), ("W" * 24, "\u00c9mile")):
        ended(house, "black_and_white", seats, title="\u6f22\u5b57 " + "W" * 50)
    assert sum(name.endswith(".png") for name in site(house)) == 3, "two matches and their rules"


def test_without_an_address_links_stay_inside_the_site() -> None:
    house = open_house()
    match = ended(house, "black_and_white")
    files = site(house)
    assert f'content="../cards/{match}.png"' in files[f"matches/{match}.html"].decode()
    assert b"https://" not in files["feed.xml"]


def test_no_sentence_of_a_picture_breaks_off() -> None:
    """All of them are there, smaller if need be; where there is no room even so the last ones are left out."""
    draw = ImageDraw.Draw(Image.new("RGB", (1200, 630)))
    long = "Flo broke 3 agreements, with Bo, Ed and Ivy; the dearest, in round 7, left Ivy with 6 in place of 9."
    for many in (1, 3, 4, 9):
        told = ["Won by Cy. Elimination Candidate: Hal.", *[long] * many]
        found = _fit_sentences(draw, told, 600, 372)
        assert [" ".join(lines) for _, lines in found] == told[: len(found)], "each is whole"
        assert sum(len(lines) * size * 1.3 + 10 for size, lines in found) <= 372 + 20
        assert len(found) >= min(many + 1, 4)
