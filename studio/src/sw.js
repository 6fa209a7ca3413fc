// The service worker, which keeps all files of this build, so that the studio works without a network. The build puts in the
// list of files and a name for it.

/* global __FILES__, __BUILD__ */
const FILES = __FILES__;
const PREFIX = `studio ${self.registration.scope} `;
const CACHE = PREFIX + __BUILD__;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const wanted = new URL(request.url).pathname.endsWith("/") ? "./index.html" : request;
  return (await cache.match(wanted, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
self.addEventListener("fetch", (event) => {
  const isOurs = event.request.method === "GET" && event.request.url.startsWith(self.registration.scope);
  if (isOurs) event.respondWith(answer(event.request));
});
