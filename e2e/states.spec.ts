import { expect, type Page, type Request, type Route, test } from '@playwright/test'
import { fillFirm } from './reviewable.ts'

/** Empty-state texts, which must not appear before the response arrives. */
const emptyClaims = [
  /\bNo [\w’' ]+ (yet|available|recorded|match|matches|found|looked for)\b/i,
  /\bNo (highlights?|findings?|jurors?|videos|sessions|speakers|strikes?|case|transcript|quotes|exports)\b[^:,]/,
  /\bNo (findings|hardship requests|follow-ups|matching|pending|upcoming)\b/,
  /\bNothing (is waiting|waits|to look at|to export|was|can be)\b/,
  /\bNobody\b|\bnot known\b|\bunknown\b|Transcript not ready|All eligible jurors|Everyone in the firm/,
  /^Seat \d+, empty$/m,
  /\bNot yet questioned \(0\)|\bFindings \(0\)|\bList \(0\)/,
]

/** In milliseconds. Limits the time spent on one broken screen. */
const patienceMs = 5000
/** Failures after this time are checked again at the end. */
const glanceMs = 1000

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const toKey = (url: string): string => new URL(url).pathname.replaceAll(ids, ':id')

/** The header or the router requests these, so one screen is enough to probe them. */
const ofTheShell = ['/api/auth/account', '/api/notifications', '/api/firm/trial']

type Step = (page: Page) => Promise<unknown>
type Place = { path: string; steps?: readonly Step[] }

const openTab =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('tab', { name }).click({ timeout: patienceMs })
const openOptions: Step = (page) => page.getByText('Options', { exact: true }).click({ timeout: patienceMs })
const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click({ timeout: patienceMs })

const readPage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'))
    const options = [...document.querySelectorAll('option')].map((each) => each.textContent)
    return [document.body.innerText, ...named, ...options].join('\n')
  })
const findClaims = (text: string): string[] => emptyClaims.flatMap((claim) => claim.exec(text)?.[0] ?? [])
const isLoading = async (page: Page, text: string): Promise<boolean> =>
  /Loading|Estimating|Grouping/.test(text) || (await page.locator('[aria-busy=true], .animate-pulse').count()) > 0

/** Opens a screen and holds its requests. Each request, except the `known` ones, fails once and is then retried. */
async function probe(page: Page, { path, steps = [] }: Place, known: Set<string>): Promise<string[]> {
  const held = new Map<string, Route[]>()
  const passing = new Set(['/api/auth/account', ...known])
  const failing = new Set<string>()
  const underWay = new Set<Request>()
  const settle = (request: Request) => void underWay.delete(request)
  const handle = async (route: Route) => {
    const request = route.request()
    const key = toKey(request.url())
    if (request.method() !== 'GET' || request.resourceType() !== 'fetch') return route.continue()
    if (failing.has(key)) return route.fulfill({ status: 500, body: `Probe of ${key}` })
    if (passing.has(key)) {
      underWay.add(request)
      return route.continue()
    }
    held.set(key, [...(held.get(key) ?? []), route])
  }
  await page.route('**/api/**', handle)
  page.on('requestfinished', settle)
  page.on('requestfailed', settle)

  const where = (key: string) => `${path.replaceAll(ids, ':id')}: ${key}`
  const probed: string[] = []
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
      })
      .toBe(true)
    return [...held.keys()][0]
  }
  const getAlert = (key: string) => page.getByRole('alert').filter({ hasText: `500: Probe of ${key}` })
  const getRetry = (key: string) =>
    key === '/api/notifications'
      ? page.getByRole('button', { name: 'Notifications unavailable' })
      : getAlert(key)
          .getByRole('button', { name: /^(Try again|Try Again)$/ })
          .first()
  const retry = async (key: string) => {
    await expect.soft(getRetry(key), `${where(key)} offers another try`).toBeEnabled({ timeout: patienceMs })
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
      if (!ofTheShell.includes(key))
        await expect
          .configure({ soft: true })
          .poll(async () => isLoading(page, await readPage(page)), { message: `${where(key)} is loading` })
          .toBe(true)
      failing.add(key)
      const routes = held.get(key) ?? []
      held.delete(key)
      for (const route of routes) await route.fulfill({ status: 500, body: `Probe of ${key}` })
      const isShown = await getRetry(key)
        .waitFor({ timeout: held.size > 0 ? glanceMs : patienceMs })
        .then(() => true)
        .catch(() => false)
      noteClaims(key, await readPage(page))
      if (isShown) await retry(key)
      else late.push(key)
      probed.push(where(key))
      known.add(key)
    }
    for (const key of late.splice(0)) await retry(key)
  }
  await page.goto(path)
  await probeHeld()
  const rested: string[] = []
  for (const step of steps) {
    rested.push(...findClaims(await readPage(page)))
    await step(page)
    await probeHeld()
  }
  rested.push(...findClaims(await readPage(page)))
  const untrue = [...said].flatMap(([key, claims]) =>
    claims.filter((claim) => !rested.includes(claim)).map((claim) => `${where(key)}: “${claim}”`),
  )
  expect.soft(untrue, 'claims before an answer').toEqual([])
  await page.unroute('**/api/**', handle)
  page.off('requestfinished', settle)
  page.off('requestfailed', settle)
  return probed
}

