import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { OpenCase } from '#contract/cases/cases.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { guessTarget } from '#contract/jurors/import.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import type { Session, SessionSummary } from '#contract/sessions/sessions.ts'
import { newId } from '#server/platform/ids.ts'

export type Call = (
  path: string,
  init?: { method?: string; body?: NonNullable<RequestInit['body']>; json?: unknown },
) => Promise<unknown>

const jurorsCsv = fileURLToPath(new URL('../../samples/jurors.csv', import.meta.url))

const timeZone = 'America/Chicago'

export function planDays(now: Date): Record<'today' | 'first' | 'second' | 'trial', string> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
  const second = nextWeekday(today, 1)
  return { today, first: nextWeekday(today, -1), second, trial: nextWeekday(second, 5) }
}

function nextWeekday(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`)
  do at.setUTCDate(at.getUTCDate() + days)
  while (at.getUTCDay() % 6 === 0 && (days = Math.sign(days)))
  return at.toISOString().slice(0, 10)
}

const [firstDay, secondDay] = ['Voir dire day 1', 'Voir dire day 2']

export async function planCase(call: Call, caseId: string): Promise<string> {
  const days = planDays(new Date())
  const planned = (await call(`/api/cases/${caseId}/sessions`)) as SessionSummary[]
  if (planned[0]) {
    await moveDays(call, { caseId, planned, days })
    return (planned.find(({ name }) => name === firstDay) ?? planned[0]).id
  }
  const { version } = (await call(`/api/cases/${caseId}`)) as OpenCase
  await call(`/api/cases/${caseId}`, { method: 'PATCH', json: { version, ...caseFields(days) } })
  await importJurors(call, caseId)
  const plan = (name: string, date: string) =>
    call(`/api/cases/${caseId}/sessions`, {
      method: 'POST',
      json: { name, type: 'jury_voir_dire', date, panelName: 'Panel A', venireSize: 14 },
    }) as Promise<SessionSummary>
  const first = await plan(firstDay, days.first)
  await plan(secondDay, days.second)
  await call(`/api/sessions/${first.id}/seats/fill`, { method: 'POST', json: {} })
  return first.id
}

type Planned = { caseId: string; planned: SessionSummary[]; days: ReturnType<typeof planDays> }

async function moveDays(call: Call, { caseId, planned, days }: Planned): Promise<void> {
  const second = planned.find(({ name }) => name === secondDay)
  if (second?.date && second.date > days.today) return
  const { version } = (await call(`/api/cases/${caseId}`)) as OpenCase
  const json = { version, voirDireDate: days.first, trialDate: days.trial }
  await call(`/api/cases/${caseId}`, { method: 'PATCH', json })
  for (const { id, name } of planned) {
    const date = name === firstDay ? days.first : name === secondDay ? days.second : null
    const session = (await call(`/api/sessions/${id}`)) as Session
    if (date === null || session.lockedAt !== null) continue
    await call(`/api/sessions/${id}`, { method: 'PATCH', json: { version: session.version, date } })
  }
}

const caseFields = ({ first, trial }: ReturnType<typeof planDays>) => ({
  caseType: 'criminal_felony',
  court: 'Sample District Court',
  judge: 'Hon. Sample Judge',
  courtroom: '4B',
  county: 'Sample County',
  state: 'Texas',
  timeZone,
  forumId: 'tx_criminal',
  forumRuleId: 'felony',
  selectionMethod: 'struck_panel',
  ourSide: 'defense',
  parties: [
    { name: 'The State', role: 'prosecution', side: 'plaintiff' },
    { name: 'The defendant', role: 'defendant', side: 'defense' },
  ],
  jurySize: 12,
  alternates: 2,
  // Tex. Code Crim. Proc. 35.15 allows ten strikes per side, plus one if there are two alternates.
  strikeBudget: { us: 10, them: 10, alternatesUs: 1, alternatesThem: 1, source: 'default', orderNote: '' },
  issues: [
    { name: 'Right to silence', description: 'The defendant does not testify.', watchWords: ['innocent', 'his side'] },
    { name: 'Police testimony', description: 'The only witness is a deputy.', watchWords: ['deputy', 'back the blue'] },
  ],
  voirDireDate: first,
  trialDate: trial,
})

/** The file has no quoted cells, so it's enough to split on commas. */
async function importJurors(call: Call, caseId: string): Promise<void> {
  const [headers = [], ...rows] = (await readFile(jurorsCsv, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const columns = headers.map((header) => ({ header, target: guessTarget(header) }))
  await call(`/api/cases/${caseId}/jurors/import`, { method: 'POST', json: { columns, rows } })
}

/** `regroup` waits for the regrouping that starts when a voice is named. */
export async function reviewInPart(
  call: Call,
  { caseId, sessionId, videoId }: { caseId: string; sessionId: string; videoId: string },
  regroup: () => Promise<unknown>,
): Promise<void> {
  const attached = (await call(`/api/sessions/${sessionId}/videos`)) as { videoId: string }[]
  if (attached.some((each) => each.videoId === videoId)) return
  await call(`/api/sessions/${sessionId}/videos`, { method: 'POST', json: { videoId } })
  const jurors = (await call(`/api/cases/${caseId}/jurors`)) as JurorSummary[]
  const byNumber = new Map(jurors.map((each) => [each.jurorNumber, each]))

  const speakers = (await call(`/api/sessions/${sessionId}/speakers`)) as SessionSpeaker[]
  for (const { label, version } of speakers) {
    const juror = byNumber.get(/(\d+)$/.exec(label)?.[1] ?? '')
    if (!juror) continue
    const assignment = { role: 'juror', jurorId: juror.id }
    await call(`/api/sessions/${sessionId}/speakers`, { method: 'PUT', json: { videoId, label, version, assignment } })
  }
  await regroup()

  const highlights = (await call(`/api/sessions/${sessionId}/highlights`)) as Highlight[]
  const of = (number: string, type: Highlight['type']) =>
    highlights.find((each) => each.juror?.number === number && each.type === type)
  const [hardship, silence, police] = [of('3', 'hardship'), of('18', 'bias_indicator'), of('12', 'bias_indicator')]
  const decide = (decision: object, chosen: (Highlight | undefined)[]) => {
    const items = chosen.flatMap((each) => (each ? [{ id: each.id, version: each.version }] : []))
    if (items.length === 0) return undefined
    return call(`/api/sessions/${sessionId}/highlight-decisions`, { method: 'POST', json: { ...decision, items } })
  }
  await decide({ decision: 'confirm' }, [hardship, silence, police])
  await decide({ decision: 'dismiss', reason: 'not_relevant' }, [of('24', 'key_statement')])
  await call(`/api/sessions/${sessionId}/status`, { method: 'POST', json: { status: 'in_review' } })

  const evidence = (found: Highlight) => [{ source: 'highlight', highlightId: found.id }]
  const [driver, electrician] = [byNumber.get('3'), byNumber.get('18')]
  if (hardship && driver) {
    await call(`/api/sessions/${sessionId}/excusals`, {
      method: 'POST',
      json: {
        eventId: newId(),
        jurorId: driver.id,
        reason: 'Not paid during jury service and is the household’s sole earner',
        facts: { paid: false, replaceable: null, scheduleFix: null, documented: null },
        evidence: evidence(hardship),
      },
    })
  }
  if (silence && electrician) {
    await call(`/api/sessions/${sessionId}/strikes`, {
      method: 'POST',
      json: {
        eventId: newId(),
        jurorId: electrician.id,
        kind: 'cause',
        groundCode: 'tx_35_16_c_2',
        rationale:
          'Said that an innocent person would take the stand and that silence would be held against the defendant; could not promise to follow the instruction.',
        basis: ['stated_answer'],
        evidence: evidence(silence),
      },
    })
  }
}
