// Keeps the page, its scripts and its styles, so that a reload shows the page while the network or the service is down. Keeps no
// records: src/snapshot.ts does, for the tab. Requests to the API do not pass through here.
// Two rules: the page from the network first, its files from the cache first. For more of them there is Workbox, with over 30 packages.

const PAGE = self.registration.scope
// `dashboard` or `inspector`: both are pages of one origin.
const KEPT = new URL(PAGE).pathname.replaceAll('/', '')
const ASSETS = new URL('assets/', PAGE.replace(/\/?$/, '/')).href

self.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(PAGE)
      .then(keepPage)
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && isPage(request.url)) event.respondWith(newestPage(event))
  if (request.method === 'GET' && request.url.startsWith(ASSETS)) event.respondWith(asset(request))
})

const isPage = (url) => url.split(/[?#]/)[0].replace(/\/$/, '') === PAGE.replace(/\/$/, '')

/** The page of the service; the kept one if there is no response, or an error of the service or its proxy. */
async function newestPage(event) {
  const response = await fetch(event.request).catch(() => undefined)
  if (response?.ok) event.waitUntil(keepPage(response.clone()))
  if (response && response.status < 500) return response
  return (await caches.match(PAGE)) ?? response ?? Response.error()
}

/** Keeps a page and the files that it refers to, and deletes those of the page before. */
async function keepPage(response) {
  const html = await response.clone().text()
  const known = await caches.match(PAGE)
  if ((await known?.text()) === html) return
  await caches.delete(KEPT)
  const cache = await caches.open(KEPT)
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, url]) => new URL(url, PAGE).href,
  )
  await cache.addAll(files.filter((url) => url.startsWith(ASSETS)))
  await cache.put(PAGE, response)
}

/** The name of a file contains the hash of its content, so that a kept one is never old. */
async function asset(request) {
  // The service answers with `Vary: Origin`. `addAll` has kept a request without this header, and that of a `<script crossorigin>` has
  // it: without `ignoreVary`, the first visit would have kept files that no reload finds. No header changes the content of a file.
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await (await caches.open(KEPT)).put(request, response.clone())
  return response
}