test('every screen shows loading, failure with Retry, or data, and never claims to be empty too soon', async ({
  page,
}) => {
  test.setTimeout(480_000)
  const { caseId, sessionId, videoId, jurorId } = await fillFirm(page)
  const inCase = `/cases/${caseId}`
  const inSession = `/sessions/${sessionId}`
  const chooseFile: Step = (on) =>
    on
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'day.mp4', mimeType: 'video/mp4', buffer: Buffer.from('video') })
  const places: Place[] = [
    { path: '/dashboard#database' },
    { path: '/video-processing', steps: [chooseFile] },
    { path: '/videos' },
    { path: `/videos/${videoId}`, steps: [press('Export Report')] },
    { path: '/cases' },
    { path: '/cases/new' },
    { path: inCase },
    { path: `${inCase}?tab=jurors`, steps: [openTab('Seating'), openTab('Follow-ups')] },
    { path: `${inCase}?tab=strikes` },
    { path: `${inCase}?tab=files` },
    { path: `${inCase}?tab=team`, steps: [press('Add member')] },
    { path: `${inCase}?tab=sessions` },
    { path: `${inCase}?tab=activity` },
    { path: `${inCase}/new-session` },
    { path: `${inCase}/exports`, steps: [openOptions] },
    { path: '/sessions?choose=true' },
    { path: `${inSession}/progress` },
    { path: `${inSession}/review`, steps: [openTab('Chains'), openTab('Juror'), press('Find')] },
    { path: `${inSession}/highlights` },
    { path: `${inSession}/strike-log`, steps: [openTab('Hardships'), openTab('Questions')] },
    { path: `${inSession}/strike-log?juror=${jurorId}` },
    { path: `${inSession}/exports`, steps: [openOptions] },
    { path: `${inSession}/courtroom` },
    { path: `${inSession}/strike-sheet` },
    { path: `/jurors/${jurorId}` },
    { path: '/approvals' },
    { path: '/team' },
    { path: '/settings' },
    { path: '/profile' },
  ]
  const probed: string[] = []
  const probedOn = new Map<string, Set<string>>()
  for (const place of places) {
    await test.step(place.path.replaceAll(ids, ':id'), async () => {
      const screen = place.path.split('?')[0]!
      const known = probedOn.get(screen) ?? new Set(probedOn.size > 0 ? ofTheShell : [])
      probedOn.set(screen, known)
      probed.push(...(await probe(page, place, known)))
    })
  }
  expect(probed.length).toBeGreaterThan(90)
})
