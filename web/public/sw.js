// Pages and API responses come from the network first, with the cache as the offline fallback. Built files have a hash
// in their name, so they come from the cache. API responses are deleted at sign-out.
const files = 'venire-files-1'
const answers = 'venire-answers-1'
// vite.offline.ts fills in this list at build time.
const precached = /* precached */ []
// Incremented when responses are deleted, so a response still in flight is not cached afterward.
let epoch = 0

const keptAnswers = [
  /^\/api\/auth\/account$/,
  /^\/api\/sessions\/[^/]+$/,
  /^\/api\/sessions\/[^/]+\/(strike-board|highlights|highlight-summary|videos|excusals|speakers)$/,
  /^\/api\/videos\/[^/]+\/(player|transcript|transcript-outline)$/,
]

self.addEventListener('install', (event) => {
  event.waitUntil(precache().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== files && name !== answers).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  )
})

// Caches app.html last, so an older app.html stays in use until all new files are cached.
async function precache() {
  const cache = await caches.open(files)
  await Promise.all(precached.map((path) => fromCache(new Request(path))))
  await cache.add('/app.html')
}

self.addEventListener('message', (event) => {
  const { kind, urls } = event.data ?? {}
  if (kind === 'forget') {
    epoch += 1
    event.waitUntil(caches.delete(answers))
  }
  if (kind === 'keep') event.waitUntil(keepAll(urls ?? []))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isFile(url)) event.respondWith(fromCache(request))
  else if (request.mode === 'navigate') event.respondWith(isApplication(url) ? page(request) : outside(request))
  else if (isKept(url)) event.respondWith(answer(request, (work) => event.waitUntil(work)))
})

const isFile = (url) =>
  url.pathname.startsWith('/assets/') || url.pathname === '/theme.js' || url.pathname === '/favicon.svg'
const isKept = (url) => keptAnswers.some((pattern) => pattern.test(url.pathname))
const isApplication = (url) =>
  url.pathname !== '/' && !url.pathname.startsWith('/s/') && !url.pathname.startsWith('/api/')

// Requests run one at a time, because a long transcript takes a hundred of them.
async function keepAll(urls) {
  for (const url of urls) await keepUrl(url)
}

async function keepUrl(address) {
  const url = new URL(address)
  if (url.origin !== self.location.origin) return
  if (isFile(url)) await fromCache(new Request(url)).catch(() => {})
  else if (isKept(url)) await answer(new Request(url, { credentials: 'same-origin' })).catch(() => {})
}

async function fromCache(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await (await caches.open(files)).put(request, response.clone())
  return response
}

// A server without its database, and a proxy without its server, count as offline.
const isOutage = ({ status }) => status === 502 || status === 503 || status === 504

async function page(request) {
  try {
    const response = await fetch(request)
    if (response.ok && (response.headers.get('content-type') ?? '').includes('text/html')) {
      await (await caches.open(files)).put('/app.html', response.clone())
    }
    return isOutage(response) ? ((await caches.match('/app.html')) ?? response) : response
  } catch (error) {
    const kept = await caches.match('/app.html')
    if (kept) return kept
    throw error
  }
}

// The landing page, API reference, and shared files aren't cached, so links to them stay in the app when offline.
async function outside(request) {
  try {
    return await fetch(request)
  } catch (error) {
    if (await caches.match('/app.html')) return Response.redirect('/dashboard')
    throw error
  }
}

const isClosed = ({ status }) => status === 401 || status === 403 || status === 404

// Whoever lost one response may have lost the case, so asks for the rest again.
async function recheck(cache) {
  for (const request of await cache.keys())
    if (isClosed(await fetch(request.url, { credentials: 'same-origin' }))) await cache.delete(request)
}

async function answer(request, later = (work) => void work.catch(() => {})) {
  const began = epoch
  const cache = await caches.open(answers)
  try {
    const response = await fetch(request)
    if (began !== epoch) return response
    if (response.ok) await cache.put(request, response.clone())
    else if (response.status === 401) await caches.delete(answers)
    else if (isClosed(response) && (await cache.delete(request))) later(recheck(cache))
    return isOutage(response) ? ((await cache.match(request)) ?? response) : response
  } catch (error) {
    const kept = await cache.match(request)
    if (kept) return kept
    throw error
  }
}
