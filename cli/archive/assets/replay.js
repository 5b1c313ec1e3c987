// Steps through the rounds of a match. Everything is in the page already: without this script all of it is seen.
"use strict";
(() => {
  const make = (name, words, label) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.setAttribute("aria-label", label);
    button.dataset.do = name;
    return button;
  };
  // The address follows a moment later: browsers stop pages that change it at every turn of a slider.
  let due = 0;
  const remember = (hash) => {
    clearTimeout(due);
    due = setTimeout(() => history.replaceState(null, "", hash), 150);
  };
  for (const round of document.querySelectorAll(".round[data-steps]")) {
    const all = Number(round.dataset.steps);
    if (!all) continue;
    const items = [...round.querySelectorAll(".steps [data-step]")];
    const marks = [...round.querySelectorAll("[data-step]")];
    const player = document.createElement("div");
    const slide = document.createElement("input");
    const said = document.createElement("output");
    let at = all, playing = 0;
    player.className = "player";
    slide.type = "range"; slide.min = "0"; slide.max = String(all); slide.value = String(all);
    slide.setAttribute("aria-label", "Step of this round");
    const play = make("play", "Play", "Play the steps of this round");
    player.append(make("first", "\u21e4", "Before the first step"), make("back", "\u2190", "A step back"), play,
      make("on", "\u2192", "A step on"), make("last", "\u21e5", "After the last step"), slide, said);
    said.textContent = all === 1 ? "1 step" : `${all} steps`;
    (round.querySelector(".stage") || round.querySelector(".steps")).before(player);
    const show = (step, told) => {
      at = Math.max(0, Math.min(all, step));
      slide.value = String(at);
      round.classList.toggle("stepping", at < all);
      for (const mark of marks) mark.classList.toggle("later", Number(mark.dataset.step) > at);
      for (const item of items) item.classList.toggle("now", Number(item.dataset.step) === at && at < all);
      said.textContent = at ? `${at}/${all}: ${items[at - 1].textContent}` : "Before the first step.";
      if (told) remember(at ? `#${round.id}-${at}` : `#${round.id}`);
    };
    const stop = () => { clearInterval(playing); playing = 0; play.textContent = "Play"; };
    const act = {
      first: () => show(0, true), back: () => show(at - 1, true), on: () => show(at + 1, true), last: () => show(all, true),
      play: () => {
        if (playing) { stop(); return; }
        if (at >= all) show(0, true);
        play.textContent = "Stop";
        playing = setInterval(() => { show(at + 1, true); if (at >= all) stop(); }, 1200);
      },
    };
    player.addEventListener("click", (event) => {
      const name = event.target.dataset ? event.target.dataset.do : "";
      if (!name) return;
      if (name !== "play") stop();
      act[name]();
    });
    slide.addEventListener("input", () => { stop(); show(Number(slide.value), true); });
    round.addEventListener("garnet:go", (event) => show(event.detail, false));
    let from = null;
    const stage = round.querySelector(".stage");
    if (stage) {  // a swipe on a drawing that is seen whole is a step
      stage.addEventListener("touchstart", (event) => { from = event.changedTouches[0].clientX; }, { passive: true });
      stage.addEventListener("touchend", (event) => {
        const far = event.changedTouches[0].clientX - from;
        if (stage.scrollWidth <= stage.clientWidth && Math.abs(far) > 48) { stop(); show(at + (far < 0 ? 1 : -1), true); }
      }, { passive: true });
    }
    round.addEventListener("garnet:step", (event) => { stop(); show(event.detail ? at + event.detail : at, true); });
  }
  // Keys: n and p step in the round that is in sight, N and P go from round to round.
  const rounds = [...document.querySelectorAll(".round[data-steps]")];
  const sight = () => rounds.findIndex((round) => round.getBoundingClientRect().bottom > innerHeight / 3);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || rounds.length === 0) return;
    const here = Math.max(0, sight());
    if (event.key === "n" || event.key === "p") {
      rounds[here].dispatchEvent(new CustomEvent("garnet:step", { detail: event.key === "n" ? 1 : -1 }));
    } else if (event.key === "N" || event.key === "P") {
      const to = rounds[Math.max(0, Math.min(rounds.length - 1, here + (event.key === "N" ? 1 : -1)))];
      to.scrollIntoView();
    }
  });
  // From one seat's eyes to another's one stays at the same step.
  for (const link of document.querySelectorAll("nav.eyes a")) {
    link.addEventListener("click", () => { link.hash = location.hash.replace(/-\d+$/, ""); });
  }
  // On paper everything is open.
  addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("details")) one.open = true; });
  const go = () => {
    const found = /^#round-(\d+)-(\d+)$/.exec(location.hash);
    const round = found && document.getElementById(`round-${found[1]}`);
    if (round) {
      round.dispatchEvent(new CustomEvent("garnet:go", { detail: Number(found[2]) }));
      round.scrollIntoView();
    }
  };
  addEventListener("hashchange", go);
  go();
  const promised = document.getElementById("commitment");
  const seed = document.getElementById("seed"), nonce = document.getElementById("nonce");
  const checked = document.getElementById("checked");
  if (promised && seed && nonce && globalThis.crypto && crypto.subtle) {
    const text = `garnet-house:${seed.textContent}:${nonce.textContent}`;
    crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)).then((sum) => {
      const hex = [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      const line = document.createElement("strong");
      line.textContent = hex === promised.textContent
        ? "Checked here: the dice were fixed beforehand. " : "Checked here: they do NOT belong together. ";
      checked.prepend(line);
    });
  }
})();
