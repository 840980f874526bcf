import { and, eq, isNull, sql } from 'drizzle-orm'
import { Readable } from 'node:stream'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { caseMembers, cases } from '#server/features/cases/cases.table.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import { videoPrefix } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Storage } from '#server/platform/storage.ts'
import { damaged, Ids, textOf } from './archive.ids.ts'
import { type OpenArchive, openArchive } from './archive.open.ts'
import { archiveTables } from './archive.tables.ts'
import { readCatalogue, type Table } from './catalogue.ts'
import { rowOf } from './archive.rows.ts'
import { sealedNames } from '../sealed/sealed.types.ts'

export type ImportOrder = {
  /** Of the row in case_imports: the same id gives the same new ids. */
  importId: string
  path: string
  firmId: string
  /** Becomes lead of the case. */
  leadId: string
  /** Null: as in the archive. */
  caseNumber: string | null
}
export type Imported = {
  caseId: string
  title: string
  caseNumber: string
  fingerprint: string
  counts: Record<string, number>
  people: { matched: string[]; imported: string[] }
  warnings: string[]
}
type Person = { id: string; email: string; name: string }

/** So many rows at a time: one statement with all words of a day would be hundreds of megabytes. */
const batch = 200
const linesAtOnce = 500

/**
 * Brings a case in: checks every byte, puts the files into the store, and then all records in one transaction. Refuses
 * with a sentence and leaves nothing behind. `progress` from 0 to 1.
 */
export async function importCase(
  { db, storage }: { db: Db; storage: Storage },
  order: ImportOrder,
  progress: (fraction: number, step: string) => void,
): Promise<Imported> {
  progress(0, 'Checking every byte')
  await using archive = await openArchive(order.path)
  const ids = new Ids(order.importId)
  const catalogue = await readCatalogue(
    db,
    archiveTables.map(({ name }) => name),
  )
  ids.set('firms', archive.about.firmId, order.firmId)
  const hashes = await readIds(archive, catalogue, ids)
  await requireFreeNumber(db, order, archive)
  const put: string[] = []
  try {
    for (const [index, { videoId, rest, entry, sha256 }] of archive.files.entries()) {
      const id = ids.of('videos', videoId)
      if (id === undefined) throw damaged(`it holds a file of a video that it does not describe (${videoId})`)
      if (rest === 'original/media' && hashes.get(videoId) !== sha256)
        throw damaged(`the recording ${videoId} has another SHA-256 than its record says`)
      const key = `${videoPrefix({ id, firmId: order.firmId })}${rest}`
      put.push(key)
      await storage.put(key, Readable.from(chunksOf(entry)))
      progress(0.3 + (0.5 * (index + 1)) / archive.files.length, 'Storing the recordings')
    }
    progress(0.8, 'Writing the records')
    return await db.transaction((tx) => writeRows(tx, order, archive, catalogue, ids)).catch(asSentence)
  } catch (error) {
    for (const key of put) await storage.remove(key)
    throw error
  }
}

/** The ids of everything, before any row is looked at: a row may name one that comes later. */
async function readIds(archive: OpenArchive, catalogue: Map<string, Table>, ids: Ids): Promise<Map<string, unknown>> {
  const hashes = new Map<string, unknown>()
  for await (const person of archive.rows('people')) ids.add('users', person.id)
  for (const { name } of archiveTables) {
    if (!catalogue.get(name)?.columns.some((column) => column.name === 'id')) continue
    for await (const row of archive.rows(name)) {
      ids.add(name, row.id)
      if (name === 'videos') hashes.set(textOf(row.id), row.sha256)
    }
  }
  if (ids.of('cases', archive.about.caseId) === undefined) throw damaged('it does not hold the case that it names')
  return hashes
}

async function requireFreeNumber(db: Db, order: ImportOrder, archive: OpenArchive): Promise<void> {
  const key = (number: string) => number.replaceAll(/\s/g, '').toLowerCase()
  for await (const row of archive.rows('cases')) {
    const number = order.caseNumber ?? textOf(row.case_number)
    const [taken] = await db
      .select({ title: cases.title })
      .from(cases)
      .where(and(eq(cases.firmId, order.firmId), sql`number_key = ${key(number)}`, isNull(cases.deletedAt)))
    if (taken)
      throw new Refusal(
        'conflict',
        `A case with the number ${number} is already here ("${taken.title}"). Bring the archive in under another number.`,
        { fields: { caseNumber: 'This number is taken.' } },
      )
  }
}

