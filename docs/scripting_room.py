"""Commands of a chat room (`/garnet view exodus-1`), each answered to whoever typed it and to nobody else.

Usage: ROOM_TOKEN=... python scripting_room.py ADDRESS:PORT FOLDER ssh -p 2222 house.example
"""

import hashlib
import hmac
import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

(host, _, port), folder, ssh = sys.argv[1].rpartition(":"), Path(sys.argv[2]), sys.argv[3:]
token = os.environ["ROOM_TOKEN"]
DOES = "This device now opens the door for "
HOW = "Link your account first: type `ssh NAME@house link` in a terminal, and here, within ten minutes: link CODE"
LONGEST = 3800


def at_house(name, key, *words, given=""):
    """Run ssh as somebody with that key; what it printed, whether it went well."""
    options = ["-i", str(key), "-o", "IdentitiesOnly=yes"]
    asked = [*ssh[:-1], *options, *words[:1], f"{name}@{ssh[-1]}", *words[1:]]
    done = subprocess.run(asked, input=given, capture_output=True, text=True, timeout=60)
    return (done.stdout or done.stderr).strip()


def link(code, key):
    """A key of this bridge for somebody, let in by their code as one more device of theirs."""
    fresh = key.with_suffix(".new")
    for old in (fresh, fresh.with_suffix(".new.pub")):
        old.unlink(missing_ok=True)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "chat room", "-f", str(fresh)], check=True)
    asked = [*ssh[:-1], "-tt", "-i", str(fresh), "-o", "IdentitiesOnly=yes", f"join@{ssh[-1]}"]
    house = subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace")
    house.stdin.write(f"{code}\r" + "\x03")  # a code that is refused is not asked for again
    house.stdin.flush()
    told = []
    for line in house.stdout:
        told.append(line.strip())
        if line.startswith(DOES):
            break
    house.kill()
    house.wait()
    if not told or not told[-1].startswith(DOES):
        fresh.unlink()
        return "The house did not take that code. " + HOW
    name = told[-1].removeprefix(DOES).removesuffix(".")
    os.replace(fresh, key)
    key.with_suffix(".name").write_text(name)
    return f"You are {name} of the house here now. `unlink` takes that back, and so does `keys forget` over ssh."


def answer(user, text):
    """What somebody is answered. Their key lies under a name that only the room's own id of them gives."""
    key = folder / hashlib.sha256(user.encode()).hexdigest()
    first, _, rest = text.strip().partition(" ")
    if first == "link" and rest.strip():
        return link(rest.strip(), key)
    if not key.exists():
        return HOW
    name = key.with_suffix(".name").read_text()
    if first == "unlink":
        shown = subprocess.run(["ssh-keygen", "-lf", str(key)], capture_output=True, text=True, check=True).stdout
        told = at_house(name, key, "--", f"keys forget {shown.split()[1]}")
        key.unlink()
        return told
    if first == "watch":
        return "`watch` goes on for ever: a terminal is the place for it. Here `view` shows how it stands."
    command, brace, given = text.partition("{") if first in ("orders", "act") else (text, "", "")
    return at_house(name, key, "--", command.strip(), given=brace + given)


class Room(BaseHTTPRequestHandler):
    def do_POST(self):
        size = min(int(self.headers.get("Content-Length") or 0), 100_000)
        fields = {name: values[0] for name, values in parse_qs(self.rfile.read(size).decode()).items()}
        if not hmac.compare_digest(fields.get("token", "").encode(), token.encode()) or not fields.get("user_id"):
            return self.send_error(401)
        try:
            told = answer(fields["user_id"], fields.get("text", "").strip() or "help")
        except (OSError, subprocess.SubprocessError) as trouble:
            told = f"The house cannot be reached now: {type(trouble).__name__}."
        told = told if len(told) < LONGEST else told[:LONGEST] + "\n... The rest is in a terminal."
        shown = "```\n" + told.replace("```", "'''") + "\n```"
        body = json.dumps({"response_type": "ephemeral", "text": shown}).encode()  # for their eyes alone
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return self.wfile.write(body)

    def log_message(self, *_):
        """What people type is nobody's log."""


folder.mkdir(mode=0o700, parents=True, exist_ok=True)
with ThreadingHTTPServer((host, int(port)), Room) as server:
    print(f"listening at {host}:{server.server_port}", flush=True)
    server.serve_forever()
