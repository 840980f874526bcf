import { and, eq, isNull, sql } from 'drizzle-orm'
import { Readable } from 'node:stream'
import type { ArchiveOrigin, FoundArchive } from '#contract/exports/archives.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { getRetentionEnd } from '#server/features/cases/cases.purge.ts'
import { caseAccess, caseMembers, cases } from '#server/features/cases/cases.table.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import { videoPrefix } from '#server/features/videos/videos.table.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { readKeyring } from '#server/platform/keys/installation-key.ts'
import { type Storage, tryProtect } from '#server/platform/storage.ts'
import { requireSpace } from '#server/platform/storage/space.ts'
import { Ids, listFiles, type OpenArchive, openArchive, type Person, createPeople, toRow } from './archive.rows.ts'
import { requireCustody } from './archive.custody.ts'
import { insertRows, readCatalog, type Table } from './archive.queries.ts'
import { markKey, writeMark } from './archive.mark.ts'
import { requireQuota, requireWholeSpace, throwDiskFull } from './archive.room.ts'
import { archiveTables, damaged, toText } from './archive.tables.ts'
import { caseImports, importedAuditLines } from '../../core/exports.table.ts'
import { ArchivedPerson, keepKnown, requireValid } from './archive.schema.ts'
import { sealedNames } from '../sealed/sealed.types.ts'

export type ImportOrder = {
  /** ID of the case_imports row. New IDs are derived from it, so a retry generates the same ones. */
  importId: string
  path: string
  firmId: string
  leadId: string
  caseNumber: string | null
  /** Returns the member to match a person to. If null, the person is kept by name only. */
  match: (person: Person) => string | null
  /** Throws if the importer has lost permission. Called again before commit. */
  requireAllowed?: (tx: Db) => Promise<void>
  /** Called in the transaction that writes the records. */
  imported?: (tx: Db, done: Imported) => Promise<unknown>
  fromCommandLine?: boolean
  /** Returns true if another worker may be running this import. It stores its files under the same keys. */
  isTakenOver?: () => boolean
}
type Original = { sha256: unknown; sizeBytes: number }
type Place = { db: Db; storage: Storage; config: Pick<Config, 'DATA_DIR' | 'QUOTA_GB' | 'MIN_FREE_GB'> }
export type Imported = {
  caseId: string
  title: string
  caseNumber: string
  fingerprint: string
  origin: ArchiveOrigin
  counts: Record<string, number>
  people: { matched: string[]; imported: string[] }
  warnings: string[]
}

/** Rows per insert. A single statement with a full day's words would take hundreds of megabytes. */
const batch = { rows: 200, characters: 16 * 1_048_576 }
/** Rows of these tables refer to each other, so a single statement inserts all of them. */
const mostWhole = 8 * batch.characters
const linesAtOnce = 500

/**
 * Checks every byte, stores the files, then writes all records in one transaction. If it fails, nothing is left behind.
 * `progress` receives a fraction from 0 to 1.
 */
