"""Write the letters that a page loads first: `python -m tests.kit.letters`, with fonttools and brotli installed.

The rest of the font is loaded where it is seen. The licence of the font (OFL) reserves its name, so this part of it has
another.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

STATIC = Path("web_server/static")
FONT = files("fontpkg_source_code_pro")
RANGES = re.compile(r'url\("letters\.woff2"\)[^}]*unicode-range: ([^;}]+)')


def ranges() -> list[tuple[int, int]]:
    """First and last code of each range that the style sheet gives these letters."""
    match = RANGES.search((STATIC / "door.css").read_text(encoding="utf-8"))
    assert match is not None
    codes = [part.strip().removeprefix("U+").partition("-")[::2] for part in match[1].split(",")]
    return [(int(first, 16), int(last or first, 16)) for first, last in codes]


def main() -> None:
    from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
    from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-not-found]

    font = TTFont(str(FONT / "files" / "SourceCodePro[wght].ttf"))
    subsetter = Subsetter(Options(layout_features=[], hinting=False, name_IDs=[0, 1, 2, 13, 14]))
    subsetter.populate(unicodes=[code for first, last in ranges() for code in range(first, last + 1)])
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": (400, 700)})
    for record in font["name"].names:
        if record.nameID == 1:
            record.string = "Garnet Mono"
    font.flavor = "woff2"
    font.save(STATIC / "letters.woff2")
    (STATIC / "letters.txt").write_text((FONT / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
