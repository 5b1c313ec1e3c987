"""Yes and no as people type them, in five languages and with signs; and what only looks like one."""

from __future__ import annotations

import pytest

from core.talk.parsing.answers import NO_ABROAD, YES_ABROAD
from core.talk.parsing.utterance import hear

NAMES = {"red": "red", "blue": "blue"}


@pytest.mark.parametrize(
    "text",
    [
        *YES_ABROAD, "yes please!! \U0001f64f", "ok, 12A is yours", "deal \U0001f91d but dont tell Lou", "fine take it",
        "Ja, gerne!", "\u00a1Sí, claro! Trato hecho.", "Oui merci", "Tak, umowa stoi \U0001f642",
        "\U0001f44d\U0001f3fd", "\u2714\ufe0f",
        "klar, danke", "vale gracias",
    ],
)  # fmt: skip
def test_a_yes(text: str) -> None:
    assert hear(NAMES, text, ("Ada", "Bo")).kind == "yes"


@pytest.mark.parametrize(
    "text", [*NO_ABROAD, "Nein, danke.", "no, gracias \U0001f642", "Non merci", "\U0001f645", "nie, dzięki"]
)
def test_a_no(text: str) -> None:
    assert hear(NAMES, text, ("Ada", "Bo")).kind == "no"


@pytest.mark.parametrize(
    "text",
    [
        "danke", "gracias", "merci", "si me das el rojo", "ja wenn du blau gibst", "claro que no", "tak ale nie teraz",
        "is it yours?", "take it or leave it", "take it back", "don't tell Lou", "12A is yours if 13B is mine",
        "vale la pena?", "\U0001f64f", "\U0001f600",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_yes(text: str) -> None:
    assert hear(NAMES, text, ("Ada", "Bo")).kind != "yes"
