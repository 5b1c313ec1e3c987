"""Every planted leak is found by the look that must find it; without a leak all looks pass."""

from __future__ import annotations

import pytest

from core.kit.played import _played
from tests.kit.depth import DEEP
from tests.properties.mutants import LEAKS, Leak

PLANTED = [leak for leak in LEAKS if DEEP or leak.usual]
LOOKS = {leak.look.__name__: leak.look for leak in PLANTED}


@pytest.mark.parametrize("leak", PLANTED, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found(leak: Leak) -> None:
    before = _played.cache_info().currsize
    with pytest.MonkeyPatch.context() as patch:
        leak.plant(patch)
        with pytest.raises(AssertionError):
            leak.look()
    if _played.cache_info().currsize > before:  # what was played with the leak is nothing for other tests
        _played.cache_clear()


@pytest.mark.parametrize("name", LOOKS)
def test_what_finds_leaks_passes_where_none_is_planted(name: str) -> None:
    LOOKS[name]()


def test_every_planted_leak_has_a_name_of_its_own() -> None:
    assert len({leak.name for leak in LEAKS}) == len(LEAKS)
