"""One match, as the fold of its journal: its settings, entries, phases, decisions and ledger, what leaves it for a seat
(`views`), and what a seat cannot tell from it (`redeal`).

What a match is made of stands here and changes nothing but a `Match`. Who is connected, what time it is and where
things are kept is the business of `core.table` and `core.house`; what is said stands in `core.talk`."""
