"""A setting of a match is declared once: what a host types or picks arrives in the header, whatever way it goes."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from cli.admin.commands import AdminCommands
from cli.commands.host import request_of
from cli.main import build_parser
from core.house.templates import MatchTemplate, of_match, read_template, template_json
from core.match import journal as j
from core.match.setting_checks import CHECKS
from core.match.settings import SETTINGS, MatchSettings, SettingField
from core.refusal import Refused
from core.seasons import journal as sj
from core.seasons.opening import EpisodeWish
from core.seasons.season_controls import SeasonControls
from tests.kit.hall import Hall
from tests.ssh.test_week_commands import a_desk
from tui.screens.host.newmatch import HostedPlan


def other(field: SettingField) -> tuple[list[str], Any]:
    """A value that is not the usual one, as it is typed and as it is then."""
    if field.kind is bool:
        return [f"--{'no-' if field.usual else ''}{field.flag}"], not field.usual
    if field.choices:
        return [f"--{field.flag}", field.choices[-1]], field.choices[-1]
    samples = {
        "gallery": "2 rounds",
        "onlookers": "2 rounds",
        "remind": "6h",
        "quiet": "22:00-8:00",
        "questions": "New to it?",
    }
    if (sample := samples.get(field.name)) is not None:
        return [f"--{field.flag}", sample], sample
    if field.kind is str:
        return [f"--{field.flag}", "Tuesday"], "Tuesday"
    return [f"--{field.flag}", "15"], 900.0


def beside(field: SettingField) -> list[str]:
    """What it must be typed together with."""
    if field.name == "bank_seconds":
        return ["--minutes", "5"]
    return ["--briefing"] if field.about.needs else []


def typed(*words: str) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(json.dumps(request_of(build_parser().parse_args(["host", *words]))))
    return asked


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_typed_for_a_setting_stands_in_the_header_and_in_a_copy(name: str):
    hall, desk = a_desk()
    field = SETTINGS[name]
    words, value = other(field)
    game = "black-and-white" if name == "bank_seconds" else "exodus"
    answer = desk.do(typed("new", game, *words, *beside(field)))
    assert answer["ok"], answer
    match = hall.house.table(answer["match"]).match
    assert getattr(match.header, name) == value
    assert j.header_from_json(j.as_json(match.header)) == match.header
    kept = of_match(match)
    assert read_template(template_json(kept)) == kept
    form = HostedPlan.of(kept).template()
    assert getattr(form, name) == value, "the form loses nothing"
    again = desk.do({"do": "copy", "match": answer["match"]})
    assert getattr(hall.house.table(again["match"]).match.header, name) == value


@pytest.mark.parametrize("name", [name for name, field in SETTINGS.items() if field.about.season])
def test_a_season_s_match_has_the_settings_that_its_host_typed(name: str):
    hall, desk = a_desk()
    words, value = other(SETTINGS[name])
    hall.house.seasons.start()
    live = hall.house.seasons.make(("Ada", "Bo", "Cy"), title="Spring")
    answer = desk.do(typed("season", "open", live.id, "exodus", "--empty", *words, *beside(SETTINGS[name])))
    if name == "bank_seconds":  # refused where it is given (CM-32)
        assert answer["error"]["code"] == "bad_bank"
        return
    assert answer["ok"], answer
    assert getattr(hall.house.table(answer["match"]).match.header, name) == value


@pytest.mark.parametrize("name", [name for name, field in SETTINGS.items() if not field.about.season])
def test_a_season_takes_no_setting_that_is_none_of_its_own(name: str):
    hall, desk = a_desk()
    live = hall.house.seasons.make(("Ada", "Bo", "Cy"), title="Spring")
    answer = desk.do({"do": "season", "deed": "open", "season": live.id, "game": "exodus", name: True})
    assert answer["error"]["code"] == "wrong_form"


def test_an_episode_whose_match_could_not_be_made_is_not_opened():
    hall, _ = a_desk()
    live = hall.house.seasons.make(("Ada", "Bo", "Cy"), title="Spring")
    before = live.season
    with pytest.raises(Refused) as refused:
        SeasonControls(hall.house.seasons, live).open(EpisodeWish("exodus"), sj.Seating(grace_seconds=5.0))
    assert refused.value.code == "bad_grace"
    assert live.season is before


def test_what_is_typed_beside_a_template_counts():
    hall, desk = a_desk()
    kept = MatchTemplate(game="exodus", presence=True, counts=False, schedule="every day 21:00 Europe/Berlin")
    request = typed("new", "--no-presence", "--minutes", "60") | {"document": template_json(kept)}
    header = hall.house.table(desk.do(request)["match"]).match.header
    assert (header.presence, header.counts, header.round_seconds) == (False, False, 3600.0)
    assert hall.house.table(header.match).match.schedule is None


@pytest.mark.parametrize("minutes", ["nan", "inf", "1e18", "soon"])
def test_a_shortest_time_is_a_number_of_minutes(minutes, capsys):
    with pytest.raises(SystemExit):
        typed("new", "--shortest", minutes)
    assert "are no minutes" in capsys.readouterr().err


def test_what_was_written_before_there_was_a_setting_has_it_as_usual():
    assert msgspec.convert({}, sj.Seating).chosen() == MatchSettings().chosen()
    usual = {name: field.usual for name, field in SETTINGS.items()}
    assert read_template({"garnet": "template", "type": "match", "game": "exodus"}).chosen() == usual


def test_HH_56_what_is_made_new_opens_its_record_after_the_end_and_a_journal_that_does_not_say_so_does_not():
    hall, desk = a_desk()
    header = hall.house.table(desk.do(typed("new", "exodus"))["match"]).match.header
    assert header.open_record
    assert HostedPlan.usual("exodus").settings.open_record
    older = {key: value for key, value in j.as_json(header).items() if key != "open_record"}
    assert not j.header_from_json(older).open_record
    kept = desk.do(typed("new", "exodus", "--option", "reveal=false"))
    assert kept["ok"], kept
    match = hall.house.table(kept["match"]).match
    assert not match.header.open_record
    assert not match.news, "a promise that the option of the game does not keep"


def test_the_lines_of_a_form_have_room_for_each_setting():
    assert all(0 < len(field.about.label) <= 28 and field.about.help for field in SETTINGS.values())


BAD = {
    "title": "x" * 300, "round_seconds": "0", "bank_seconds": "-5", "grace_seconds": "-5", "remind": "12 hours",
    "quiet": "25:00-8:00", "gallery": "later", "onlookers": "live", "questions": "no mark",
}  # fmt: skip
"""By setting, a value that it cannot have, as it is typed."""


def test_each_setting_that_takes_any_text_or_number_says_what_it_cannot_be():
    free = {name for name, field in SETTINGS.items() if field.kind is not bool and not field.choices}
    assert free == CHECKS.keys() == BAD.keys()


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize(
    "words",
    [
        ("new", "exodus"),
        ("season", "new", "--cast", "Ada", "--cast", "Bo", "--cast", "Cy"),
        ("season", "settings", "spring-1"),
        ("season", "open", "spring-1", "exodus"),
    ],
)
def test_a_value_that_cannot_be_is_refused_where_it_is_given_and_nothing_is_made(name: str, words: tuple[str, ...]):
    hall, desk = a_desk()
    if words[0] == "season" and name == "title":
        pytest.skip("a season's title is its own; its matches take it")
    if words[1] in ("settings", "open") and not SETTINGS[name].about.season:
        pytest.skip("no usual setting of a season")
    desk.do(typed("season", "new", "--title", "Spring", "--cast", "Ada", "--cast", "Bo", "--cast", "Cy"))
    before = (hall.house.store.matches(), hall.house.store.seasons.read("spring-1"))
    answer = desk.do(typed(*words, f"--{SETTINGS[name].flag}={BAD[name]}"))
    code = f"bad_{ {'round_seconds': 'clock', 'remind': 'reminders'}.get(name, SETTINGS[name].flag) }"
    assert answer["error"]["code"] == code
    assert (hall.house.store.matches(), hall.house.store.seasons.read("spring-1")) == before
    assert len(hall.house.seasons.live) == 1


@pytest.mark.parametrize("name", BAD)
def test_none_stands_for_the_absence_of_every_setting_that_takes_a_value(name: str):
    hall, desk = a_desk()
    answer = desk.do(typed("new", "exodus", f"--{SETTINGS[name].flag}", "none"))
    assert answer["ok"], answer
    assert getattr(hall.house.table(answer["match"]).match.header, name) == SETTINGS[name].absent
    desk.do(typed("season", "new", "--title", "Spring", "--cast", "Ada", "--cast", "Bo", "--cast", "Cy"))
    if name != "title" and SETTINGS[name].about.season:
        assert desk.do(typed("season", "settings", "spring-1", f"--{SETTINGS[name].flag}", "none"))["ok"]


@pytest.mark.parametrize("name", BAD)
def test_a_template_s_file_with_such_a_value_is_refused(name: str):
    value: Any = float(BAD[name]) * 60 if SETTINGS[name].kind is not str else BAD[name]
    match = {"garnet": "template", "type": "match", "game": "exodus", SETTINGS[name].key: value}
    season = {"garnet": "template", "type": "season", "settings": {SETTINGS[name].key: value}}
    for document in (match, season):
        with pytest.raises(Refused) as refused:
            read_template(document)
        assert refused.value.code != "bad_template"


def test_SE_25_the_room_is_told_only_what_was_changed():
    hall, desk = a_desk()
    desk.do(
        typed(
            "season",
            "new",
            "--title",
            "Spring",
            "--cast",
            "Ada",
            "--cast",
            "Bo",
            "--cast",
            "Cy",
            "--grace",
            "15",
            "--remind",
            "6h",
        )
    )
    for words, told in (
        (("--quiet", "22:00-8:00"), "quiet hours: 22:00-8:00"),
        (("--grace", "none"), "grace, once for each seat: none"),
        (("--schedule", "every day 21:00 Europe/Berlin"), "rounds close every day 21:00 Europe/Berlin"),
        (("--schedule", "none"), "set times: as usual"),
    ):  # fmt: skip
        assert desk.do(typed("season", "settings", "spring-1", *words))["ok"]
        news = hall.house.seasons.live["spring-1"].season.news
        assert news[-1].text == f"Matches to come, unless their opening says otherwise: {told}."
    many = len(news)
    assert desk.do(typed("season", "settings", "spring-1", "--quiet", "22:00-8:00"))["ok"]
    assert len(hall.house.seasons.live["spring-1"].season.news) == many


def test_HH_80_who_makes_a_match_by_command_is_told_that_friends_see_little():
    hall = Hall("Ada")
    desk = AdminCommands(hall.house, hall.people, hall.door)
    warning = 'Friends who watch see little of this game: --onlookers "2 rounds" lets them in, two rounds late.'
    for game, more, warned in (
        ("sinners_secret", {}, True), ("sinners_secret", {"onlookers": "2 rounds"}, False), ("exodus", {}, False),
    ):  # fmt: skip
        assert (warning in desk.do({"do": "new", "game": game, **more})["told"]) == warned
