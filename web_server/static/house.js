// The pages before the table. Nothing here is needed but to tidy up.
"use strict";
const ours = document.documentElement.dataset.origin;
if (location.origin !== ours) location.replace(ours + location.pathname + location.search);
// A link is used once, and need not stand in the address, or in the browser's history, while it is.
if (location.pathname.startsWith("/j/")) history.replaceState(null, "", "/j");
const code = document.getElementById("code");
if (code) code.addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign("/j/" + encodeURIComponent(document.getElementById("typed").value.trim()));
});
// One press is enough: a second would find the link used.
for (const form of document.querySelectorAll("form[method=post]")) form.addEventListener("submit", () => {
  setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; });
});
addEventListener("pageshow", () => { for (const button of document.querySelectorAll("button")) button.disabled = false; });
