"""A match told in a chat room. Usage: python scripting_bridge.py MATCH WEBHOOK ssh -p 2222 ada@house"""

import json
import subprocess
import sys
import time
import urllib.request

match, webhook, ssh = sys.argv[1], sys.argv[2], sys.argv[3:]
told, stood = None, ("", 0)


def post(text):
    """Into the chat room; nobody is called by it. A room that is away is tried again for some minutes."""
    body = json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()
    asked = urllib.request.Request(webhook, body, {"Content-Type": "application/json", "User-Agent": "bridge/1"})
    for wait in (1, 5, 20, 60, 300, None):
        try:
            urllib.request.urlopen(asked, timeout=20).close()
            return
        except OSError as trouble:
            print(f"{trouble}: {text}", file=sys.stderr)
        if wait:
            time.sleep(wait)


while stood[0] != "finished":
    watch = subprocess.Popen([*ssh, "watch", match, "--json"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    for line in watch.stdout:
        now = json.loads(line)
        if now["change"] not in ("here", "closed", "clock", "news"):
            continue
        seen = subprocess.run([*ssh, "view", match, "--json"], capture_output=True, stdin=subprocess.DEVNULL)
        if seen.returncode:
            break
        view = json.loads(seen.stdout)
        for news in view["announcements"][told:] if told is not None else ():
            post(news["text"])
        told = len(view["announcements"])
        if stood != (view["phase"], view["round"]):
            stood = view["phase"], view["round"]
            until = f", until <t:{now['deadline']:.0f}:F>" if now["deadline"] else ""
            post(f"{match}: {stood[0]} {stood[1]}{until}")
        if stood[0] == "finished":
            break
    watch.terminate()
    watch.wait()
    time.sleep(0 if stood[0] == "finished" else 5)  # the house closed: what it tells meanwhile is told when it is back
