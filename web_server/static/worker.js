// Shows a page of its own where there is no network, and keeps nothing else. Where somebody lets the house call them: shows
// what it is called with, and opens the house when that is pressed. Says nothing while the house is looked at.
"use strict";
const OFFLINE = "/offline";
self.addEventListener("install", (event) => event.waitUntil((async () => {
  const page = await (await fetch(OFFLINE)).text();
  await caches.delete("house");
  await (await caches.open("house")).addAll([OFFLINE, ...new Set(page.match(/\/static\/\w+\/(house\.css|house\.js|icon\.svg)/g))]);
  self.skipWaiting();
})()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (/\/(house\.css|house\.js|icon\.svg)$/.test(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => {
  let told = { title: "Garnet House", body: "Something waits for you.", tag: "garnet", at: "/play" };
  try { told = { ...told, ...event.data.json() }; } catch { /* as above */ }
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((open) => {
    if (open.some((one) => one.focused && new URL(one.url).pathname.startsWith("/play"))) return;
    navigator.setAppBadge?.().catch(() => {});
    return self.registration.showNotification(told.title, { body: told.body, tag: told.tag, data: told.at });
  }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((open) => {
    const page = open.find((one) => new URL(one.url).pathname.startsWith("/play"));
    if (!page) return self.clients.openWindow(event.notification.data || "/play");
    page.postMessage(event.notification.data || "/play");
    return page.focus();
  }));
});
