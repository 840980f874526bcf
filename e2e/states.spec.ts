import { expect, type Page, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CaseImport } from '#contract/exports/archives.ts'
import type { Export } from '#contract/exports/exports.ts'
import type { ShareLink } from '#contract/exports/share.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { enterAsOperator, openOperations, password, signUpQuickly } from './people.ts'
import { findReads, type Read } from './reads.ts'
import { reviewable } from './reviewable.ts'
import { choose, closeDialog, isCovered, openOptions, openTab, press, probePlaces, type Step } from './states.probe.ts'
import { analyzedSample, makeHeard, makeLong } from './videos.ts'

test.describe.configure({ timeout: 240_000 })

const unprobed: Record<string, string> = {
  'session:readAccount': 'The router reads it before any screen, and e2e/errors.spec.ts fails it.',
  'KeptActs:readStrikeBoard': 'Adds the session’s name to a banner that is complete without it.',
  'useCourtQueue:readStrike': 'Part of a queued action, which is retried.',
  'RestrictedCard:readRestrictedRecord': 'Part of a command, whose failure is a toast.',
  'exportTranscript:readTranscript': 'Part of a command, whose failure is a toast.',
  'sending:readVideo': 'Looks for duplicates after an upload, and says nothing if it can’t.',
  'StartCase:listCases': 'Looks for duplicate numbers while saving, and says nothing if it can’t.',
  'ConfirmSignUp:readAccount': 'Polls the account that the route has loaded.',
  'RecordCard:readJuror': 'Part of saving, after a conflict.',
  'SessionActions:readSession': 'Part of saving, after a conflict.',
  'useCaseEditor:readCase': 'Part of saving, after a conflict.',
  'useStrikeForm:readStrike': 'Part of saving, after a conflict.',
  'useDecisions:listHighlights': 'Names the cached list, which other files read.',
  'useDecisions:readReel': 'Names the cached list, which other files read.',
}

