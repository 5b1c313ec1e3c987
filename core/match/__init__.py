"""A match as the fold of its journal. A function changes nothing but a `Match`. Connections, clock and store belong
to `core.table` and `core.house`; messages and acts to `core.talk`.

    asking.py            questions at the sign-up
    audience.py          galleries, spectators, remarks
    closing.py           the close of a round, and the way back to its start
    consent.py           consents to publish talk and notes
    corrections.py       corrected orders, and a what-if of a closed round
    decisions.py         the decision phase
    ending.py            a match that is aborted, reopened, or held for a host
    founding.py          begins a match from its header, after all checks
    journal.py           header and kinds of entries
    judging.py           rounds that a host judges
    naming.py            names of seats and titles of matches
    pace.py              the limit of messages a minute, and the queue behind it
    private_channels.py  confessionals, and the line to the hosts
    records.py           structs that a match holds: seals, rounds, news, corrections
    redeal.py            another match that one seat cannot tell from the given one
    reducer.py           apply(match, entry) and fold(header, entries)
    reminder_times.py    lead times and quiet hours in words
    renaming.py          another name for a seat, everywhere
    rule_changes.py      rules that changed under a running match
    scenario.py          scenario files
    schedule.py          times at which rounds close
    scheduling.py        applies a schedule to a match
    seating.py           holders of seats: people, bots, open seats
    setting_checks.py    checks of a setting's value
    settings.py          the settings of a match, declared by their fields
    signup.py            sign-ups for a match, and lots
    state.py             the match at one moment
    summary.py           facts about a match without its journal
    turns.py             seats on turn, moves, lapses
    views.py             everything that leaves a match
"""
