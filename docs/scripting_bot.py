"""A bot for The Exodus Game over ssh. Usage: python scripting_bot.py MATCH ssh -p 2222 ada@house"""

import json
import subprocess
import sys

match, ssh = sys.argv[1], sys.argv[2:]


def ask(*words, given=""):
    """One command of the house; its answer."""
    done = subprocess.run([*ssh, *words, "--json"], input=given, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def play(view):
    """Agree to the proposals of this round that can be paid, at most two, then be ready."""
    hand, offers = dict(view["view"]["cubes"]), []
    for message in view["messages"]:
        deal, by = message.get("deal"), message["by"]
        new = message["round"] == view["round"] and by not in [offer["to"] for offer in offers]
        if deal and new and by != view["seat"] and len(offers) < 2 and hand.get(deal["want"]):
            hand[deal["want"]] -= 1
            offers.append({"to": by, "give": deal["want"]})
    this_round = ("--round", str(view["round"]))
    ask("orders", match, *this_round, given=json.dumps({"offers": offers}))
    ask("ready", match, *this_round)


with subprocess.Popen([*ssh, "watch", match], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as watch:
    for line in watch.stdout:
        news = json.loads(line)
        proposed = any("deal" in message for message in news.get("messages", []))
        if news["change"] not in ("here", "closed") and not proposed:
            continue
        now = ask("view", match)
        if now["phase"] == "finished":
            break
        if now["choose"]:
            ask("act", match, given=json.dumps({"kind": now["choose"]["kind"], "player": now["choose"]["from"][0]}))
        elif now["phase"] == "round" and not now["ready"]:
            play(now)
    watch.terminate()
