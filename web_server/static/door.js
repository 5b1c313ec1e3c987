// Around Textual's own terminal for browsers (textual.js): one line to the house that comes back by itself, a bar of
// keys for thumbs, a field that the phone's keyboard writes into, and the size of the text.
"use strict";
(() => {
  const root = document.documentElement, body = document.body;
  const at = (id) => document.getElementById(id);
  if (location.origin !== root.dataset.origin) { location.replace(root.dataset.origin + location.pathname); return; }

  const kept = (store, key, value) => {  // private windows may have no storage
    try { if (value === undefined) return store.getItem(key); store.setItem(key, value); } catch { /* as without */ }
    return null;
  };
  const thumbs = matchMedia("(pointer: coarse)").matches || innerWidth < 600;
  body.classList.toggle("thumbs", thumbs);

  // By what this page is known when it comes back: another page of the same browser is another.
  let page = kept(sessionStorage, "page");
  if (!page) {
    page = [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
    kept(sessionStorage, "page", page);
  }

  // --- the size of the text: 16, or less where forty columns and fifteen rows need it; a reader may choose another
  const WIDTH = 0.6, ASCENT = 0.984, DESCENT = 0.273;  // of the font, in parts of its size
  const LEAST = 6, THUMB = 20;  // pixels: the smallest letters; the least height of a line of which two fit a thumb
  let term = null, size = 16;
  // textual.js keeps its terminal to itself: it is taken when the part after it is set.
  Object.defineProperty(Object.prototype, "fitAddon", {
    configurable: true,
    set(value) {
      delete Object.prototype.fitAddon;
      this.fitAddon = value;
      term = this.terminal;
    },
  });
  const drawn = (size) => Math.round(size * ASCENT) + Math.round(size * DESCENT);  // as the terminal measures a line
  const line_of = (size) => drawn(size) + 2;  // so that a "g" is whole
  const largest = (columns = 40) => {
    const { width, height } = at("table").getBoundingClientRect();
    let size = 40;
    while (size > LEAST && (size * WIDTH * columns > width - 4 || line_of(size) * 15 > height)) size -= 0.5;
    return size;
  };
  // Larger letters than those: twenty-four columns are seen of the forty, and the table is drawn sideways by a finger.
  const SEEN = 24, most = () => largest(SEEN);
  const resized = (by) => {
    kept(localStorage, "size", Math.min(most(), Math.max(LEAST, size + by)));
    fit();
  };
  function letters() {
    size = Math.min(most(), Math.max(LEAST, Number(kept(localStorage, "size")) || Math.min(16, largest())));
    const wide = Math.ceil(40 * WIDTH * size) + 4, larger = wide > at("table").clientWidth;
    body.classList.toggle("larger", larger);
    at("terminal").style.minWidth = larger ? `${wide}px` : "";
    if (!term) return;
    const tall = thumbs && at("table").offsetHeight >= 25 * THUMB;
    term.options.fontSize = size;
    const high = Math.max(line_of(size), tall ? THUMB : 0);
    root.style.setProperty("--line-high", `${high}px`);
    term.options.lineHeight = high / drawn(size) + 0.001;
  }

  // --- saying something over the terminal
  let told = "";
  const note = (text) => { at("note").textContent = text; at("note").hidden = !text; };
  const over = (text, again, doing) => {
    note("");
    at("told").textContent = text;
    at("again").textContent = again;
    at("again").onclick = () => { at("over").hidden = true; doing(); };
    at("over").hidden = false;
    at("again").focus();
  };

  // --- pasted text presses no key: escapes and other controls stay out, but for ends of lines and tabs
  const BEGINS = "\x1b[200~", ENDS_IT = "\x1b[201~";
  const pasted = (text) => BEGINS + text.replaceAll(ENDS_IT, "").replace(/[^\P{Cc}\n\r\t]/gu, "") + ENDS_IT;

  const passed = (event) => {  // to the browser: Ctrl-V pastes, and Ctrl-C copies what the terminal has selected
    const key = event.ctrlKey && !event.altKey ? event.key.toLowerCase() : "";
    return key !== "v" && !(key === "c" && term.hasSelection());
  };
  const copied = (data) => {  // what the house copies
    const text = new TextDecoder().decode(Uint8Array.from(atob(data.split(";")[1]), (letter) => letter.charCodeAt(0)));
    const copying = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject();
    copying.catch(() => passing("Your browser does not let the house copy."));
    return true;
  };

  // --- the line
  const Native = WebSocket, ENDS = { left: 4000, taken: 4001, out: 4002, closing: 4003, full: 4004, failed: 4005, stranger: 4006, nonsense: 4007, silent: 4008 };
  const PIECE = 4000, QUIET = 4000, TAP = "tap", CUT = "The line is cut. Coming back …", LATE = "The house has not answered yet …";
  let line = null, goes = /^\/line\/(.+)/.exec(body.dataset.line)?.[1] || "";  // the match that a link leads to
  navigator.serviceWorker?.addEventListener("message", (event) => {  // a notification was pressed
    goes = String(event.data).split("/")[2] || "";
    if (line) line.look();
  });

  class Line extends EventTarget {
    // What textual.js takes for its web socket: it stays, however often the one under it is cut.
    constructor() {
      super();
      line = this;
      this.cells = { width: 80, height: 24 };
      this.tries = 0;
      this.opened = false;
      this.timer = this.hush = this.tap = this.lately = this.waits = 0;
      this.connect();
      // A network that went silent closes nothing: where nothing came for a while, the house is asked.
      setInterval(() => !document.hidden && !this.waits && Date.now() - this.lately > QUIET && this.real.readyState === 1 && this.look(), QUIET / 2);
    }
    connect() {
      clearTimeout(this.timer);
      this.calm();
      clearTimeout(this.slow);
      if (this.real) { this.real.onclose = this.real.onmessage = this.real.onopen = null; this.real.close(); }
      const asked = new URLSearchParams({ page, ...this.cells, thumbs: Number(thumbs), zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "" });
      const where = new URL(body.dataset.line, location.href);
      where.protocol = where.protocol.replace("http", "ws");
      const real = this.real = new Native(`${where}?${asked}`);
      real.binaryType = "arraybuffer";
      real.onopen = () => this.came();
      real.onmessage = (event) => {
        this.lately = Date.now();
        if (typeof event.data === "string") this.heard(...JSON.parse(event.data));
        else this.painted(event.data);
      };
      real.onclose = (event) => this.cut(event.code);
      this.slow = setTimeout(() => real.readyState === 0 && this.cut(1006), 15000);  // a network that swallows what it is given
    }
    came() {
      body.classList.remove("cut");
      for (const one of [this.hush, this.slow, this.timer, this.tap]) clearTimeout(one);
      this.tap = 0;
      this.lately = Date.now();
      note("");
      at("over").hidden = true;
      if (this.opened) this.painted(new TextEncoder().encode("\x1bc"));  // nothing of before is left on it
      this.say("resize", this.cells);
      if (writing()) this.say("go", "writing", "1");
      if (!this.opened) { this.opened = true; this.dispatchEvent(new Event("open")); }
      this.lead();
    }
    lead() {  // to the match of a link, once, when the line is known to be there
      if (!goes) return;
      this.say("go", "match", goes);
      goes = "";
      history.replaceState("house", "", "/play");
    }
    painted(data) {
      this.tries = 0;
      if (data.byteLength > 200) body.classList.add("shown");  // a picture, and not only the terminal's setting up
      this.dispatchEvent(new MessageEvent("message", { data }));
      reading ||= setTimeout(read, 500);
    }
    heard(kind, value) {
      if (kind === "say") { told = value; note(value); setTimeout(() => { if (at("note").textContent === value) note(""); }, 6000); }
      else if (kind === "pong" && value === TAP) { clearTimeout(this.tap); this.tap = 0; if (at("note").textContent === LATE) note(""); }
      else if (kind === "pong") { this.calm(); this.lead(); }
      else if (kind === "offer") offered(value);
      else if (kind === "talk") { talk = value; show(); }
      else if (kind === "said") answered(value);
      else if (kind === "spoken") speak(...value);
      else if (kind === "theme") wear(value);
    }
    cut(code) {
      this.calm();
      body.classList.add("cut");  // nothing that is pressed now would arrive
      if (code === ENDS.left) over(told || "You have left the house. Everything you did is kept.", "Come back", () => this.connect());
      else if (code === ENDS.taken) over(told || "You have sat down elsewhere, so this page was closed.", "Sit here instead", () => this.connect());
      else if (code === ENDS.out) over(told || "You have to come in anew.", "To the door", () => location.replace("/"));
      else if (code === ENDS.failed) over(told || "Something went wrong in the house.", "Come back", () => this.connect());
      else if (code === ENDS.nonsense) over("The house did not understand this page.", "Load it again", () => location.reload());
      else if (code === ENDS.stranger) location.replace("/");
      else this.later();
      told = "";
    }
    later() {
      const wait = Math.min(15000, 300 * 2 ** this.tries++) * (0.5 + Math.random());
      clearTimeout(this.hush);
      this.hush = setTimeout(() => note(CUT), 700);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.connect(), wait);
    }
    look() {  // awake again, or on another network: is somebody there?
      if (!this.real || this.real.readyState === 3) { if (at("over").hidden) { this.tries = 0; this.connect(); } return; }
      if (this.real.readyState !== 1) return;
      this.say("ping", "awake");
      this.calm();
      this.waits = setTimeout(() => { body.classList.add("cut"); note(CUT); this.connect(); }, 2500);
    }
    calm() { clearTimeout(this.waits); this.waits = 0; }
    tapped() {  // what is pressed is answered in three seconds, or the page says that it is not
      if (this.tap) return;
      this.say("ping", TAP);
      this.tap = setTimeout(() => note(LATE), 3000);
    }
    say(...words) { if (this.real.readyState === 1) this.real.send(JSON.stringify(words)); }
    type(text) { this.send_keys(text); this.tapped(); }
    send_keys(text) { for (let from = 0; from < text.length; from += PIECE) this.say("stdin", text.slice(from, from + PIECE)); }
    send(text) {  // as textual.js calls it
      const [kind, value] = JSON.parse(text);
      if (kind === "resize") { this.cells = value; this.say(kind, value); }
      else if (kind === "stdin") this.type(value.startsWith(BEGINS) && value.endsWith(ENDS_IT) ? pasted(value.slice(BEGINS.length, -ENDS_IT.length)) : value);
    }
  }
  window.WebSocket = Line;
  // The browser's "back" is the house's, once something was pressed: it leaves no table by mistake.
  const inside = () => { if (history.state !== "inside") { history.replaceState("house", ""); history.pushState("inside", ""); } };
  for (const kind of ["pointerup", "keydown"]) addEventListener(kind, inside, { once: true, capture: true });
  addEventListener("popstate", () => {
    if (history.state !== "house" || !line || !at("over").hidden) return;
    if (writing()) write(false);
    else line.type(offer.keys.find(([, word]) => word === "back")?.[2] || "\x1b");
    history.pushState("inside", "");
  });
  addEventListener("online", () => line && line.look());
  addEventListener("pageshow", (event) => event.persisted && line && line.look());
  document.addEventListener("visibilitychange", () => !document.hidden && line && line.look());

  // --- as the app is: its theme, and the keys that work now
  function wear(theme) {
    for (const [name, value] of Object.entries(theme.colours)) if (/^#[0-9a-f]{6}$/i.test(value)) root.style.setProperty(`--${name}`, value);
    root.style.colorScheme = theme.dark ? "dark" : "light";
    document.querySelector("meta[name=theme-color]").content = theme.colours.paper;
    kept(localStorage, "theme", JSON.stringify(theme));
  }
  try { wear(JSON.parse(kept(localStorage, "theme"))); } catch { /* none yet */ }

  // --- words for the house: bound to where they go, as it is shown when they are sent, and kept until they are said
  const UNSENT = new Map(JSON.parse(kept(sessionStorage, "unsent") || "[]"));  // by where they go
  let offer = { keys: [], to: null }, pressed = false, shown = null, bound = null, sent = null;
  const passing = (text) => { note(text); setTimeout(() => { if (at("note").textContent === text) note(""); }, 6000); };
  function keep() {
    if (bound) { if (at("line").value) UNSENT.set(bound, at("line").value); else UNSENT.delete(bound); }
    kept(sessionStorage, "unsent", JSON.stringify([...UNSENT]));
  }
  function bind(to) {
    at("to").textContent = to ? to[1] : "";
    if (!to || to[0] === bound) return;  // words wait where they were begun for its coming back
    if (bound) keep();
    const begun = bound ? "" : at("line").value;
    bound = to[0];
    at("line").value = begun || UNSENT.get(bound) || "";
  }
  function send(text) {
    if (!offer.to || !bound) { passing("Nothing here takes words just now."); return; }
    if (!line || line.real.readyState !== 1) { passing("The line is cut: your words are kept."); return; }
    keep();
    sent = { number: Date.now(), to: bound, text };
    line.say("words", sent.number, sent.to, text);
    at("line").readOnly = true;
    sent.timer = setTimeout(() => { unlock(); passing("No answer came: look whether it was said."); }, 10000);
  }
  const unlock = () => { at("line").readOnly = false; };
  function answered({ number, how, why }) {
    if (!sent || sent.number !== number) return;
    clearTimeout(sent.timer);
    unlock();
    if (how === "said") {
      if (UNSENT.get(sent.to) === sent.text) UNSENT.delete(sent.to);
      if (bound === sent.to && at("line").value === sent.text) at("line").value = "";
      keep();
    } else if (how === "asked") { write(false); return; }  // its keys answer
    else passing(why || "It was not said.");
    sent = null;
  }
  addEventListener("pagehide", keep);
  function offered(now) {
    offer = now;
    show();
  }
  function speak(title, row, told) {  // what changed, for a screen reader
    if (title) document.title = title;
    const unread = Number(/^\((\d+)\)/.exec(title)?.[1] || 0);  // on the app's badge too, where there is one
    (unread ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())?.catch(() => {});
    [row, told, `Keys: ${offer.keys.map((key) => key.slice(0, 2).join(" ").trim()).join(", ")}`].forEach((words, number) => {
      const part = at("spoken").children[number];
      if (part.textContent !== words) part.textContent = words;
    });
  }
  let reading = 0;
  function read() {  // the table as text
    reading = 0;
    const buffer = term?.buffer.active, length = term ? term.rows : 0;  // what became smaller keeps rows above, and is cut
    const row = (number) => buffer.getLine(buffer.baseY + number)?.translateToString(true, 0, term.cols) ?? "";
    at("text").textContent = Array.from({ length }, (_, number) => row(number)).join("\n");
  }
  const made = (kind, ...inside) => { const part = document.createElement(kind); part.append(...inside); return part; };
  const button = (data, ...inside) => { const pressable = made("button", ...inside); Object.assign(pressable.dataset, data); return pressable; };
  function show() {
    if (pressed) return;  // no key goes away from under a thumb: its press would come to nothing
    if (shown !== offer) {
      if (offer.screen !== shown?.screen) at("keys").scrollLeft = 0;
      shown = offer;
      bind(offer.to);
      document.querySelector("#fixed [data-do=write]").classList.toggle("strong", offer.to?.[1] === "here");  // a field waits for words
      at("offered").replaceChildren(...offer.keys.map(([key, word, type]) => button({ type }, made("b", key), word)));
    }
    if (seen !== talk) converse(seen, seen = talk);
    at("say").hidden = !offer.to;
  }

  // --- a conversation over the table: who is spoken to, what was said, the newest above the field
  let talk = null, seen = null;
  function converse(before, now) {
    const said = at("said"), same = before && now && before.to === now.to;
    const low = said.scrollTop + said.clientHeight > said.scrollHeight - 40;
    at("talk").hidden = !now;
    if (!now) return;
    at("table").scrollLeft = 0;
    at("threads").replaceChildren(...now.threads.map(([value, label, unread, chosen]) => {
      const thread = button({ go: "thread", value }, label, ...(unread ? [made("b", unread)] : []));
      thread.setAttribute("aria-pressed", chosen);
      return thread;
    }));
    const bubble = ({ title, who, hour, words, aside, waits, answers }) => {
      const part = made("li", made("small", who ? `${who} · ${hour}` : hour), made("p", words));
      if (aside) part.append(made("p", aside));
      if (!who) part.className = "mine";
      if (answers.length) part.append(made("div", ...answers.map(([go, word]) => button({ go, value: waits }, word))));
      const head = made("li", title);
      head.className = "title";
      return title ? [head, part] : [part];
    };
    const waiting = (words) => { const part = made("li", words); part.className = "mine unsaid"; return [part]; };
    // What stands stays, so that a reader of screens hears the new alone.
    const entries = [...now.said.map((entry) => [bubble, entry]), ...now.unsaid.map((entry) => [waiting, entry])];
    const keys = entries.map(([, entry]) => JSON.stringify(entry));
    const kept = same ? keys.findIndex((key, place) => key !== before.keys[place]) : 0;
    now.keys = keys;
    const stands = kept < 0 ? keys.length : kept;
    const first = [...said.children].findIndex((part) => Number(part.dataset.entry) >= stands || !part.dataset.entry);
    for (const part of first < 0 ? [] : [...said.children].slice(first)) part.remove();
    entries.slice(stands).forEach(([draw, entry], place) => said.append(...draw(entry).map((part) => {
      part.dataset.entry = stands + place;
      return part;
    })));
    if (!now.said.length) said.append(made("li", "Nothing has been said here."));
    at("aside").textContent = now.note;
    at("say").textContent = `Say something to ${now.to}`;
    if (same && !low) return;
    lowest();
    at("threads").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  const lowest = () => { at("said").scrollTop = at("said").scrollHeight; };
  at("talk").addEventListener("pointerdown", (event) => {
    pressed = true;
    if (writing() && event.target.closest("#threads button")) event.preventDefault();  // keeps the field and its keyboard
  });
  at("talk").addEventListener("click", (event) => {
    const pressable = event.target.closest("button");
    if (!pressable || !line) return;
    if (pressable.dataset.go) { line.say("go", pressable.dataset.go, pressable.dataset.value); line.tapped(); }
    else write(true);
  });

  at("bar").addEventListener("pointerdown", (event) => {
    pressed = true;
    if (event.target.closest("button")) event.preventDefault();  // keeps the keyboard as it is
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { pressed = false; show(); }, 50));  // the click comes after it
  at("bar").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || !line) return;
    if (button.dataset.type === "\r" && talk && offer.to) write(true);
    else if (button.dataset.type) line.type(button.dataset.type);
    else if (button.dataset.do === "write") {
      const speak = offer.keys.find(([, word]) => word.startsWith("talk") || word === "say");
      if (!offer.to && speak) line.type(speak[2]);  // nothing is written to before it is shown
      write(true);
    }
    else if (button.dataset.do === "done") write(false);
    else if (button.dataset.do === "smaller") resized(-Math.max(1, size / 10));
    else if (button.dataset.do === "larger") resized(Math.max(1, size / 10));
  });
  at("words").addEventListener("submit", (event) => {
    event.preventDefault();
    if (at("line").readOnly) return;
    if (at("line").value) send(at("line").value);
    else line.type("\r");
  });

  // --- a finger: taps are clicks by themselves, a swipe turns the wheel
  let from = null, apart = 0;
  const between = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const cell = (touch) => {
    const screen = document.querySelector("#terminal .xterm-screen").getBoundingClientRect();
    const one = (part, whole, count) => Math.min(count, Math.max(1, 1 + Math.floor(part / whole * count)));
    return [one(touch.clientX - screen.left, screen.width, line.cells.width), one(touch.clientY - screen.top, screen.height, line.cells.height), screen.height / line.cells.height];
  };
  at("terminal").addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? event.touches[0].clientY : null; apart = event.touches.length === 2 ? between(event.touches) : 0; }, { passive: true });
  at("terminal").addEventListener("touchmove", (event) => {
    if (apart && event.touches.length === 2 && Math.abs(between(event.touches) / apart - 1) > 0.08) {  // a pinch
      resized(size * (between(event.touches) / apart - 1));
      apart = between(event.touches);
    }
    if (from === null || !line) return;
    const [column, row, high] = cell(event.touches[0]);
    const rows = Math.trunc((from - event.touches[0].clientY) / high);
    if (rows) {
      line.type(`\x1b[<${rows > 0 ? 65 : 64};${column};${row}M`.repeat(Math.min(8, Math.abs(rows))));
      from -= rows * high;
    }
    event.stopPropagation();
  }, { capture: true, passive: true });

  // --- the terminal has what the bar leaves. A keyboard covers it, and changes no row: its last lines are seen.
  function fit() { if (window.onresize && !writing()) requestAnimationFrame(() => { letters(); if (window.onresize) window.onresize(); }); }
  const writing = () => body.classList.contains("writing");
  let across = innerWidth;
  function write(on) {
    const terminal = at("terminal");
    if (on === writing()) return;
    terminal.style.height = on ? `${terminal.offsetHeight}px` : "";
    body.classList.toggle("writing", on);
    if (line) line.say("go", "writing", on ? "1" : "");  // a page that comes by itself waits meanwhile
    if (on) at("line").focus(); else { at("line").blur(); across = innerWidth; fit(); }
    lift();
  }
  function lift() {  // the line with the cursor is seen over the keyboard
    const high = at("terminal").offsetHeight, over = high - at("table").offsetHeight;
    const under = term ? high * (1 - (term.buffer.active.cursorY + 1.5) / term.rows) : 0;
    lowest();
    at("terminal").style.translate = writing() && over > 0 ? `0 ${-Math.max(0, over - under)}px` : "";
  }
  if (window.visualViewport) visualViewport.addEventListener("resize", () => {
    root.style.setProperty("--high", `${visualViewport.height}px`);
    scrollTo(0, 0);
    if (innerWidth !== across) { write(false); across = innerWidth; }
    lift();
    fit();
  });
  new ResizeObserver(() => { lift(); fit(); }).observe(at("table"));

  // --- begin, once letters can be measured
  const terminal = at("terminal");
  letters();
  terminal.dataset.fontSize = size;
  const create = document.createElement.bind(document);  // the terminal's style elements are refused, and not needed
  document.createElement = (name, ...more) => create(name === "style" ? "template" : name, ...more);
  const begin = () => {
    const script = document.createElement("script");
    script.src = body.dataset.terminal;
    script.onload = () => {
      terminal.classList.add("textual-terminal");
      const start = window.onload;
      window.onload = null;  // where the page is not through with loading it would start twice: two lines for one page
      start();
      fit();
      term?.onResize(() => { reading ||= setTimeout(read, 500); });
      term?.parser.registerOscHandler(52, copied);
      term?.attachCustomKeyEventHandler(passed);
      const typed = terminal.querySelector("textarea");
      if (typed) {
        if (thumbs) typed.inputMode = "none";  // a tap is no wish for the keyboard; words have a field of their own
        typed.focus({ preventScroll: true });
      }
    };
    script.onerror = () => over("The page did not arrive whole.", "Load it again", () => location.reload());
    body.append(script);
  };
  document.fonts.addEventListener?.("loadingdone", () => { term?.clearTextureAtlas?.(); term?.refresh(0, term.rows - 1); });
  navigator.serviceWorker?.register(body.dataset.worker).catch(() => {});  // for a page without a network
  Promise.all(["16px", "bold 16px"].map((font) => document.fonts.load(`${font} "Roboto Mono"`, "─│○◆▲✓x"))).then(begin, begin);
})();
