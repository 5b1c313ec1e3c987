"""The published pages at the browser door, and nothing that lies beside them."""

from __future__ import annotations

from pathlib import Path

from tests.web.kit import entrance
from web_server.door import BrowserDoorSettings


async def test_the_archive_is_shown_where_there_is_one(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "matches").mkdir(parents=True)
    (site / "index.html").write_text("the archive")
    (site / "matches" / "exodus-1.html").write_text("a match")
    async with entrance(tmp_path, web=BrowserDoorSettings(archive=site)) as at, at.browser() as browser:
        assert "/archive/" in (await browser.get("/"))[1]
        assert (await browser.get("/archive"))[0] == 303
        assert await browser.get("/archive/") == (200, "the archive")
        assert await browser.get("/archive/matches/exodus-1.html") == (200, "a match")
        assert (await browser.get("/archive/matches/"))[0] == 404
    async with entrance(tmp_path) as at, at.browser() as browser:
        assert "/archive/" not in (await browser.get("/"))[1]
        assert (await browser.get("/archive/"))[0] == 404


async def test_nothing_beside_the_archive_is_shown(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "secret.html").write_text("a secret")
    (site / "host_key").write_text("a secret")
    (site / "link.html").symlink_to(tmp_path / "secret.html")
    async with entrance(tmp_path, web=BrowserDoorSettings(archive=site)) as at, at.browser() as browser:
        paths = ("..%2fsecret.html", "%2e%2e/secret.html", "link.html", "host_key", "%00", f"%2f{tmp_path}/secret.html")
        for path in paths:
            status, text = await browser.get(f"/archive/{path}")
            assert status == 404, path
            assert "a secret" not in text
