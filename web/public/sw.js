// The service worker. It shows push messages, and a page of its own while the server cannot be reached. It keeps nothing of the
// app and no answer of the API, so that a new one takes over at once and no page is older than the deployment.

/** Its name changes with the files, so that browsers fetch them anew; a test compares. */
const CACHE = "offline-035ef62a";
const PAGE = "/offline";
const FILES = [PAGE, "/offline.css", "/offline.js", "/favicon.svg"];

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/**
 * The page from the server, or the offline page where there is no answer. Chromium then rejects the preload; Firefox (153 ESR)
 * resolves it to `Response.error()`, for which it would show its own "Unable to connect".
 */
async function openPage(request, preloaded) {
  try {
    const answer = (await preloaded) ?? (await fetch(request));
    if (answer.type !== "error") return answer;
  } catch {}
  return (await caches.match(PAGE)) ?? Response.error();
}

/** The address of the app that a message opens: its start for any other address. */
function pathOf(address) {
  const { origin: own } = self.location;
  const url = URL.parse(address ?? "/", own);
  return url?.origin === own ? url.pathname + url.search + url.hash : "/";
}

/** Shows a message. Browsers ask for it with each, so that one that cannot be read is shown, too. */
async function show(data) {
  let notification = {};
  try {
    notification = data.json().notification ?? {};
  } catch {}
  const { title = "Command Centre", body, lang, tag, navigate } = notification;
  const look = { icon: "/icon-192.png", badge: "/badge.png" };
  await self.registration.showNotification(title, { ...look, body, lang, tag, data: pathOf(navigate) });
}

/** Goes to an open page of the app at the address, or opens one. */
async function openPath(path) {
  const { href } = new URL(path, self.location.origin);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === href);
  await (page ? page.focus() : self.clients.openWindow(href));
}

/** Tells the server the new address of this browser, where its push service changed that. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/push/subscriptions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
  });
}

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request, preloadResponse } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET" || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(openPage(request, preloadResponse));
  else if (FILES.includes(pathname))
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
});
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(pathOf(event.notification.data)));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