async function writeRows(
  tx: Db,
  order: ImportOrder,
  archive: OpenArchive,
  catalogue: Map<string, Table>,
  ids: Ids,
): Promise<Imported> {
  const people = await placePeople(tx, order, archive, ids)
  const counts: Record<string, number> = {}
  let theCase: Record<string, unknown> = {}
  for (const { name, whole, shape = (row: Record<string, unknown>) => row } of archiveTables) {
    const table = catalogue.get(name)!
    let waiting: Record<string, unknown>[] = []
    counts[name] = 0
    const flush = async () => {
      if (waiting.length > 0) await insert(tx, table, waiting)
      waiting = []
    }
    for await (const found of archive.rows(name)) {
      const row = shape(rowOf(table, found, ids, order.firmId))
      if (name === 'cases') {
        if (counts.cases! > 0) throw damaged('it holds more than one case')
        theCase = { ...row, ...(order.caseNumber === null ? {} : { case_number: order.caseNumber }) }
        waiting.push(theCase)
      } else if (name !== 'case_members' || people.membersHere.has(textOf(row.user_id))) waiting.push(row)
      counts[name]++
      if (!whole && waiting.length >= batch) await flush()
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
    title: textOf(theCase.title),
    caseNumber: textOf(theCase.case_number),
    fingerprint: archive.fingerprint,
    counts,
    people: {
      matched: matched.map(({ email }) => email),
      imported: imported.map(({ name, email }) => `${name} (${email})`),
    },
    warnings: await warningsOf(tx, order.firmId, theCase),
  }
  await tx.execute(sql`update case_imports set status = 'done', case_id = ${caseId}, ended_at = now(),
    result = ${JSON.stringify(result)}::jsonb, people = ${JSON.stringify(people.asTold)}::jsonb where id = ${order.importId}`)
  const events = await keepCustody(tx, order.importId, archive)
  await recordAudit(tx, {
    firmId: order.firmId,
    actorId: order.leadId,
    action: 'case.imported',
    entity: 'case',
    entityId: caseId,
    caseId,
    details: {
      fingerprint: archive.fingerprint,
      importId: order.importId,
      auditLines: events,
      matched: matched.length,
      imported: imported.length,
    },
  })
  return result
}

/** People are known again by their address, among the members of this firm alone; others stand in the case by name. */
async function placePeople(tx: Db, { firmId }: ImportOrder, archive: OpenArchive, ids: Ids) {
  const [matched, imported]: [Person[], Person[]] = [[], []]
  const membersHere = new Set<string>()
  const asTold: Person[] = []
  const ofCase = new Set<string>()
  for await (const row of archive.rows('case_members')) ofCase.add(textOf(row.user_id))
  const people: Person[] = []
  for await (const row of archive.rows('people'))
    people.push({
      id: textOf(row.id),
      email: textOf(row.email).toLowerCase().slice(0, 254),
      name: textOf(row.name).slice(0, 120),
    })
  // Two have one address where somebody came with an earlier archive and got an account later: the account goes first.
  people.sort((a, b) => Number(ofCase.has(b.id)) - Number(ofCase.has(a.id)))
  for (const told of people) {
    const [here] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(members, and(eq(members.userId, users.id), eq(members.firmId, firmId)))
      .where(eq(users.email, told.email))
    if (here && !membersHere.has(here.id)) {
      ids.set('users', told.id, here.id)
      membersHere.add(here.id)
      matched.push(told)
      continue
    }
    const id = ids.of('users', told.id)!
    // No password and no firm: nobody can sign in as them.
    await tx.insert(users).values({ id, email: `${id}@imported.invalid`, name: `${told.name} (imported)` })
    asTold.push({ ...told, id })
    imported.push(told)
  }
  return { matched, imported, membersHere, asTold }
}

async function insert(tx: Db, { name, columns }: Table, rows: Record<string, unknown>[]): Promise<void> {
  const given = new Set(Object.keys(rows[0]!))
  const list = sql.join(
    columns.filter((each) => !each.generated && given.has(each.name)).map((each) => sql.identifier(each.name)),
    sql`, `,
  )
  await tx.execute(
    sql`insert into ${sql.identifier(name)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${JSON.stringify(rows)}::jsonb)`,
  )
}

async function keepCustody(tx: Db, importId: string, archive: OpenArchive): Promise<number> {
  let position = 0
  let waiting: { position: number; line: string }[] = []
  const flush = async () => {
    if (waiting.length > 0)
      await tx.execute(sql`insert into imported_audit_lines (import_id, position, line)
        select ${importId}::uuid, position, line from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as t (position integer, line text)`)
    waiting = []
  }
  for await (const line of archive.lines(sealedNames.custody)) {
    waiting.push({ position: ++position, line })
    if (waiting.length >= linesAtOnce) await flush()
  }
  await flush()
  return position
}

async function warningsOf(
  tx: Db,
  firmId: string,
  { status, closed_at, archived_at }: Record<string, unknown>,
): Promise<string[]> {
  if (status !== 'archived') return []
  const [firm] = await tx.select({ days: firms.retentionDays }).from(firms).where(eq(firms.id, firmId))
  const endsMs = new Date(textOf(closed_at ?? archived_at)).getTime() + (firm?.days ?? 0) * 86_400_000
  return endsMs > Date.now()
    ? []
    : [
        'The case is archived and older than your firm keeps cases: it will be deleted within minutes, and can be restored for 30 days. Raise the time in the firm’s settings, or take it out of the archive.',
      ]
}

async function* chunksOf(entry: OpenArchive['files'][number]['entry']): AsyncGenerator<Uint8Array> {
  const step = 1_048_576
  for (let at = 0; at < entry.size; at += step) yield entry.read(at, Math.min(at + step, entry.size))
}

/** What the database refuses is a fault of the archive: its records do not fit together. */
function asSentence(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (error instanceof Refusal || !(cause instanceof Error) || !('code' in cause)) throw error
  const { code, table } = cause as { code?: unknown; table?: unknown }
  // Classes 22 and 23: values that do not fit their columns, and rows that do not fit each other.
  if (/^2[23]/.test(String(code)))
    throw damaged(`its records do not fit together${typeof table === 'string' ? ` (${table})` : ''}`)
  throw error
}
