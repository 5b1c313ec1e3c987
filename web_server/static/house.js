// The pages before the table. Nothing here is needed but to tidy up.
"use strict";
const ours = document.documentElement.dataset.origin;
if (location.origin !== ours) location.replace(ours + location.pathname + location.search);
// A link is used once, and need not stand in the address, or in the browser's history, while it is; loaded again, the
// page knows it.
try {
  if (location.pathname.startsWith("/j/")) { sessionStorage.link = location.pathname + location.search; history.replaceState(null, "", "/j"); }
  else if (location.pathname === "/j" && !location.search && sessionStorage.link) location.replace(sessionStorage.link);
  else if (location.pathname !== "/j") delete sessionStorage.link;
} catch { if (location.pathname.startsWith("/j/")) history.replaceState(null, "", "/j"); }
const code = document.getElementById("code");
if (code) code.addEventListener("submit", (event) => {
  event.preventDefault();
  location.assign("/j/" + encodeURIComponent(document.getElementById("typed").value.trim()));
});
// One press is enough: a second would find the link used.
for (const form of document.querySelectorAll("form[method=post]")) form.addEventListener("submit", () => {
  setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; });
});
// Being called: the browser asks its person, and its push service for an address, which the house is given.
const device = document.getElementById("device"), allow = document.getElementById("allow"), zone = document.getElementById("zone");
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
const why = (text) => { document.getElementById("why").textContent = text; };
if (allow && !("serviceWorker" in navigator && "PushManager" in window)) {
  allow.disabled = true;
  why("This browser cannot be called. On an iPhone, put the house on the home screen first and open it from there.");
} else if (allow) allow.addEventListener("click", async () => {
  allow.disabled = true;
  try {
    if (await Notification.requestPermission() !== "granted") { why("Your browser does not allow it. Its settings for this page do."); return; }
    const worker = await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
    const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: device.dataset.key })).toJSON();
    const told = new URLSearchParams({ endpoint: made.endpoint, key: made.keys.p256dh, auth: made.keys.auth });
    const answer = await fetch("/call/device", { method: "POST", body: told });
    if (answer.ok) location.reload();
    else why("The house could not keep that. " + new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".lead").textContent);
  } catch { why("Your browser's push service did not answer. Try again later."); } finally { allow.disabled = false; }
});
// The page that is kept for when there is no network.
if (document.getElementById("retry")) addEventListener("online", () => location.replace("/play"));
// What is typed into, and the button under it, stay above a keyboard.
if (window.visualViewport) visualViewport.addEventListener("resize", () => {
  document.activeElement?.form?.querySelector("button")?.scrollIntoView({ block: "nearest" });
});
addEventListener("pageshow", () => { for (const button of document.querySelectorAll("button")) button.disabled = false; });
