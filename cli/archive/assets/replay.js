// One stage for a whole match: the drawing of the round that one is in, its steps, a bar to play it. Everything is in the
// page already: without this script every round opens by itself and all of it is seen.
"use strict";
(() => {
  const show = document.querySelector(".replay .show");
  const rounds = [...document.querySelectorAll(".round[data-steps]")];
  const make = (kind, about, ...inside) => {
    const made = Object.assign(document.createElement(kind), about);
    made.append(...inside);
    return made;
  };
  const button = (name, words, label) => {
    const made = make("button", { type: "button", textContent: words });
    made.setAttribute("aria-label", label);
    made.dataset.do = name;
    return made;
  };
  if (show && rounds.length) {
    const column = show.querySelector(".rounds");
    const all = rounds.map((round) => Number(round.dataset.steps));
    const boards = rounds.map((round) => round.querySelector(".board-of"));
    const items = rounds.map((round) => [...round.querySelectorAll(".steps > li")]);
    const keySteps = items.map((list) => list.flatMap((item, n) => item.classList.contains("key") ? [n + 1] : []));
    const marks = rounds.map((round, n) => boards[n] ? [...boards[n].querySelectorAll("[data-step]")] : []);
    const stood = boards.map((board) => board ? [...board.querySelectorAll("[data-from]")] : []);
    const drawing = make("div", { className: "drawing" });
    const said = make("output", {});
    const slide = make("input", { type: "range", min: "0", step: "1" });
    slide.setAttribute("aria-label", "Step of this round");
    const play = button("play", "Play", "Play from here");
    const player = make("div", { className: "player" }, button("before", "\u21e4", "A round back (P)"),
      button("back", "\u2190", "A step back (p)"), play, button("on", "\u2192", "A step on (n)"),
      button("after", "\u21e5", "A round on (N)"), button("larger", "Size", "The drawing larger or whole"),
      button("every", "All", "Every step, or those that mattered"), slide);
    const stage = make("div", { className: "stage" }, drawing, player, said);
    show.prepend(stage);
    show.classList.add("live");
    stage.classList.toggle("plain", boards.every((board) => !board));
    stage.classList.toggle("large", matchMedia("(max-width: 36rem)").matches);  // letters stay legible on a phone
    const tall = Math.max(0, ...boards.filter(Boolean).map((board) => board.querySelector("svg").viewBox.baseVal)
      .map((box) => box.height / box.width));
    if (tall) drawing.style.setProperty("--shape", String(1 / tall));  // as high as the highest: nothing jumps
    column.tabIndex = 0;
    column.setAttribute("role", "region");
    column.setAttribute("aria-label", "Rounds and steps");
    let round = -1, at = 0, begun = false, playing = 0, due = 0;
    const beside = () => getComputedStyle(show).display === "grid";
    // The address follows a moment later: browsers stop pages that change it at every turn of a slider.
    const remember = (hash) => {
      clearTimeout(due);
      due = setTimeout(() => history.replaceState(null, "", hash), 150);
    };
    const draw = () => {
      for (const mark of marks[round]) mark.classList.toggle("later", Number(mark.dataset.step) > at);
      for (const row of stood[round]) {
        row.classList.toggle("then", at < Number(row.dataset.from) || at > Number(row.dataset.until ?? Infinity));
      }
      items[round].forEach((item, n) => item.classList.toggle("now", n + 1 === at));
      rounds.forEach((one, n) => one.classList.toggle("ahead", n > round || (n === round && at < all[n])));
      const lit = marks[round].find((mark) => Number(mark.dataset.step) === at);
      if (lit && stage.classList.contains("large")) {  // what this step marks comes into sight
        const mark = lit.getBoundingClientRect(), part = drawing.getBoundingClientRect();
        drawing.scrollLeft += (mark.left + mark.right - part.left - part.right) / 2;
        drawing.scrollTop += (mark.top + mark.bottom - part.top - part.bottom) / 2;
      }
      slide.max = String(all[round]);
      slide.value = String(at);
      slide.disabled = !all[round];
      const name = rounds[round].querySelector("h3").textContent;
      const gist = at === all[round] ? rounds[round].querySelector(".gist")?.textContent ?? "" : "";
      const told = at ? items[round][at - 1].textContent : "";
      said.replaceChildren(make("strong", { textContent: all[round] ? `${name}, ${at}/${all[round]}` : name }),
        ` ${told} ${gist === told ? "" : gist}`);
    };
    const enter = (to) => {
      if (to === round) return;
      if (round >= 0) {
        if (boards[round]) rounds[round].querySelector("summary").after(boards[round]);
        rounds[round].open = false;
        items[round].forEach((item) => item.classList.remove("now"));
      }
      round = to;
      rounds[round].open = true;
      drawing.replaceChildren(...(boards[round] ? [boards[round]] : []));
    };
    const follow = () => {  // the step that is shown stays in sight, where steps stand beside the drawing
      const item = at ? items[round][at - 1] : rounds[round];
      if (!beside()) return;
      const low = item.getBoundingClientRect().top - column.getBoundingClientRect().top + column.scrollTop;
      column.scrollTop = at ? low - column.clientHeight / 3 : low;
    };
    const go = (to, step, told = true) => {
      enter(Math.max(0, Math.min(rounds.length - 1, to)));
      at = Math.max(0, Math.min(all[round], step));
      draw();
      follow();
      if (told) { begun = true; remember(at ? `#${rounds[round].id}-${at}` : `#${rounds[round].id}`); }
    };
    const arrive = () => {  // the stage at the top of the window; where it is above, the step right below it
      const top = scrollY + show.getBoundingClientRect().top;
      let to = top;
      if (!beside()) {
        const item = at ? items[round][at - 1] : rounds[round];
        to = Math.max(top, scrollY + item.getBoundingClientRect().top - stage.offsetHeight - 8);
      }
      scrollTo({ top: to, behavior: "instant" });
    };
    const seen = () => {
      const here = stage.getBoundingClientRect();
      return here.top >= -1 && here.top < innerHeight / 2;
    };
    const stop = () => { clearInterval(playing); playing = 0; play.textContent = "Play"; };
    const every = () => show.classList.contains("every");
    const after = () => every() ? at + 1 : keySteps[round].find((step) => step > at) ?? all[round];
    const before = () => every() ? at - 1 : keySteps[round].findLast((step) => step < at) ?? 0;
    const on = () => (at < all[round] ? go(round, after()) : round + 1 < rounds.length && go(round + 1, 0));
    const back = () => (at > 0 ? go(round, before()) : round > 0 && go(round - 1, all[round - 1]));
    const act = {
      on, back,
      after: () => go(begun ? round + 1 : round, 0),
      before: () => go(at > 0 ? round : round - 1, 0),
      larger: () => stage.classList.toggle("large"),
      every: () => { show.classList.toggle("every"); follow(); },
      play: () => {
        if (playing) { stop(); return; }
        play.textContent = "Stop";
        on();
        playing = setInterval(() => { if (on() === false) stop(); }, 1400);
      },
    };
    const press = (name) => { if (name !== "play") stop(); act[name](); };
    player.addEventListener("click", (event) => { if (event.target.dataset.do) press(event.target.dataset.do); });
    slide.addEventListener("input", () => { stop(); go(round, Number(slide.value)); });
    column.addEventListener("click", (event) => {
      const item = event.target.closest(".steps > li"), head = event.target.closest(".round > summary");
      if (item) { stop(); go(rounds.indexOf(item.closest(".round")), Number(item.dataset.step)); }
      if (head) {
        const to = rounds.indexOf(head.parentElement);
        if (to !== round) { event.preventDefault(); stop(); go(to, 0); if (!beside()) arrive(); }
      }
    });
    let from = null;
    drawing.addEventListener("touchstart", (event) => { from = event.changedTouches[0].clientX; }, { passive: true });
    drawing.addEventListener("touchend", (event) => {
      const far = event.changedTouches[0].clientX - from;
      if (!stage.classList.contains("large") && Math.abs(far) > 40) press(far < 0 ? "on" : "back");
    }, { passive: true });
    const keys = { n: "on", p: "back", N: "after", P: "before" };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const free = !event.target.closest?.("input, summary, .scroll, .rounds");
      const name = keys[event.key] ?? (free && seen() ? { ArrowRight: "on", ArrowLeft: "back" }[event.key] : undefined);
      if (!name) return;
      press(name);
      if (!seen()) arrive();
    });
    const linked = () => {
      const found = /^#round-(-?\d+)(?:-(\d+))?$/.exec(location.hash);
      const to = found ? rounds.findIndex((one) => one.id === `round-${found[1]}`) : -1;
      if (to < 0) return;
      stop();
      go(to, Number(found[2] ?? 0));
      arrive();
    };
    go(0, 0, false);
    linked();
    addEventListener("hashchange", linked);
    addEventListener("load", linked);  // fonts and pictures may have moved it
    // On paper every drawing stands in its round, whole.
    addEventListener("beforeprint", () => {
      for (const mark of marks[round]) mark.classList.remove("later");
      for (const row of stood[round]) row.classList.toggle("then", row.dataset.until !== undefined);
      if (boards[round]) rounds[round].querySelector("summary").after(boards[round]);
    });
    addEventListener("afterprint", () => { drawing.replaceChildren(...(boards[round] ? [boards[round]] : [])); draw(); });
    // From one seat's eyes to another's one stays in the same round.
    for (const link of document.querySelectorAll("nav.eyes a")) {
      link.addEventListener("click", () => { link.hash = begun ? rounds[round].id : ""; });
    }
  }
  const list = document.getElementById("list");
  const games = list ? [...new Set([...list.children].flatMap((item) => item.dataset.games?.split("|") ?? []))] : [];
  if (games.length > 1) {
    const choice = make("select", {}, ...["all games", ...games.sort()].map((name) => make("option", { textContent: name })));
    choice.setAttribute("aria-label", "Matches of one game");
    choice.addEventListener("change", () => {
      for (const item of list.children) {
        item.hidden = choice.selectedIndex > 0 && !item.dataset.games.split("|").includes(choice.value);
      }
    });
    list.before(make("p", { className: "filter" }, "Show ", choice));
  }
  const promised = document.getElementById("commitment");
  const seed = document.getElementById("seed"), nonce = document.getElementById("nonce");
  const checked = document.getElementById("checked");
  if (promised && seed && nonce && globalThis.crypto && crypto.subtle) {
    const text = `garnet-house:${seed.textContent}:${nonce.textContent}`;
    crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)).then((sum) => {
      const hex = [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      checked.textContent = hex === promised.textContent
        ? "Checked here: the dice were fixed beforehand." : "Checked here: they do NOT belong together.";
    });
  }
})();