export async function importCase(
  { db, storage, config }: Place,
  order: ImportOrder,
  progress: (fraction: number, step: string) => void,
): Promise<Imported> {
  progress(0, 'Verifying the archive')
  await using archive = await openArchive(order.path)
  const { ids, catalog, originals } = await checkArchive(db, order, archive)
  await requireQuota(db, order.firmId, config.QUOTA_GB, archive)
  const origin = await findOrigin(config, archive.signedBy)
  const put = new Map<string, string>()
  const videoIds = [...new Set(archive.files.flatMap(({ videoId }) => ids.of('videos', videoId) ?? []))]
  const prefixes = videoIds.map((id) => videoPrefix({ id, firmId: order.firmId }))
  await requireWholeSpace(storage, config, archive, prefixes)
  await storage.put(markKey(order.importId), writeMark({ firmId: order.firmId, videoIds }))
  try {
    for (const [index, { videoId, rest, entry, sha256 }] of archive.files.entries()) {
      const id = ids.of('videos', videoId)!
      const original = originals.get(videoId)
      if (rest === 'original/media' && original?.sha256 !== sha256)
        throw damaged(`the SHA-256 of recording ${videoId} doesn’t match its record`)
      if (rest === 'original/media' && original?.sizeBytes !== entry.size)
        throw damaged(`the size of recording ${videoId} doesn’t match its record`)
      // A run's folder is named after the run's ID, which is different after the import.
      const key = `${videoPrefix({ id, firmId: order.firmId })}${ids.inText(rest)}`
      await requireSpace(storage, config, entry.size).catch(throwDiskFull)
      put.set(key, sha256)
      await storage.put(key, Readable.from(readChunks(entry)), entry.size)
      if (rest === 'original/media') await tryProtect(storage, key)
      progress(0.3 + (0.5 * (index + 1)) / archive.files.length, 'Storing the recordings')
    }
    progress(0.8, 'Writing the records')
    const written = db.transaction(async (tx) => {
      await requireQuota(tx, order.firmId, config.QUOTA_GB, archive, 'lock')
      const done = await writeRows(tx, order, { archive, origin, catalog, ids, files: put })
      await order.requireAllowed?.(tx)
      await order.imported?.(tx, done)
      return done
    })
    const done = await written.catch(throwRefusal)
    await storage.remove(markKey(order.importId)).catch(() => {})
    return done
  } catch (error) {
    const isOurs = () => !order.isTakenOver?.()
    if (isOurs() && !(await isDone(db, order.importId)))
      for (const key of put.keys()) if (isOurs()) await storage.remove(key)
    throw error
  }
}

/**
 * After an outage, the commit may have succeeded, or may still be in progress on a server that noticed nothing. The lock
 * waits for it. If the database can't say, the files stay for the next attempt.
 */
async function isDone(db: Db, importId: string): Promise<boolean> {
  const query = db
    .select({ status: caseImports.status })
    .from(caseImports)
    .where(eq(caseImports.id, importId))
    .for('update')
  return query.then(
    ([row]) => row?.status === 'done',
    () => true,
  )
}

export async function inspectArchive(
  { db, config }: Omit<Place, 'storage'>,
  order: Pick<ImportOrder, 'importId' | 'path' | 'firmId' | 'leadId' | 'caseNumber'>,
): Promise<FoundArchive> {
  await using archive = await openArchive(order.path)
  await checkArchive(db, order, archive)
  await requireQuota(db, order.firmId, config.QUOTA_GB, archive)
  const here = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), eq(members.firmId, order.firmId)))
    .where(eq(members.status, 'active'))
  const byEmail = new Map(here.map(({ id, email }) => [email.toLowerCase(), id]))
  const people: FoundArchive['people'] = []
  for await (const row of archive.rows('people')) {
    const { id, name, email } = ArchivedPerson.parse(row)
    people.push({ id, name, email, suggestedId: byEmail.get(email.toLowerCase()) ?? null })
  }
  const found = {
    title: '',
    caseNumber: order.caseNumber ?? '',
    origin: await findOrigin(config, archive.signedBy),
    people,
  }
  for await (const row of archive.rows('cases')) {
    found.title = toText(row.title)
    found.caseNumber = order.caseNumber ?? toText(row.case_number)
  }
  return found
}

async function checkArchive(
  db: Db,
  order: Pick<ImportOrder, 'importId' | 'firmId' | 'leadId' | 'caseNumber'>,
  archive: OpenArchive,
) {
  await requireCustody(archive.lines(sealedNames.custody))
  const ids = new Ids(order.importId)
  const catalog = await readCatalog(
    db,
    archiveTables.map(({ name }) => name),
  )
  ids.set('firms', archive.about.firmId, order.firmId)
  const originals = await checkRecords(archive, catalog, ids)
  await requireFreeNumber(db, order, archive)
  return { ids, catalog, originals }
}

