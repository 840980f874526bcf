import { expect, type Page, type Request, type Route, test } from '@playwright/test'
import { findReads } from './reads.ts'

/** Text for empty states. It must not appear before the response arrives. */
const emptyClaims = [
  /\bNo [\w’' ]+ (yet|available|recorded|match|matches|found|looked for)\b/i,
  /\bNo (highlights?|findings?|jurors?|videos|sessions|speakers|strikes?|case|transcript|quotes|exports)\b[^:,]/,
  /\bNo (findings|hardship requests|follow-ups|matching|pending|upcoming)\b/,
  /\bNothing (is waiting|waits|to look at|to export|was|can be)\b/,
  /\bNobody\b|\bnot known\b|\bunknown\b|Transcript not ready|All eligible jurors|Everyone in the firm/,
  /^Seat \d+, empty$/m,
  /\bNot yet questioned \(0\)|\bFindings \(0\)|\bList \(0\)/,
]

/** In milliseconds. A dialog's code may load before it sends its first request. */
const afterStepMs = 300
const patienceMs = 15_000
/** If a failure still isn't shown after this time, it's checked again at the end. */
const glanceMs = 1000
/** A loading line appears after half a second. */
const lateMs = 600

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g
/** Includes the query because a dialog may read the same list with different parameters. */
const toKey = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`.replaceAll(ids, ':id')
}

/** The header or the router sends these requests, so it's enough to probe them on one screen. */
const ofTheShell = ['/api/auth/account', '/api/notifications', '/api/firm/trial']

export type Step = (page: Page) => Promise<unknown>
export type Place = {
  path: string
  /**
   * The reads that this place probes. Each entry is a file in web/ without its extension, such as `AssignDialog`, or
   * `File:endpoint`.
   */
  covers: string
  before?: Step
  steps?: readonly Step[]
}

export const openTab =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('tab', { name }).click({ timeout: patienceMs })
export const openOptions: Step = (page) => page.getByText('Options', { exact: true }).click({ timeout: patienceMs })
export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click({ timeout: patienceMs })
export const choose =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click({ timeout: patienceMs })
/** If the first press only closed a tooltip, presses again. */
export const closeDialog: Step = (page) =>
  expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: patienceMs })

const readPage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'))
    const options = [...document.querySelectorAll('option')].map((each) => each.textContent)
    return [document.body.innerText, ...named, ...options].join('\n')
  })
const findClaims = (text: string): string[] =>
  emptyClaims.flatMap((claim) => text.match(new RegExp(claim, `${claim.flags}g`)) ?? [])

declare global {
  // oxlint-disable-next-line no-var -- the page's scripts share only what's declared this way
  var waits: { note: (key: string) => void; isReplaced: (key: string, alerts: Element[]) => boolean }
}

/** Remembers which elements are loading just before a read fails, to see whether its failure replaces one nearby. */
function watchWaits(): void {
  const mostLevels = 6
  const noted = new Map<string, Map<Element, Element[]>>()
  const isWaiting = (element: Element) => {
    const own = [...element.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE)
    const words = [element.getAttribute('aria-label'), ...own.map((each) => each.textContent)].join(' ')
    return element.matches('[aria-busy=true], .animate-pulse') || /Loading|Estimating|Grouping|Searching/.test(words)
  }
  const listAncestors = (element: Element): Element[] =>
    element.parentElement ? [element.parentElement, ...listAncestors(element.parentElement)] : []
  globalThis.waits = {
    note(key) {
      const waiting = [...document.body.querySelectorAll('*')].filter(isWaiting)
      noted.set(key, new Map(waiting.map((each) => [each, listAncestors(each)])))
    },
    isReplaced: (key, alerts) =>
      [...(noted.get(key) ?? [])].some(([element, ancestors]) => {
        if (element.isConnected && isWaiting(element)) return false
        const around = ancestors.filter((each) => each.isConnected).slice(0, mostLevels)
        return around.some((each) => alerts.some((alert) => each.contains(alert)))
      }),
  }
}

async function probe(page: Page, place: Place, known: Set<string>): Promise<void> {
  const { path, before, steps = [] } = place
  await before?.(page)
  const held = new Map<string, Route[]>()
  const passing = new Set(['/api/auth/account', ...known])
  const failing = new Set<string>()
  const underWay = new Set<Request>()
  const settle = (request: Request) => void underWay.delete(request)
  const noteCode = (request: Request) => void (request.resourceType() === 'script' && underWay.add(request))
  const handle = async (route: Route) => {
    const request = route.request()
    const key = toKey(request.url())
    if (request.method() !== 'GET' || request.resourceType() !== 'fetch') return route.fallback()
    if (failing.has(key)) return route.fulfill({ status: 500, body: `Probe of ${key}.` })
    if (passing.has(key)) {
      underWay.add(request)
      return route.fallback()
    }
    held.set(key, [...(held.get(key) ?? []), route])
  }
  await page.route('**/api/**', handle)
  page.on('request', noteCode)
  page.on('requestfinished', settle)
  page.on('requestfailed', settle)

  const where = (key: string) => `${path.replaceAll(ids, ':id')}: ${key}`
  const late: string[] = []
  const said = new Map<string, string[]>()
  const noteClaims = (key: string, text: string) => said.set(key, [...(said.get(key) ?? []), ...findClaims(text)])

  const getNextHeld = async () => {
    const isQuiet = async () => held.size > 0 || (underWay.size === 0 && (await page.locator('h1').count()) > 0)
    const drawFrames = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect
      .poll(async () => (await isQuiet()) && (await drawFrames(), await isQuiet()), {
        message: `${path} comes to rest`,
        intervals: [50],
        timeout: 20_000,
      })
      .toBe(true)
    return [...held.keys()][0]
  }
  const getAlert = (key: string) => page.getByRole('alert').filter({ hasText: `500: Probe of ${key}.` })
  const getRetry = (key: string) =>
    key === '/api/notifications'
      ? page.getByRole('button', { name: 'Notifications unavailable' })
      : getAlert(key)
          .getByRole('button', { name: /^(Retry|Try again)$/i })
          .first()
  const retry = async (key: string) => {
    await expect.soft(getRetry(key), `${where(key)} offers another try`).toBeEnabled({ timeout: patienceMs })
    if (!ofTheShell.includes(key)) {
      const isReplaced = () => getAlert(key).evaluateAll((alerts, of) => waits.isReplaced(of, alerts), key)
      expect.soft(await isReplaced(), `${where(key)} shows that it is loading, where it then fails`).toBe(true)
    }
    passing.add(key)
    failing.delete(key)
    if (key === '/api/notifications' || (await getRetry(key).count()) === 0) return
    await getRetry(key)
      .click({ timeout: patienceMs })
      .catch(() => {})
    await expect.soft(getAlert(key), `${where(key)} comes back`).toHaveCount(0, { timeout: patienceMs })
  }
  const probeHeld = async () => {
    for (let key = await getNextHeld(); key !== undefined; key = await getNextHeld()) {
      const text = await readPage(page)
      noteClaims(key, text)
      if (!ofTheShell.includes(key)) {
        await page.waitForTimeout(lateMs)
        await page.evaluate((of) => waits.note(of), key)
      }
      failing.add(key)
      const routes = held.get(key) ?? []
      held.delete(key)
      for (const route of routes) await route.fulfill({ status: 500, body: `Probe of ${key}.` })
      const isShown = await getRetry(key)
        .waitFor({ timeout: held.size > 0 ? glanceMs : patienceMs })
        .then(() => true)
        .catch(() => false)
      noteClaims(key, await readPage(page))
      if (isShown) await retry(key)
      else late.push(key)
      known.add(key)
    }
    // One failure can hide another, so start with a failure that is visible.
    while (late.length > 0) {
      const shown = late.map((key) =>
        getRetry(key)
          .waitFor({ timeout: patienceMs })
          .then(() => key),
      )
      const key = await Promise.any(shown).catch(() => late[0]!)
      late.splice(late.indexOf(key), 1)
      await retry(key)
    }
  }
  await page.goto(path)
  await probeHeld()
  const rested: string[] = []
  for (const step of steps) {
    rested.push(...findClaims(await readPage(page)))
    await step(page)
    await page.waitForTimeout(afterStepMs)
    await probeHeld()
  }
  // On a busy machine, the page may become idle before a lazy-loaded component requests its data.
  if ((await listMissingReads(place, known)).length > 0) {
    const deadline = Date.now() + patienceMs
    while (held.size === 0 && Date.now() < deadline) await page.waitForTimeout(50)
    await probeHeld()
  }
  rested.push(...findClaims(await readPage(page)))
  const untrue = [...said].flatMap(([key, claims]) =>
    claims.filter((claim) => !rested.includes(claim)).map((claim) => `${where(key)}: “${claim}”`),
  )
  expect.soft(untrue, 'claims before an answer').toEqual([])
  await page.unroute('**/api/**', handle)
  page.off('request', noteCode)
  page.off('requestfinished', settle)
  page.off('requestfailed', settle)
}

export async function probePlaces(page: Page, places: readonly Place[]): Promise<void> {
  const probedOn = new Map<string, Set<string>>()
  await page.addInitScript(watchWaits)
  for (const place of places) {
    await test.step(place.path.replaceAll(ids, ':id'), async () => {
      const screen = place.path.split(/[?#]/)[0]!
      const known = probedOn.get(screen) ?? new Set(probedOn.size > 0 ? ofTheShell : [])
      probedOn.set(screen, known)
      await probe(page, place, known)
      expect.soft(await listMissingReads(place, known), `${place.path} requests what it covers`).toEqual([])
    })
  }
}

export const isCovered = (
  { file, endpoint }: { file: string; endpoint: string },
  { covers }: Pick<Place, 'covers'>,
): boolean => covers.split(/\s+/).some((each) => each === file || each === `${file}:${endpoint}`)

async function listMissingReads(place: Place, known: ReadonlySet<string>): Promise<string[]> {
  const paths = [...known].map((key) => key.split('?')[0]!)
  return (await findReads())
    .filter((read) => isCovered(read, place) && !paths.some((path) => read.pattern.test(path)))
    .map(({ file, endpoint }) => `${file}:${endpoint}`)
}
