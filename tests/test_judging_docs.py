"""docs/judging.md, followed to the letter in a clean folder."""

from __future__ import annotations

import csv
import re
import subprocess
from pathlib import Path

from tests.kit.docs import lines
from tests.kit.forked import Forks

PAGE = Path("docs/judging.md")


def add_points(sheet: Path) -> None:
    """What the page tells to do in a spreadsheet."""
    rows = list(csv.reader(sheet.open(encoding="utf-8", newline="")))
    rows[0] += ["points", "told"]
    for number, row in enumerate(rows[1:]):
        row += [str(number), "You alone read this." if number else ""]
    with sheet.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def test_every_line_of_the_page_is_typed(tmp_path):
    form = re.search(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1]
    for name, words in (("form", form), ("next", form), ("ada", "")):
        (tmp_path / f"{name}.toml").write_text(words, "utf-8")
    (tmp_path / "r1.txt").write_text("Two doors stay shut.\n", "utf-8")
    script = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1]
    (tmp_path / "power.py").write_text(script, "utf-8")
    forks = Forks()
    garnet = f"{forks.command} --data {tmp_path / 'house'}"
    printed = {}
    for line in lines(PAGE):
        typed = re.sub(r"^garnet", garnet, line.command)
        if "finish" in typed:
            typed += " --yes"
        done = subprocess.run(typed, shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (line.command, done.stderr)
        printed[line.command] = done.stdout
        if line.command.endswith("> r1.csv"):
            add_points(tmp_path / "r1.csv")
    forks.close()
    tried = printed["garnet host results refereed-1 r1.csv --public r1.txt --dry-run"]
    assert "Bo would read:\n  You alone read this.\n  You get 1 point. You have 1 point." in tried
    assert "Everybody would read:\n  Two doors stay shut." in tried
    assert "It has finished." in printed["garnet host finish refereed-1 --candidate Bo --token Ada --garnets Ada=2"]
