import { asc, eq, type SQL } from 'drizzle-orm'
import { jurorFields } from '#contract/jurors/fields.ts'
import { listJurorTalk } from '#server/features/analysis/reading/juror-talk.queries.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { users } from '#server/features/team/team.table.ts'
import { readImportedLines } from '../../core/imported.queries.ts'
import {
  getCalled,
  getGround,
  listJurorsInScope,
  madeByWords,
  getRationale,
  getRuled,
  getRuling,
  redactableFields,
  listStrikes,
  plainFields,
  type SeatedJuror,
} from '../content/blocks.ts'
import { cleanText, toClock, timecode, toWords } from '../content/clean.ts'
import { type Gathered, chooseHighlights } from '../content/gather.ts'
import { readTranscript } from '../content/transcript.ts'

export type TableCell = string | number | null
export type Table = {
  /** Sheet name, at most 31 characters, without : \ / ? * [ or ]. */
  name: string
  columns: { title: string; widthChars: number }[]
  rows: TableCell[][]
}

type Column<Row> = [title: string, widthChars: number, cell: (row: Row) => TableCell]

const toTable = <Row>(name: string, rows: readonly Row[], columns: readonly Column<Row>[]): Table => ({
  name,
  columns: columns.map(([title, widthChars]) => ({ title, widthChars })),
  rows: rows.map((row) => columns.map(([, , cell]) => cell(row))),
})

const toTimecode = (seconds: number | null): string => (seconds === null ? '' : timecode(seconds * 1000))
const toYes = (is: boolean): string => (is ? 'yes' : '')

export async function jurorsTable(gathered: Gathered): Promise<Table> {
  const { db, redact, order, subject } = gathered
  const fields = [...redactableFields, ...plainFields]
  const talk = new Map((await listJurorTalk(db, subject.inCase!.id)).map((each) => [each.jurorId, each]))
  return toTable('Jurors', await listJurorsInScope(gathered), [
    ['Juror', 8, ({ juror }) => redact.text(juror.jurorNumber)],
    ['Name', 20, ({ juror }) => redact.name(juror) ?? ''],
    ['Seat', 6, ({ seat }) => seat],
    ['Status', 20, ({ juror }) => toWords(juror.status)],
    ...fields.map((field): Column<SeatedJuror> => {
      const { label, heading = label, width = 24 } = jurorFields[field]
      return [heading, width, ({ juror }) => redact.field(juror, field)]
    }),
    ['Questions asked', 12, ({ juror }) => talk.get(juror.id)?.questionCount ?? null],
    ['Seconds spoken', 12, ({ juror }) => talk.get(juror.id)?.speakingSeconds ?? null],
    ...(order.options.includePrivileged
      ? ([
          ['Tags', 20, ({ juror }) => redact.text(juror.tags.join(', '))],
          ['Notes', 40, ({ juror }) => redact.text(juror.notes)],
        ] satisfies Column<SeatedJuror>[])
      : []),
  ])
}

export async function highlightsTable(gathered: Gathered): Promise<Table> {
  const { redact, sittings } = gathered
  const { chosen } = await chooseHighlights(gathered)
  const names = new Map(sittings.flatMap(({ videos }) => videos.map((each) => [each.videoId, each.filename] as const)))
  return toTable('Highlights', chosen, [
    ['Session', 20, ({ seen }) => redact.text(seen.session.name)],
    ['Video', 20, ({ highlight }) => redact.file(names.get(highlight.videoId) ?? '')],
    ['Type', 16, ({ highlight }) => toWords(highlight.type)],
    ['Category', 20, ({ highlight }) => toWords(highlight.sub)],
    ['Severity', 10, ({ highlight }) => highlight.severity],
    ['Status', 12, ({ highlight }) => highlight.status],
    ['Juror', 8, ({ highlight }) => redact.text(highlight.juror?.number ?? '')],
    ['Juror name', 18, ({ highlight: { juror } }) => (juror ? (redact.name({ displayName: juror.name }) ?? '') : '')],
    ['Question', 50, ({ highlight }) => redact.text(highlight.question)],
    ['Quote', 60, ({ highlight }) => redact.text(highlight.quote)],
    ['Start', 10, ({ highlight }) => toTimecode(highlight.start)],
    ['End', 10, ({ highlight }) => toTimecode(highlight.end)],
    ['Start (seconds)', 10, ({ highlight }) => highlight.start],
    ['End (seconds)', 10, ({ highlight }) => highlight.end],
    ['Page', 7, ({ highlight }) => highlight.page],
    ['Line', 7, ({ highlight }) => highlight.line],
    ['Why', 40, ({ highlight }) => redact.text(highlight.why)],
    ['Confidence', 10, ({ highlight }) => highlight.confidence],
    ['Text changed since', 10, ({ highlight }) => toYes(highlight.textChanged)],
  ])
}

