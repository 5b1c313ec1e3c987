// Installed with the house: shows what it is called back with, and opens the house when that is pressed. Keeps nothing.
"use strict";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => {
  let told = { title: "Garnet House", body: "Something waits for you." };
  try { told = { ...told, ...event.data.json() }; } catch { /* as above */ }
  event.waitUntil(self.registration.showNotification(told.title, { body: told.body, tag: told.tag, icon: told.icon }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((open) => {
    const page = open.find((one) => new URL(one.url).pathname === "/play");
    return page ? page.focus() : self.clients.openWindow("/play");
  }));
});
