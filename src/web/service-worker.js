// Served at /sw.js with VERSION and FILES before it (src/app/install/mount-install.ts). It keeps the offline page and what
// that shows, and nothing else: every page, answer and file comes from the network, so no old version can stay.
const CACHE = `offline ${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(openPage(event));
  else if (origin === self.location.origin && FILES.includes(pathname)) event.respondWith(loadFile(request));
});

self.addEventListener('push', (event) => {
  const { title, path, tag } = event.data.json();
  const icons = { icon: '/icon-192.png', badge: '/badge-96.png' };
  event.waitUntil(self.registration.showNotification(title, { ...icons, tag, renotify: true, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data.path));
});

async function openAt(path) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(path);
  await page.focus();
  return page.navigate(path);
}

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
}

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(FILES[0])) ?? Response.error();
  }
}

async function loadFile(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
