"""A match told in a chat room. Usage: python scripting_bridge.py MATCH WEBHOOK ssh -p 2222 ada@house"""

import json
import subprocess
import sys
import urllib.request

match, webhook, ssh = sys.argv[1], sys.argv[2], sys.argv[3:]


def post(text):
    """Into the chat room; nobody is called by it."""
    body = json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()
    asked = urllib.request.Request(webhook, body, {"Content-Type": "application/json", "User-Agent": "bridge/1"})
    urllib.request.urlopen(asked, timeout=20).close()


told, stood = None, None
with subprocess.Popen([*ssh, "watch", match, "--json"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as watch:
    for line in watch.stdout:
        now = json.loads(line)
        if now["change"] not in ("here", "closed", "clock", "news"):
            continue
        view = json.loads(subprocess.run([*ssh, "view", match, "--json"], capture_output=True, check=True).stdout)
        for news in view["announcements"][told:] if told is not None else ():
            post(news["text"])
        told = len(view["announcements"])
        if stood != (view["phase"], view["round"]):
            stood = view["phase"], view["round"]
            until = f", until <t:{now['deadline']:.0f}:F>" if now["deadline"] else ""
            post(f"{match}: {view['phase']} {view['round']}{until}")
        if view["phase"] == "finished":
            break
    watch.terminate()