test('each read of the web app is probed on a screen', async () => {
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8')
  const places = [...source.matchAll(/covers:\s*(['`])([^'`]*)\1/g)].map(([, , covers = '']) => ({ covers }))
  const reads = await findReads()
  const isNamed = (read: Read) => places.some((place) => isCovered(read, place))
  const toName = ({ file, endpoint }: Read) => `${file}:${endpoint}`
  const missing = reads.filter((read) => !isNamed(read) && !(toName(read) in unprobed))
  expect(missing.map(toName), 'reads that no place covers').toEqual([])
  const names = new Set(reads.flatMap((read) => [read.file, toName(read)]))
  const words = [...places.flatMap(({ covers }) => covers.split(/\s+/)), ...Object.keys(unprobed)]
  expect(
    words.filter((each) => !names.has(each)),
    'names of no read',
  ).toEqual([])
})

async function send<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(path, { data })
  expect([path, answer.status()], await answer.text()).toEqual([path, 200])
  return (await answer.json()) as Answer
}

const stamp = () => ({ eventId: crypto.randomUUID() })

async function fillCase(page: Page) {
  const made = await reviewable(page)
  const { caseId, sessionId } = made
  const inSession = `/api/sessions/${sessionId}`
  const { version } = (await (await page.request.get(`/api/cases/${caseId}`)).json()) as { version: number }
  const completed = await page.request.patch(`/api/cases/${caseId}`, {
    data: {
      ...{ version, caseType: 'criminal_felony', court: 'Sample Circuit Court', forumId: 'us_fed_criminal' },
      ...{ selectionMethod: 'strike_and_replace', ourSide: 'defense', jurySize: 2, alternates: 0 },
      parties: [
        { name: 'The State', role: 'prosecution', side: 'plaintiff' },
        { name: 'First Defendant', role: 'defendant', side: 'defense' },
      ],
      strikeBudget: {
        ...{ us: 3, them: 3, alternatesUs: 0, alternatesThem: 0, perDefendant: 0 },
        ...{ source: 'order', orderNote: 'Order of the day' },
      },
    },
  })
  expect(completed.status(), await completed.text()).toBe(200)
  await send(page, `/api/cases/${caseId}/status`, { to: 'active' })
  const jurors = (await (await page.request.get(`/api/cases/${caseId}/jurors`)).json()) as { id: string }[]
  await send(page, `${inSession}/seats/fill`, {})
  const found = (await (await page.request.get(`${inSession}/highlights`)).json()) as Highlight[]
  const items = found.slice(0, 20).map(({ id, version }) => ({ id, version }))
  await send(page, `${inSession}/highlight-decisions`, { decision: 'confirm', items })
  return { ...made, jurorId: jurors[0]!.id, otherId: jurors[1]!.id }
}

async function makeFile(page: Page, plan: object): Promise<Export> {
  const made = await send<Export>(page, '/api/exports', plan)
  const read = async () => (await (await page.request.get(`/api/exports/${made.id}`)).json()) as Export
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('ready')
  return made
}

const selectOption =
  (field: string, option: string | { index: number }): Step =>
  (page) =>
    page.getByRole('combobox', { name: field }).first().selectOption(option)
const chooseFile: Step = (page) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'day.mp4', mimeType: 'video/mp4', buffer: Buffer.from('video') })
const searchFor =
  (text: string): Step =>
  async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(text)
  }
const type =
  (box: string, text: string): Step =>
  async (page) => {
    await page.getByLabel(box).first().focus({ timeout: 5000 })
    await page.keyboard.type(text)
  }

test.describe('shows loading, failure with Try again, or data, and never claims to be empty too soon', () => {
  test('before sign-in', async ({ page, browser }) => {
    await signUpQuickly(page)
    const { url } = await send<{ url: string }>(page, '/api/team/invitations', {
      ...{ email: 'new@firm.example', role: 'member', profession: 'attorney' },
    })
    await probePlaces(page, [{ path: '/two-factor', covers: 'TwoFactorDemanded' }])
    const stranger = await browser.newContext()
    try {
      await probePlaces(await stranger.newPage(), [
        { path: '/sign-in', covers: 'SignIn' },
        { path: '/sign-up', covers: 'SignUp' },
        { path: '/reset', covers: 'Reset' },
        { path: new URL(url).pathname + new URL(url).search, covers: 'Invitation' },
      ])
    } finally {
      await stranger.close()
    }
  })

  test('for the operator', async ({ page }) => {
    await enterAsOperator(page)
    await probePlaces(page, [
      { path: '/contact-requests', covers: 'ContactRequests' },
      { path: '/dashboard', covers: 'WorkersCard SystemTiles', steps: [openOperations] },
    ])
  })

  test('in the firm and the account', async ({ page }) => {
    const { caseId } = await reviewable(page)
    await send(page, '/api/team/invitations', {
      ...{ email: 'new@firm.example', role: 'member', profession: 'attorney' },
    })
    await send(page, '/api/auth/tokens', { name: 'Reports', scopes: ['read'], days: 30, password })
    const archive = await makeFile(page, {
      type: 'archive',
      template: 'case_archive',
      scope: { kind: 'case', id: caseId },
    })
    const bytes = await (await page.request.get(`/api/exports/${archive.id}/file`)).body()
    const imported = (await (
      await page.request.post('/api/case-imports?caseNumber=Again', {
        data: bytes,
        headers: { 'content-type': 'application/zip' },
      })
    ).json()) as CaseImport
    await probePlaces(page, [
      {
        path: '/dashboard#database',
        covers: `useNotifications TrialBanner VideoOverview WorkRow useWork DatabaseCard EndpointsCard PerformanceCard
          PipelineCard SystemTiles UploadDataDialog`,
        steps: [press('Upload Data')],
      },
      { path: `/dashboard?import=${imported.id}`, covers: 'CaseImportDialog' },
      { path: '/team', covers: 'Team InvitationsCard' },
      { path: '/settings', covers: 'Settings FirmCard ExportPolicyCard StorageCard' },
      {
        path: '/profile',
        covers: 'Profile PasskeyCard SignInList TokenCard TwoFactorCard proof NotificationSettingsForm',
      },
    ])
  })

  test('in videos', async ({ page }) => {
    const { sessionId, videoId } = await reviewable(page)
    const loose = await analyzedSample(page)
    const heard = await makeHeard(await analyzedSample(page))
    await send(page, `/api/sessions/${sessionId}/videos`, { videoId: heard })
    await send(page, `/api/videos/${videoId}/annotations`, {
      ...{ title: 'Hardship', description: '', startTime: 1, endTime: null, category: 'hardship', severity: 'low' },
      ...{ tags: [], type: 'note', isAiGenerated: false },
    })
    const found = (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]
    const items = found.slice(0, 5).map(({ id, version }) => ({ id, version }))
    await send(page, `/api/sessions/${sessionId}/highlight-decisions`, { decision: 'confirm', items })
    const whole = (await (await page.request.get(`/api/videos/${loose}?brief=true`)).json()) as object
    const pretendProcessing: Step = (on) =>
      on.route(`**/api/videos/${loose}?brief=true`, (route) =>
        route.fulfill({ json: { ...whole, status: 'processing', analysis: null } }),
      )
    await probePlaces(page, [
      {
        path: '/video-processing',
        covers: 'VideoProcessing UploadChoice UploadBox UploadPlace',
        steps: [chooseFile, selectOption('Case', { index: 1 })],
      },
      { path: '/videos', covers: 'Videos' },
      {
        path: `/videos/${videoId}`,
        covers: `VideoDetail AnalysisCard InformationCards VideoTranscript turnWindows:readTranscriptOutline SessionFindings KeepFinding VideoReport
          ExportCenter:listVideoExports ExportCenter:readExportPolicy clipDialogs`,
        steps: [
          openTab('Speakers'),
          (on) => on.locator('[data-highlight] button[aria-expanded=false]').first().click(),
          press('More actions'),
          press('Export this clip'),
          closeDialog,
          press('Export Report'),
        ],
      },
      { path: `/videos/${heard}`, covers: 'VoiceNamingGate VoicePanel' },
      { path: `/videos/${loose}`, covers: 'AddToCaseDialog VideoFindings', steps: [press('Add to Case')] },
      { path: `/videos/${loose}?t=1`, before: pretendProcessing, covers: 'PartialTranscript' },
    ])
  })

  test('in a case', async ({ page }) => {
    const { caseId, sessionId, jurorId } = await fillCase(page)
    const inCase = `/cases/${caseId}`
    await send(page, `/api/sessions/${sessionId}/strikes`, { ...stamp(), jurorId, kind: 'cause' })
    await makeFile(page, { type: 'csv', template: 'strikes', scope: { kind: 'case', id: caseId } })
    await probePlaces(page, [
      { path: '/cases', covers: 'Cases SearchOverlay usePlace:readWorkOverview', steps: [searchFor('juror 99')] },
      { path: '/cases/new', covers: 'StartCase:readFirm' },
      {
        path: inCase,
        covers: `CaseDetail CaseHeader PeopleLine SetupCard OpinionCard OverviewPanel usePlace:listSessions
          usePlace:listJurors`,
        steps: [searchFor('juror 99')],
      },
      {
        path: `${inCase}?tab=jurors`,
        covers: 'JurorsPanel JurorList SeatingChart ConsistencyList',
        steps: [openTab('Seating'), openTab('Follow-ups')],
      },
      { path: `${inCase}?tab=strikes`, covers: 'CaseStrikes' },
      { path: `${inCase}?tab=files`, covers: 'FilesPanel' },
      { path: `${inCase}?tab=team`, covers: 'MembersPanel', steps: [press('Add member')] },
      { path: `${inCase}?tab=sessions`, covers: 'SessionList' },
      { path: `${inCase}?tab=activity`, covers: 'ActivityPanel' },
      { path: `${inCase}/new-session`, covers: 'NewSession VideoChooser' },
      {
        path: `${inCase}/exports`,
        covers: 'CaseExports ExportCenter:listCaseExports ExportCenter:readExportPolicy DetailsDialog',
        steps: [openOptions, press(/^Actions for/), choose('Details')],
      },
      {
        path: `/jurors/${jurorId}`,
        covers: 'JurorDetail JurorHighlights JurorStrikes RestrictedCard:readRestrictedState Facts usePlace:readJuror',
        steps: [searchFor('juror 99')],
      },
      { path: '/approvals', covers: 'Approvals' },
    ])
  })

  test('in a session', async ({ page }) => {
    const { sessionId, jurorId, otherId } = await fillCase(page)
    const inSession = `/sessions/${sessionId}`
    const strikes = `/api/sessions/${sessionId}/strikes`
    await send(page, strikes, { ...stamp(), jurorId, kind: 'cause', groundCode: 'actual_bias' })
    const called = await send<Strike>(page, strikes, { ...stamp(), jurorId: otherId, kind: 'cause' })
    await send(page, `/api/strikes/${called.id}/moves`, {
      ...{ ...stamp(), version: called.version, move: 'exercise_unapproved' },
    })
    await send(page, `/api/sessions/${sessionId}/excusals`, { ...stamp(), jurorId, reason: 'Not paid while serving' })
    const file = await makeFile(page, {
      type: 'csv',
      template: 'transcript',
      scope: { kind: 'session', id: sessionId },
    })
    await send<{ link: ShareLink }>(page, `/api/exports/${file.id}/links`, { label: 'Expert' })
    await analyzedSample(page)
    await probePlaces(page, [
      { path: '/sessions?choose=true', covers: 'SessionPicker:listCases SessionPicker:listSessions' },
      {
        path: `${inSession}/progress`,
        covers: 'SessionProgress VideoChooser usePlace:readSession',
        steps: [press('Add from library'), closeDialog, searchFor('juror 99')],
      },
      {
        path: `${inSession}/highlights`,
        covers: `SessionHighlights HighlightList useHighlights useReel CommentThread StrikeFromQuote
          ClipPlayer`,
        steps: [press(/comments$/), type('Comment', '@'), press(/^Play from/), press(/^Draft strike for juror/)],
      },
      {
        path: `${inSession}/strike-log`,
        covers: 'SessionStrikeLog SelectionCards ExcusalList BalanceTable StrikeCard MarkDialog Evidence Comparators',
        steps: [
          openTab('Hardships'),
          openTab('Questions'),
          openTab('Record'),
          press('Find in recording'),
          closeDialog,
          press('History'),
          openTab(/^List/),
          press('Edit'),
        ],
      },
      {
        path: `${inSession}/strike-log?juror=${jurorId}`,
        covers: 'PrintRecord',
        steps: [closeDialog, press('Print record')],
      },
      {
        path: `${inSession}/exports`,
        covers: 'SessionExports ExportCenter:listSessionExports FilmField ShareLinks',
        steps: [
          openOptions,
          selectOption('Template', 'Transcript'),
          press('View access'),
          closeDialog,
          press('Create link'),
        ],
      },
      { path: `${inSession}/exports?template=cause_motion`, covers: 'MotionQuotes' },
      {
        path: `${inSession}/courtroom?juror=${jurorId}`,
        covers: 'Courtroom JurorBrief usePlace:readStrikeBoard',
        steps: [closeDialog, searchFor('juror 99')],
      },
      { path: `${inSession}/strike-sheet`, covers: 'StrikeSheet' },
    ])
    await probePlaces(page, [{ path: '/sessions', covers: 'SessionPicker:readSession' }])
  })

  test('in the review room', async ({ page }) => {
    const { sessionId, videoId } = await reviewable(page)
    const [first] = (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]
    const review = `/sessions/${sessionId}/review?v=${videoId}&t=${first!.start! + 0.5}`
    await probePlaces(page, [
      {
        path: review,
        covers: `SessionReview RoomScreen useRoomVideo useReview useTranscript turnWindows ChainCards SpeakersTab
          CorrectionEditor TriageStage`,
        steps: [
          openTab('Chains'),
          openTab('Juror'),
          press('Find'),
          type('Find in transcript', 'work'),
          closeDialog,
          (on) => on.keyboard.press('w'),
          closeDialog,
          press(/^Triage/),
        ],
      },
    ])
  })

  test('with voices to name, and with possible findings', async ({ page }) => {
    const { sessionId, videoId } = await reviewable(page)
    await makeHeard(videoId)
    await probePlaces(page, [
      {
        path: `/sessions/${sessionId}/review`,
        covers: 'SpeakersTab JurorNames AssignDialog VoiceDialog',
        steps: [openTab('Juror'), press('Voice 2: Assign'), closeDialog, press('Voice 1: Turns')],
      },
    ])
    await makeLong(videoId, { turns: 40, findings: 3 })
    await probePlaces(page, [
      {
        path: `/sessions/${sessionId}/highlights`,
        covers: 'PossibleFindings',
        steps: [(on) => on.getByRole('checkbox', { name: 'Show possible' }).press('Space')],
      },
    ])
  })
})
