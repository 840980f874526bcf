import type { WorkOverview } from '#contract/cases/overview.ts'
import type { Actor } from '#server/platform/actor.ts'
import { publicUrl } from '#server/platform/config.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import {
  claimMorningSummary,
  countToReview,
  listMorningRecipients,
  type MorningRecipient,
  readWork,
  type ToReview,
} from './overview.queries.ts'

const daysAhead = 14

/**
 * Sends subscribers an email each morning with findings left to review, upcoming dates, and strikes left. Sends nothing
 * if there is no work. Contains only counts, dates, and links, never names.
 */
export async function sendMorningSummaries(
  { database, mailer, config }: Pick<Parts, 'database' | 'mailer' | 'config'>,
  now = new Date(),
): Promise<void> {
  if (!mailer.isConfigured) return
  const failures: unknown[] = []
  for (const each of await listMorningRecipients(database.db, now))
    await database.db
      .transaction(async (tx) => {
        if (!(await claimMorningSummary(tx, each))) return
        const actor: Actor = { ...each, isOperator: false, signInId: '' }
        const letter = buildSummary(
          each,
          await countToReview(tx, actor),
          await readWork(tx, actor, now),
          publicUrl(config),
        )
        if (letter) await mailer.send(tx, letter, each.firmId)
      })
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some morning summaries failed.')
}

const dateLabels = { trial: 'trial', voir_dire: 'voir dire', session: 'session' } as const
const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

function buildSummary(
  { email, firm, today }: MorningRecipient,
  toReview: ToReview,
  { approvals, dates, peremptories }: WorkOverview,
  site: string,
): Letter | null {
  const last = new Date(Date.parse(today) + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const review = [
    toReview.findings > 0 &&
      `${plural(toReview.findings, 'finding')} to review in ${plural(toReview.sessions, 'session')}` +
        (toReview.critical > 0 ? `, ${toReview.critical} critical` : ''),
    approvals.waiting > 0 &&
      `${plural(approvals.waiting, 'strike')} to approve${approvals.overdue > 0 ? `, ${approvals.overdue} overdue` : ''}`,
  ].filter((line) => line !== false)
  const ahead = dates
    .filter(({ date }) => date <= last)
    .map(({ what, date, caseId, sessionId }) => {
      const path = sessionId ? `sessions/${sessionId}/progress` : `cases/${caseId}`
      return `${dayFormat.format(new Date(date))}: ${dateLabels[what]}, ${site}/${path}`
    })
  if (review.length === 0 && ahead.length === 0) return null
  const left = peremptories.flatMap(({ caseId, budgets }) => {
    if (!budgets) return []
    const { regular, alternates } = budgets.us
    const spare = budgets.separate && alternates.total > 0 ? `, ${alternates.remaining} for alternates` : ''
    return `${regular.remaining} of ${regular.total}${spare}, ${site}/cases/${caseId}`
  })
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [[title, ...lines.map((line) => `- ${line}`)].join('\n')] : []
  return {
    to: email,
    subject: 'Your Venire morning summary',
    text: [
      `Good morning. In ${firm}:`,
      ...part('Waiting for you', review),
      ...part('Upcoming dates', ahead),
      ...part('Our remaining peremptory strikes', left),
      `Open your dashboard: ${site}/dashboard`,
      `You get this email on mornings with work to review or upcoming dates. To stop it, open notification settings: ${site}/profile#notifications`,
    ].join('\n\n'),
  }
}
