"""Scripts of hosts, kept beside their matches (RF-14)."""

from __future__ import annotations

from typing import Final

from core.decoding import plain
from core.games.refereed.script import Script, load, propose
from core.games.refereed.structs import Orders, State
from core.json import Json
from core.refusal import Refused
from core.store import Store
from core.table.host_controls import HostControls

SHELF: Final = "scripts"


class Scripts:
    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, match: str) -> Script | None:
        document = self._store.get(SHELF, match)
        return None if document is None else Script(document["file"], document["source"])

    def keep(self, match: str, script: Script | None) -> None:
        """Keep a script for a match, or (None) drop it. Refused: `bad_script`."""
        if script is None:
            self._store.drop(SHELF, match)
        else:
            load(script)
            self._store.put(SHELF, match, script._asdict())

    def proposal(self, desk: HostControls) -> Json:
        """Return the results that the match's script proposes for the round that waits; empty without a script.
        Refused: `bad_script`, `script_failed`."""
        match = desk.table.match
        script, state = self.get(match.header.match), match.state
        if script is None or not isinstance(state, State) or match.phase != "judging":
            return {}
        answers = {
            seat: sent.orders.answers for seat, sent in desk.submissions().items() if isinstance(sent.orders, Orders)
        }
        past = [
            {seat: dict(orders.answers) for seat, orders in record.orders.items() if isinstance(orders, Orders)}
            for record in match.rounds
        ]
        draw = match.dice.draw(f"round {state.round}: the script")
        verdict: Json = plain(propose(script, state, answers, past, draw))
        try:
            desk.try_results(verdict)
        except Refused as refusal:
            message = f"{script.file} proposes what cannot be: {refusal.message}"
            raise Refused("script_failed", message, "RF-14") from None
        return verdict

    def proposal_beside(self, sheet: str, desk: HostControls) -> Json:
        """Return the proposal, as `proposal` does. Beside a host's sheet a script that fails is no refusal: it proposes
        nothing."""
        return self.proposal_and_fault(desk)[0] if sheet else self.proposal(desk)

    def proposal_and_fault(self, desk: HostControls) -> tuple[Json, str]:
        """Return the proposal, and empty words; where the script fails, no proposal and why."""
        try:
            return self.proposal(desk), ""
        except Refused as refusal:
            return {}, refusal.message


def merged(proposal: Json, typed: Json) -> Json:
    """Return a proposal with the cells that a host typed in place of its own."""
    verdict = {**proposal}
    for name, cells in typed.items():
        if name == "columns":
            old = proposal.get(name, {})
            verdict[name] = {column: {**old.get(column, {}), **cells.get(column, {})} for column in {**old, **cells}}
        elif isinstance(cells, dict):
            verdict[name] = {**proposal.get(name, {}), **cells}
        else:
            verdict[name] = cells
    return verdict
