import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { jurorKey } from '#contract/jurors/key.ts'
import { type AuditMark, findAuditMark } from '#server/features/audit/audit.service.ts'
import { readCourtZone } from '#server/features/cases/cases.queries.ts'
import { syncHighlights } from '#server/features/highlights/highlights.sync.ts'
import { listHighlights } from '#server/features/highlights/highlights.queries.ts'
import { isAnonymous } from '#server/features/jurors/jurors.access.ts'
import { type JurorRow, jurors } from '#server/features/jurors/jurors.table.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { firms } from '#server/features/team/team.table.ts'
import type { SessionVideo } from '#contract/sessions/session-videos.ts'
import { readSessionVideos } from '#server/features/videos/placing/session-videos.queries.ts'
import { requireContent, requireSubject, type Subject } from '../../core/exports.access.ts'
import type { MakerInput } from '../../core/maker.ts'
import { timecode } from './clean.ts'
import type { Cite } from './doc.ts'
import { getFilmUrl } from '../../core/film-link.ts'
import { type Redactor, buildRedactor } from './redact.ts'

export type Asked = Pick<MakerInput, 'db' | 'order' | 'actor' | 'publicUrl'> & Partial<Pick<MakerInput, 'film'>>

export type Gathered = Asked & {
  subject: Subject
  firmName: string
  timeZone: string
  /** All jurors in the case, not only those in scope, because any name may be spoken. */
  jurors: JurorRow[]
  sittings: { seen: SeenSession; videos: SessionVideo[] }[]
  redact: Redactor
  onlyJuror: string | null
  anonymous: boolean
  auditMark: AuditMark | null
}

/** Checks access again because the requester may have left the case in the meantime. */
export async function gather(asked: Asked): Promise<Gathered> {
  const { db, actor, order } = asked
  const subject = await requireSubject(db, actor, order.scope)
  await requireContent(db, actor, subject.inCase, order)
  const { inCase } = subject
  const [firm] = await db.select({ name: firms.name }).from(firms).where(eq(firms.id, order.firmId))
  const everListed = inCase
    ? await db.select().from(jurors).where(eq(jurors.caseId, inCase.id)).orderBy(asc(jurors.orderIndex), asc(jurors.id))
    : []
  const ofCase = everListed.filter(({ deletedAt }) => deletedAt === null)
  // The recording may name removed jurors. Current jurors come first, so they take precedence if two names match.
  const called = [...ofCase, ...everListed.filter(({ deletedAt }) => deletedAt !== null)]
  const anonymous = inCase !== null && isAnonymous(inCase)
  const { redactNames, redactEmployers } = order.options
  return {
    ...asked,
    subject,
    firmName: firm?.name ?? '',
    auditMark: await findAuditMark(db, order.firmId),
    timeZone: await readCourtZone(db, { ...inCase, firmId: order.firmId }),
    jurors: ofCase,
    sittings: await listSittings(asked, subject),
    redact: buildRedactor(called, { names: redactNames || anonymous, employers: redactEmployers || anonymous }),
    onlyJuror:
      order.scope.kind === 'juror' ? (ofCase.find((each) => each.id === order.scope.id)?.jurorNumber ?? '') : null,
    anonymous,
  }
}

export const getLabel = ({ redact, subject: { videoId, label } }: Pick<Gathered, 'redact' | 'subject'>): string =>
  videoId === null ? redact.text(label) : redact.file(label)

async function listSittings({ db, actor, order }: Asked, { inCase }: Subject): Promise<Gathered['sittings']> {
  if (inCase === null || order.scope.kind === 'video') return []
  const ids =
    order.scope.kind === 'session'
      ? [order.scope.id]
      : (
          await db
            .select({ id: sessions.id })
            .from(sessions)
            .where(and(eq(sessions.caseId, inCase.id), isNull(sessions.deletedAt)))
            .orderBy(asc(sessions.date), asc(sessions.startTime), asc(sessions.id))
        ).map(({ id }) => id)
  const found: Gathered['sittings'] = []
  for (const id of ids) {
    const seen = await requireSession(db, actor, id)
    found.push({ seen, videos: await readSessionVideos(db, id) })
  }
  return found
}

export type Placed = { highlight: Highlight; seen: SeenSession }
const pageSize = 500

export async function chooseHighlights(gathered: Gathered): Promise<{ chosen: Placed[]; unconfirmed: number }> {
  const { db, order, sittings, onlyJuror } = gathered
  const { filters, options } = order
  const chosen: Placed[] = []
  let unconfirmed = 0
  for (const { seen } of sittings) {
    await syncHighlights(db, seen.session)
    let cursor: string | undefined
    do {
      const page = await listHighlights(db, seen, { limit: pageSize, cursor })
      for (const highlight of page.highlights) {
        if (highlight.status === 'dismissed' || !matches(highlight, filters, onlyJuror)) continue
        if (highlight.status === 'suggested' && !options.includeSuggestions) unconfirmed++
        else chosen.push({ highlight, seen })
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  return { chosen, unconfirmed }
}

function matches(
  { id, type, severity, juror }: Highlight,
  filters: Gathered['order']['filters'],
  onlyJuror: string | null,
): boolean {
  const passes = <T>(list: readonly T[], value: T | undefined) =>
    list.length === 0 || (value !== undefined && list.includes(value))
  return (
    passes(filters.types, type) &&
    passes(filters.severities, severity) &&
    isAmong(juror?.number ?? null, filters.jurors) &&
    passes(filters.highlightIds, id) &&
    (onlyJuror === null || sameNumber(juror?.number ?? null, onlyJuror))
  )
}

export const sameNumber = (a: string | null, b: string): boolean => a !== null && jurorKey(a) === jurorKey(b)
export const isAmong = (number: string | null, typed: readonly string[]): boolean =>
  typed.length === 0 || typed.some((each) => sameNumber(number, each))

export function toCite(
  { publicUrl, film = null }: Pick<Asked, 'publicUrl' | 'film'>,
  at: { videoId: string; sessionId: string | null; seconds: number | null; page: number | null; line: number | null },
): Cite {
  const { videoId, sessionId, seconds, page, line } = at
  const t = seconds === null ? '' : String(Math.round(seconds * 1000) / 1000)
  const path =
    sessionId === null
      ? `/videos/${videoId}${t && `?t=${t}`}`
      : `/sessions/${sessionId}/review?v=${videoId}${t && `&t=${t}`}`
  return {
    label: seconds === null ? '' : timecode(seconds * 1000),
    url: seconds === null ? null : ((film && getFilmUrl(film, videoId, seconds)) ?? publicUrl + path),
    pageLine: page === null ? null : line === null ? String(page) : `${page}:${line}`,
  }
}
