import { expect, type Page, test } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { signUpQuickly } from './people.ts'
import { fillFirm } from './reviewable.ts'
import { steady } from './steady.ts'
import { makeLong } from './videos.ts'

const folder = process.env.SHEETS ?? 'test-results/sheets'
const wanted = process.env.SHEETS_ONLY ? new RegExp(process.env.SHEETS_ONLY) : /./
const sizes = [1440, 1024, 768, 390].map((width) => ({ width, height: width === 390 ? 844 : 900 }))
const themes = ['light', 'dark'] as const
type Content = { caseId: string; sessionId: string; videoId?: string; jurorId?: string }
type State = 'normal' | 'loading' | 'failed' | 'empty' | 'long'
type Screen = { name: string; path: (content: Content) => string | undefined; open?: (page: Page) => Promise<unknown> }

const inCase = (end: string) => (content: Content) => `/cases/${content.caseId}${end}`
const inSession = (end: string) => (content: Content) => `/sessions/${content.sessionId}${end}`
const withId = (start: string, id: string | undefined) => (id ? `${start}/${id}` : undefined)
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click({ timeout: 3000 })

const screens: Screen[] = [
  ...['dashboard', 'video-processing', 'videos', 'cases', 'approvals', 'team', 'settings', 'profile', 'help'].map(
    (name): Screen => ({ name, path: () => `/${name}` }),
  ),
  {
    name: 'operations',
    path: () => '/dashboard',
    open: (page) => page.getByText('Operations', { exact: true }).click({ timeout: 3000 }),
  },
  { name: 'video', path: ({ videoId }) => withId('/videos', videoId) },
  { name: 'new-case', path: () => '/cases/new' },
  { name: 'case', path: inCase('') },
  ...['jurors', 'strikes', 'files', 'team', 'sessions', 'activity'].map((tab): Screen => ({
    name: `case-${tab}`,
    path: inCase(`?tab=${tab}`),
  })),
  { name: 'new-session', path: inCase('/new-session') },
  { name: 'case-exports', path: inCase('/exports') },
  { name: 'sessions', path: () => '/sessions?choose=true' },
  ...['progress', 'review', 'highlights', 'strike-log', 'exports', 'courtroom', 'strike-sheet'].map((name): Screen => ({
    name,
    path: inSession(`/${name}`),
  })),
  { name: 'triage', path: inSession('/review?triage=true') },
  { name: 'hardships', path: inSession('/strike-log?tab=hardships') },
  { name: 'juror', path: ({ jurorId }) => withId('/jurors', jurorId) },
  { name: 'search', path: () => '/dashboard', open: (page) => page.keyboard.press('Control+k') },
  { name: 'notifications', path: () => '/dashboard', open: press(/notifications/i) },
]
const publicScreens: Screen[] = ['', 'sign-in', 'sign-up', 'reset', 'legal', 'no-such-page'].map((name) => ({
  name: name || 'landing',
  path: () => `/${name}`,
}))

const findFaults = () => {
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`page ${root.scrollWidth - root.clientWidth} px too wide`)
  const scrolls = (each: Element) => {
    const { overflowY } = getComputedStyle(each)
    return /auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1
  }
  for (const each of document.querySelectorAll('main *, dialog *, [role=dialog] *')) {
    const style = getComputedStyle(each)
    const { width, height } = each.getBoundingClientRect()
    if (width < 2 || height < 2 || style.visibility === 'hidden') continue
    const name = `${each.tagName.toLowerCase()} "${(each.textContent ?? '').trim().slice(0, 40)}"`
    const ownsText = [...each.childNodes].some(
      ({ nodeType, data }: ChildNode & { data?: string }) => nodeType === 3 && data?.trim(),
    )
    const isHidden = /hidden|clip/.test(style.overflowX)
    if (ownsText && isHidden && style.textOverflow !== 'ellipsis' && each.scrollWidth > each.clientWidth + 1)
      faults.push(`cut ${name}`)
    if (
      ownsText &&
      /hidden|clip/.test(style.overflowY) &&
      each.scrollHeight > each.clientHeight + 3 &&
      style.webkitLineClamp === 'none'
    )
      faults.push(`cut below ${name}`)
    if (scrolls(each)) {
      let outer = each.parentElement
      while (outer && !scrolls(outer)) outer = outer.parentElement
      if (outer && outer !== document.body && outer !== document.documentElement)
        faults.push(`scrolls inside another pane: ${name}`)
    }
  }
  return [...new Set(faults)].slice(0, 8)
}

async function settle(page: Page, state: State): Promise<void> {
  if (state === 'loading') return page.waitForTimeout(1500)
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {})
  await page.waitForTimeout(500)
}