export async function strikesTable(gathered: Gathered): Promise<Table> {
  const { redact, subject, sittings, timeZone } = gathered
  const { inCase } = subject
  const sessions = new Map(sittings.map(({ seen: { session } }) => [session.id, session]))
  return toTable('Strikes', await listStrikes(gathered), [
    ['Strike', 24, (it) => it.label],
    ['Made by', 14, (it) => madeByWords[it.madeBy]],
    ['Kind', 12, (it) => toWords(it.kind)],
    ['Target', 10, (it) => toWords(it.target)],
    ['Number', 8, (it) => it.number],
    ['Juror', 8, (it) => redact.text(it.jurorNumber)],
    ['State', 14, (it) => toWords(it.state)],
    ['Ground', 40, (it) => getGround(gathered, it)],
    ['Called at', 24, (it) => toClock(it.calledAt, timeZone, 'medium')],
    ['Called timecode', 16, (it) => getCalled(gathered, it).cite?.label ?? ''],
    ['Opposing position', 16, (it) => toWords(it.opposingPosition)],
    ['Objection', 14, (it) => (it.objection ? toWords(it.objection.basis) : '')],
    ['Reasons stated', 50, (it) => redact.text(it.objection?.reasonsStated ?? '')],
    ['Ruling', 12, (it) => getRuling(it)],
    ['Ruled at', 24, (it) => toClock(it.ruledAt, timeZone, 'medium')],
    ['Ruling timecode', 16, (it) => getRuled(gathered, it).cite?.label ?? ''],
    ['Judge’s words', 50, (it) => redact.text(it.judgeWords)],
    ['Remedy', 14, (it) => (it.remedy ? toWords(it.remedy) : '')],
    ['Rationale', 60, (it) => getRationale(gathered, it)],
    ['Session', 24, (it) => redact.text(sessions.get(it.sessionId)?.name ?? '')],
    ['Session date', 12, (it) => sessions.get(it.sessionId)?.date ?? ''],
    ['Case number', 16, () => redact.text(inCase?.caseNumber ?? '')],
    ['Court', 30, () => redact.text([inCase?.court, inCase?.courtroom].filter(Boolean).join(', '))],
    ['Judge', 24, () => redact.text(inCase?.judge ?? '')],
    ['Time zone', 20, () => timeZone],
  ])
}

export async function transcriptTable(gathered: Gathered): Promise<Table> {
  const films = await readTranscript(gathered)
  const turns = films.flatMap(({ filename, spoken }) => spoken.map((turn) => ({ ...turn, filename })))
  return toTable('Transcript', turns, [
    ['Video', 20, ({ filename }) => filename],
    ['Turn', 7, ({ index }) => index + 1],
    ['Speaker', 20, ({ speaker }) => speaker],
    ['Role', 16, ({ role }) => toWords(role)],
    ['Text', 90, ({ marked }) => marked],
    ['Start', 10, ({ startMs }) => timecode(startMs)],
    ['End', 10, ({ endMs }) => timecode(endMs)],
    ['Start (seconds)', 10, ({ startMs }) => (startMs === null ? null : startMs / 1000)],
    ['End (seconds)', 10, ({ endMs }) => (endMs === null ? null : endMs / 1000)],
    ['Page', 7, ({ page }) => page],
    ['Line', 7, ({ line }) => line],
    ['Corrected', 10, ({ isCorrected }) => toYes(isCorrected)],
    [
      'Several voices at once',
      22,
      ({ overlaps, isShared }) =>
        overlaps.map((span) => `${timecode(span.startMs)} to ${timecode(span.endMs)}`).join('; ') || toYes(isShared),
    ],
  ])
}

/** Lists the case's audit events with their hashes. Gaps in the sequence are other cases' events. */
export async function auditTable({ db, order, subject, redact, anonymous }: Gathered): Promise<Table> {
  const caseId = subject.inCase!.id
  const events = await db
    .select({
      event: auditEvents,
      by: selectShownName('users', order.firmId) as SQL<string | null>,
      email: users.email,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .where(eq(auditEvents.caseId, caseId))
    .orderBy(asc(auditEvents.seq))
  const here = events.map(({ event, by, email }) => ({ ...event, at: event.at.toISOString(), by, email }))
  const text = (value: string | number | null) => cleanText(String(value ?? ''))
  return toTable<AuditRow>(
    'Activity',
    [...(await readImported(db, caseId)), ...here],
    [
      ['Number', 9, ({ seq }) => Number(seq)],
      ['Time (UTC)', 24, ({ at }) => text(at)],
      ['User', 20, ({ by }) => text(by)],
      ['User ID', 38, ({ actorId }) => text(actorId)],
      ['User email', 26, ({ email }) => text(email)],
      ['IP address', 16, ({ ip }) => text(ip)],
      ['Action', 26, ({ action }) => text(action)],
      ['Entity', 14, ({ entity }) => text(entity)],
      ['Entity ID', 38, ({ entityId }) => text(entityId)],
      ['Details', 60, ({ details }) => (anonymous ? redact.details(text(details)) : text(details))],
      ['Reason', 30, ({ reason }) => (anonymous ? redact.text(text(reason)) : text(reason))],
      ['Firm ID', 38, ({ chain }) => text(chain)],
      ['Case ID', 38, ({ caseId: of }) => text(of)],
      ['Hash before', 66, ({ previousHash }) => text(previousHash)],
      ['Hash', 66, ({ hash }) => text(hash)],
    ],
  )
}

type AuditRow = Record<
  | 'chain'
  | 'seq'
  | 'at'
  | 'by'
  | 'actorId'
  | 'email'
  | 'ip'
  | 'action'
  | 'entity'
  | 'entityId'
  | 'caseId'
  | 'details'
  | 'reason'
  | 'previousHash'
  | 'hash',
  string | number | null
>

async function readImported(db: Gathered['db'], caseId: string): Promise<AuditRow[]> {
  const events: AuditRow[] = []
  for await (const lines of readImportedLines(db, caseId))
    for (const line of lines) {
      const {
        kind,
        chain,
        seq,
        at,
        actorId,
        ip,
        action,
        entity,
        entityId,
        details,
        reason,
        previousHash,
        hash,
        ...rest
      } = JSON.parse(line) as AuditRow & { kind: string }
      if (kind !== 'event') continue
      const by = actorId ? `${actorId} (earlier installation)` : '(earlier installation)'
      const about = { entity, entityId, caseId: rest.caseId, details, reason }
      events.push({ chain, seq, at, by, actorId, email: null, ip, action, ...about, previousHash, hash })
    }
  return events
}
