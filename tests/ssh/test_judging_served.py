"""A match that its host judges, in a house that is really served: a player at a terminal, a host at the shell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import asyncssh

from tests.ssh.house import sit
from tests.ssh.served import serving

FORM = (Path(__file__).parents[1] / "kit" / "form.toml").read_text("utf-8")


async def test_HH_72_a_player_answers_over_ssh_and_reads_what_the_host_wrote(tmp_path: Path) -> None:
    async with serving(tmp_path / "house", fresh=False) as house:
        await house.start()

        async def host(deed: str, **keys: Any) -> Any:
            answer = await house.do(deed, match="refereed-1", **keys)
            return answer["told"]

        await house.do("new", game="refereed", form=FORM, seats=["Ada", "Bo=bot:random"], places=2)
        key = asyncssh.generate_private_key("ssh-ed25519")
        code = (await house.do("invite", match="refereed-1", seat="Ada"))["code"]
        screen = await sit(await house.connect("join", key))
        await screen.shows("Your code:")
        screen.type(f"{code}\r")
        await screen.shows("The name you want")
        screen.type("Ada\r")
        await screen.shows("How much do you request? (0 to 5,000)")
        screen.type("\r")
        await screen.shows("Esc back")
        screen.type("700\r")
        await screen.shows("request? 700")
        screen.type("\x1b[B\x1b[B")
        screen.type("\r")
        await screen.shows("enter? green")
        screen.type("s")
        await screen.shows("Seal these orders?")
        screen.type("\r")
        await screen.shows("Sealed.")
        await host("close")
        await screen.shows("The host reads what you sent.")
        line = await house.connect("Ada", key)
        seen = await line.run("matches")
        assert "judging" in str(seen.stdout), seen.stdout
        sheet = (await host("submissions", csv=True))[:3]
        assert sheet[0] == "seat,sealed,request,room,ally,why"
        assert ",700,green," in sheet[1]
        await host("results", sheet="seat,points,told\nAda,70,It paid.\nBo,1,\n", public_text="The lamp went out.")
        await screen.shows("It paid.")
        await screen.shows("The lamp went out.")
        screen.type("\r")
        await screen.shows("round 2")
        await host("results", undo=True, text="A slip.")
        await screen.shows("The host reads what you sent.")
        await host("finish", candidate="Ada", yes=True)
        await screen.shows("The host wrote nothing to you alone.")
        screen.type("\r")
        await screen.shows("won")
        line.close()