async function shoot(page: Page, screen: Screen, path: string, state: State): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(sizes[0]!)
  const problems: string[] = []
  const note = (error: Error) => void problems.push(error.message)
  page.on('pageerror', note)
  await page.goto(path)
  await settle(page, state)
  if (screen.open) {
    await screen.open(page).catch(() => void problems.push('could not be opened'))
    await settle(page, state)
  }
  const shots: { theme: string; width: number; height: number; data: string }[] = []
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(250)
    problems.push(...(await page.evaluate(findFaults)).map((fault) => `${width}: ${fault}`))
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForTimeout(200)
      const data = (await page.screenshot({ type: 'jpeg', quality: 80, animations: 'disabled' })).toString('base64')
      shots.push({ theme, width, height, data })
    }
  }
  page.off('pageerror', note)
  await sheet(page, `${screen.name}.${state}`, shots)
  for (const problem of new Set(problems)) console.log(`${screen.name}.${state}\t${problem}`)
}

async function sheet(
  page: Page,
  name: string,
  shots: { theme: string; width: number; height: number; data: string }[],
) {
  const scale = 0.5
  const canvas = await page
    .context()
    .browser()!
    .newPage({ viewport: { width: 1860, height: 940 } })
  const draw = ({ width, height, data }: (typeof shots)[number]) =>
    `<img src="data:image/jpeg;base64,${data}" width=${width * scale} height=${height * scale} style="border:1px solid #888">`
  const rows = themes.map(
    (theme) =>
      `<div style="display:flex;gap:8px">${shots
        .filter((shot) => shot.theme === theme)
        .map(draw)
        .join('')}</div>`,
  )
  await canvas.setContent(`<body style="margin:0;display:grid;gap:8px;background:#c8c8d0">${rows.join('')}`)
  await canvas.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await canvas.close()
}

async function enterEmpty(page: Page): Promise<Content> {
  await signUpQuickly(page)
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data })
    expect(response.status(), await response.text()).toBe(200)
    return (await response.json()) as { id: string }
  }
  const { id: caseId } = await post('/api/cases', { title: 'State v. Example', caseNumber: 'A-1' })
  const { id: sessionId } = await post(`/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
  return { caseId, sessionId }
}

const longName = 'Bartholomew-Featherstonehaugh Wolfeschlegelsteinhausenbergerdorff-Montgomery'

async function enterLong(page: Page): Promise<Content> {
  const content = await fillFirm(page)
  const { caseId, videoId } = content
  await makeLong(videoId, { turns: 10_000, findings: 5000 })
  const current = (await (await page.request.get(`/api/cases/${caseId}`)).json()) as { version: number }
  const title = `${longName} v. The Consolidated Amalgamated Insurance and Reinsurance Company of North America`
  const data = { version: current.version, title, caseNumber: '3:26-cv-00123456-ABCDEFGHIJ-KLMNOPQRSTUVWXYZ' }
  const changed = await page.request.patch(`/api/cases/${caseId}`, { data })
  expect(changed.status(), await changed.text()).toBe(200)
  for (let number = 100; number < 160; number++)
    await page.request.post(`/api/cases/${caseId}/jurors`, {
      data: {
        jurorNumber: String(number),
        displayName: `${longName} ${number}`,
        occupation: `Senior deputy assistant administrator of ${longName}`,
      },
    })
  return content
}

async function drawAll(page: Page, content: Content, state: State): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const screen of screens) {
    const path = screen.path(content)
    if (path && wanted.test(`${screen.name}.${state}`)) await shoot(page, screen, path, state)
  }
}

const setUp = async (page: Page) => {
  test.setTimeout(1_800_000)
  await steady(page)
}

test('normal, loading, and failed', async ({ page }) => {
  await setUp(page)
  const content = await fillFirm(page)
  await drawAll(page, content, 'normal')
  let answer: 'hold' | 'fail' = 'hold'
  await page.route('**/api/**', (route) => {
    const request = route.request()
    const isRead = request.method() === 'GET' && request.resourceType() === 'fetch'
    if (!isRead || request.url().endsWith('/auth/account')) return route.continue()
    return answer === 'hold' ? undefined : route.fulfill({ status: 500, body: 'The answer couldn’t be read.' })
  })
  await drawAll(page, content, 'loading')
  answer = 'fail'
  await drawAll(page, content, 'failed')
})

test('empty and public', async ({ page, browser }) => {
  await setUp(page)
  await mkdir(folder, { recursive: true })
  const stranger = await browser.newPage()
  for (const screen of publicScreens)
    if (wanted.test(`${screen.name}.normal`))
      await shoot(stranger, screen, screen.path({ caseId: '', sessionId: '' })!, 'normal')
  await stranger.close()
  await drawAll(page, await enterEmpty(page), 'empty')
})

test('long', async ({ page }) => {
  await setUp(page)
  await drawAll(page, await enterLong(page), 'long')
})
