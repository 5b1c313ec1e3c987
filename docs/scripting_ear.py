"""Ears for bots. Usage: garnet serve --ear "python docs/scripting_ear.py"

It is given what a person wrote and the acts that are possible now, as JSON on standard input, and writes one of them.
"""

import json
import re
import sys

ASKS = {"leader": "boss|champion|on top", "need": "shopping|hunting", "help": "lost|confused", "rules": "manual"}


def act(told):
    low = told["text"].casefold()
    about = [kind for kind, words in ASKS.items() if re.search(words, low)]
    if about:
        return {"kind": "ask", "about": about[0]}
    terms = {term["term"]: term for term in told["acts"][0]["terms"]}
    rooms = [what for what in terms.get("leave", {}).get("what", []) if what.casefold() in re.findall(r"\w+", low)]
    if "hands off" in low and len(rooms) == 1:
        now = max(1, told["round"])
        clause = {"who": told["seat"], "term": "leave", "what": rooms[0], "to": told["by"], "first": now, "last": now}
        return {"kind": "offer", "clauses": [clause]}
    return None


if __name__ == "__main__":
    print(json.dumps(act(json.load(sys.stdin))))
