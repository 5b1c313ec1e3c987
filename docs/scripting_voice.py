"""A voice for bots. Usage: garnet serve --voice "python docs/scripting_voice.py"

It is given what a bot has decided to say as JSON on standard input, and writes the words.
"""

import json
import random
import sys

ENDS = {
    "warm": ["my dear", "and I mean it", "as always with a smile"],
    "dry": ["for what it is worth", "make of that what you will", "so much for that"],
    "grand": ["let it be written down", "as befits this table", "and may the walls remember it"],
    "blunt": ["that is all", "there", "next"],
    "sly": ["between us", "or so they say", "you understand"],
}


def words(told):
    line = told["line"].rstrip(".!")
    said = {one["text"] for one in told["before"]}
    draw = random.Random(json.dumps(told, sort_keys=True))
    ends = [f"{line}, {end}." for end in ENDS[told["temper"]]]
    fresh = [one for one in ends if one not in said]
    return draw.choice(fresh or ends)


if __name__ == "__main__":
    print(words(json.load(sys.stdin)))