async function findOrigin({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, signedBy: string | null): Promise<ArchiveOrigin> {
  if (signedBy === null) return { kind: 'unverified', signedBy }
  const keys = await readKeyring(DATA_DIR)
  return { kind: keys.find(signedBy) ? 'this_installation' : 'other_installation', signedBy }
}

/** Collects all IDs first because a row may refer to a later one. */
async function checkRecords(
  archive: OpenArchive,
  catalog: Map<string, Table>,
  ids: Ids,
): Promise<Map<string, Original>> {
  const originals = new Map<string, Original>()
  const unnamed = new Set(archive.files.map(({ videoId, rest }) => `videos/${videoId}/${rest}`))
  let line = 0
  for await (const person of archive.rows('people')) {
    line++
    if (!ArchivedPerson.safeParse(person).success) throw damaged(`line ${line} of records/people.jsonl isn’t valid`)
    ids.add('users', person.id)
  }
  for (const { name } of archiveTables) {
    const table = catalog.get(name)!
    const hasId = table.columns.some((column) => column.name === 'id')
    line = 0
    for await (const row of archive.rows(name)) {
      requireValid(table, row, ++line)
      if (hasId) ids.add(name, row.id)
      for (const file of listFiles(name, row)) unnamed.delete(file)
      if (name === 'videos') originals.set(toText(row.id), { sha256: row.sha256, sizeBytes: Number(row.size_bytes) })
    }
  }
  if (ids.of('cases', archive.about.caseId) === undefined) throw damaged('the case it names is missing')
  for (const { videoId, rest } of archive.files) {
    if (!originals.has(videoId))
      throw damaged(`it contains a file for video ${videoId}, which is missing from its records`)
    if (unnamed.has(`videos/${videoId}/${rest}`))
      throw damaged(`it contains "${rest}" of video ${videoId}, which is missing from its records`)
  }
  return originals
}

/** Throws `conflict` if another case has the number. The error names that case only if the importer may see it. */
async function requireFreeNumber(
  db: Db,
  order: Pick<ImportOrder, 'firmId' | 'leadId' | 'caseNumber'>,
  archive: OpenArchive,
): Promise<void> {
  const key = (number: string) => number.replaceAll(/\s/g, '').toLowerCase()
  for await (const row of archive.rows('cases')) {
    const number = order.caseNumber ?? toText(row.case_number)
    const [taken] = await db
      .select({ title: sql<string | null>`case when ${caseAccess.userId} is not null then ${cases.title} end` })
      .from(cases)
      .leftJoin(caseAccess, and(eq(caseAccess.caseId, cases.id), eq(caseAccess.userId, order.leadId)))
      .where(and(eq(cases.firmId, order.firmId), sql`number_key = ${key(number)}`, isNull(cases.deletedAt)))
    if (taken)
      throw new Refusal(
        'conflict',
        `Case number ${number} is already used by ${taken.title === null ? 'another case' : `“${taken.title}”`}. Import the archive under another number.`,
        { fields: { caseNumber: 'This case number is already in use.' } },
      )
  }
}

type Checked = {
  archive: OpenArchive
  origin: ArchiveOrigin
  catalog: Map<string, Table>
  ids: Ids
  files: ReadonlyMap<string, string>
}

async function writeRows(
  tx: Db,
  order: ImportOrder,
  { archive, origin, catalog, ids, files }: Checked,
): Promise<Imported> {
  const people = await createPeople(tx, order, archive, ids)
  const counts: Record<string, number> = {}
  let theCase: Record<string, unknown> = {}
  for (const { name, whole, shape = (row: Record<string, unknown>) => row } of archiveTables) {
    const table = catalog.get(name)!
    let waiting: Record<string, unknown>[] = []
    let characters = 0
    counts[name] = 0
    const flush = async () => {
      if (waiting.length > 0) await insertRows(tx, table, waiting)
      waiting = []
      characters = 0
    }
    for await (const found of archive.rows(name)) {
      const row = shape(toRow(table, keepKnown(name, found), ids, { firmId: order.firmId, files }))
      if (name === 'cases') {
        if (counts.cases! > 0) throw damaged('it contains more than one case')
        theCase = { ...row, ...(order.caseNumber === null ? {} : { case_number: order.caseNumber }) }
        waiting.push(theCase)
      } else if (name === 'case_members') {
        // Two people in the archive may be matched to the same member.
        const userId = people.matchMember(toText(row.user_id))
        if (userId !== null) waiting.push({ ...row, user_id: userId })
      } else waiting.push(row)
      counts[name]++
      characters += JSON.stringify(row).length
      if (whole && characters > mostWhole) throw damaged('it has too many records')
      if (!whole && (waiting.length >= batch.rows || characters >= batch.characters)) await flush()
    }
    await flush()
  }
  const caseId = ids.of('cases', archive.about.caseId)!
  const lead = { role: 'lead' as const, expiresAt: null }
  await tx
    .insert(caseMembers)
    .values({ caseId, userId: order.leadId, addedBy: order.leadId, ...lead })
    .onConflictDoUpdate({ target: [caseMembers.caseId, caseMembers.userId], set: lead })
  const { matched, imported } = people
  const result: Imported = {
    caseId,
    title: toText(theCase.title),
    caseNumber: toText(theCase.case_number),
    fingerprint: archive.fingerprint,
    origin,
    counts,
    people: {
      matched: matched.map(({ email }) => email),
      imported: imported.map(({ name, email }) => `${name} (${email})`),
    },
    warnings: await listWarnings(tx, order.firmId, theCase),
  }
  await tx
    .update(caseImports)
    .set({ status: 'done', caseId, endedAt: sql`now()`, result, people: people.asTold })
    .where(eq(caseImports.id, order.importId))
  const events = await storeCustody(tx, order.importId, archive)
  await recordAudit(tx, {
    firmId: order.firmId,
    actorId: order.fromCommandLine ? null : order.leadId,
    ...(order.fromCommandLine && { reason: 'from the command line' }),
    action: 'case.imported',
    entity: 'case',
    entityId: caseId,
    caseId,
    details: {
      fingerprint: archive.fingerprint,
      origin: origin.kind,
      signedBy: origin.signedBy,
      importId: order.importId,
      auditLines: events,
      matched: matched.length,
      imported: imported.length,
    },
  })
  return result
}

async function storeCustody(tx: Db, importId: string, archive: OpenArchive): Promise<number> {
  let position = 0
  let waiting: (typeof importedAuditLines.$inferInsert)[] = []
  let characters = 0
  const flush = async () => {
    if (waiting.length > 0) await tx.insert(importedAuditLines).values(waiting)
    waiting = []
    characters = 0
  }
  for await (const line of archive.lines(sealedNames.custody)) {
    waiting.push({ importId, position: ++position, line })
    characters += line.length
    if (waiting.length >= linesAtOnce || characters >= batch.characters) await flush()
  }
  await flush()
  return position
}

async function listWarnings(
  tx: Db,
  firmId: string,
  { status, closed_at, archived_at }: Record<string, unknown>,
): Promise<string[]> {
  if (status !== 'archived') return []
  const [firm] = await tx.select({ days: firms.retentionDays }).from(firms).where(eq(firms.id, firmId))
  const closedAt = closed_at ? new Date(toText(closed_at)) : null
  const endsAt = getRetentionEnd(
    closedAt,
    archived_at ? new Date(toText(archived_at)) : (closedAt ?? new Date()),
    firm?.days ?? 0,
  )
  return endsAt > new Date()
    ? []
    : [
        'This archived case is past your firm’s retention period and will be deleted within minutes. Extend the retention period, or restore the case from the archive.',
      ]
}

async function* readChunks(entry: OpenArchive['files'][number]['entry']): AsyncGenerator<Uint8Array> {
  const step = 1_048_576
  for (let at = 0; at < entry.size; at += step) yield entry.read(at, Math.min(at + step, entry.size))
}

/** Turns a constraint violation into a refusal because it means that the archive's records are inconsistent. */
function throwRefusal(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (error instanceof Refusal || !(cause instanceof Error) || !('code' in cause)) throw error
  const { code, table } = cause as { code?: unknown; table?: unknown }
  // SQLSTATE classes 22 (data exception) and 23 (constraint violation).
  if (/^2[23]/.test(String(code)))
    throw damaged(`its records are inconsistent${typeof table === 'string' ? ` (${table})` : ''}`)
  throw error
}
