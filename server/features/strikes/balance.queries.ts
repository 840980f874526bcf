import type { QuestionBalance } from '#contract/strikes/board.ts'
import { listJurorTalk } from '#server/features/analysis/juror-talk.queries.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import { inert } from '#server/platform/cells.ts'
import type { Db } from '#server/platform/db.ts'
import { panelOf } from './selection/board.panel.ts'

/**
 * How the questioning was spread over the jurors of the case. It is told of everybody alike, in the order of call, and
 * broken down by nothing.
 */
export async function readBalance(db: Db, { session, inCase }: SeenSession): Promise<QuestionBalance> {
  const talk = new Map((await listJurorTalk(db, inCase.id)).map((each) => [each.jurorId, each]))
  const jurors = (await panelOf(db, session)).map(({ id, number, seat, status }) => ({
    jurorId: id,
    number,
    seat,
    status,
    questions: talk.get(id)?.questionCount ?? null,
    seconds: talk.get(id)?.speakingSeconds ?? null,
  }))
  return {
    jurors,
    medianQuestions: median(jurors.map(({ questions }) => questions)),
    medianSeconds: median(jurors.map(({ seconds }) => seconds)),
    // A person's word that a juror was questioned counts, too: most voir dire is not recorded.
    notYetQuestioned: jurors
      .filter(({ questions, status }) => !questions && (status === 'in_venire' || status === 'seated'))
      .map((each) => each.jurorId),
  }
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((each) => each !== null).toSorted((a, b) => a - b)
  if (known.length === 0) return null
  const middle = known.length >> 1
  return known.length % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. Unknown stays empty: it is not nought. */
export function toCsv({ jurors }: QuestionBalance): string {
  const rows = jurors.map(({ number, seat, status, questions, seconds }) =>
    [number, seat, status.replaceAll('_', ' '), questions, seconds === null ? null : seconds.toFixed(1)]
      .map(cell)
      .join(','),
  )
  return `\uFEFF${['Juror,Seat,Status,Questions,Seconds', ...rows].join('\r\n')}\r\n`
}

function cell(value: string | number | null): string {
  const safe = String(inert(value) ?? '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
