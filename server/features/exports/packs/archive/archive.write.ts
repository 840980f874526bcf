import { and, asc, eq, gte, inArray, lte, or, sql } from 'drizzle-orm'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { findAuditMark } from '#server/features/audit/audit.service.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { users } from '#server/features/team/team.table.ts'
import { originalKey } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import type { Storage } from '#server/platform/storage.ts'
import { cleanText, oneLine } from '../../documents/content/clean.ts'
import { software } from '../../documents/content/manifest.ts'
import { sealedNames } from '../sealed/sealed.types.ts'
import type { SealOrder } from '../sealed/seal.ts'
import { verifyPage } from '../sealed/verify.page.ts'
import { textOf } from './archive.ids.ts'
import { archiveTables, leftOut } from './archive.tables.ts'
import type { ImportedPerson } from '../../core/exports.table.ts'
import { readCatalogue, type Table } from './catalogue.ts'

/** Rows read at a time. */
const batch = 500
const filesPrefix = 'files/'

export type Collected = Pick<SealOrder, 'kind' | 'software' | 'about' | 'files' | 'originals'> & {
  release: () => Promise<void>
}
type Row = Record<string, unknown>

/**
 * Writes every record of a case below `folder` and says which files go with it. One transaction: what is told of the case
 * is from one moment. The caller has asked whether this may be done.
 */
export async function collectCase(
  { db, storage, caseId, folder }: { db: Db; storage: Storage; caseId: string; folder: string },
  progress: (fraction: number) => void,
): Promise<Collected> {
  await mkdir(join(folder, 'records'), { recursive: true })
  const { counts, videos, keys, custody, firmId, title } = await db.transaction(
    (tx) => writeRecords(tx, { storage, caseId, folder }, progress),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  await writeFile(join(folder, 'README.txt'), readmeOf(title))
  await writeFile(join(folder, 'verify.html'), verifyPage())
  const files = [
    'README.txt',
    'verify.html',
    ...archiveTables.map(({ name }) => `records/${name}.jsonl`),
    'records/people.jsonl',
    sealedNames.custody,
  ].map((name) => ({ path: join(folder, name), name }))
  const releases: (() => Promise<void>)[] = []
  const prefix = `firms/${firmId}/`
  for (const key of [...videos.map((id) => originalKey({ id, firmId })), ...keys]) {
    if (!key.startsWith(`${prefix}videos/`) || (await storage.size(key)) === null) continue
    const copy = await storage.localCopy(key)
    releases.push(() => copy.release())
    files.push({ path: copy.path, name: `${filesPrefix}${key.slice(prefix.length)}` })
  }
  return {
    kind: 'case_archive',
    software,
    about: { caseId, firmId, counts, custody, audit: await findAuditMark(db, firmId), leftOut },
    files,
    originals: [],
    release: async (): Promise<void> => {
      for (const release of releases) await release()
    },
  }
}

async function writeRecords(
  tx: Db,
  { storage, caseId, folder }: { storage: Storage; caseId: string; folder: string },
  progress: (fraction: number) => void,
) {
  const catalogue = await readCatalogue(
    tx,
    archiveTables.map(({ name }) => name),
  )
  const counts: Record<string, number> = {}
  const people = new Set<string>()
  const members = await readMatched(tx, caseId)
  const asMember = (row: Row): Row =>
    members.size === 0 ? row : (JSON.parse(replaceIds(JSON.stringify(row), members)) as Row)
  const [videos, keys]: [string[], string[]] = [[], []]
  let first: Row | undefined
  for (const [index, { name, where, order, shape = (row: Row) => row }] of archiveTables.entries()) {
    const table = catalogue.get(name)!
    const out = createWriteStream(join(folder, 'records', `${name}.jsonl`), { mode: 0o600 })
    counts[name] = 0
    for (let offset = 0; ; offset += batch) {
      const { rows } = await tx.execute<{ row: Row }>(
        sql`select to_jsonb(t) as row from ${sql.identifier(name)} t
          where ${whereOf(where, caseId)}
          order by ${sql.raw(order ?? table.key.join(', '))} limit ${batch} offset ${offset}`,
      )
      for (const { row: found } of rows) {
        const row = shape(asMember(without(found, table)))
        first ??= row
        for (const { name: column, refersTo, nullable } of table.columns) {
          if (refersTo === 'users' && row[column]) people.add(textOf(row[column]))
          // Of an upload that never ended nothing travels: whoever brings the rest in would miss it.
          if (refersTo === 'videos' && nullable && row[column] && !videos.includes(textOf(row[column])))
            row[column] = null
        }
        // A derived file that is gone can be made again; a row must not name what isn't in the archive.
        if (name === 'video_files' && (await storage.size(textOf(row.key))) === null) continue
        if (name === 'videos') {
          videos.push(textOf(row.id))
          if (row.transcript_key) keys.push(textOf(row.transcript_key))
        }
        counts[name]++
        if (name === 'video_files') keys.push(textOf(row.key))
        if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain')
      }
      if (rows.length < batch) break
    }
    await finished(out.end())
    progress((index + 1) / archiveTables.length)
  }
  if (!first) throw absent('case')
  const firmId = textOf(first.firm_id)
  const custody = await writeWholeCustody(
    tx,
    { firmId, caseId, videos, out: join(folder, sealedNames.custody) },
    people,
  )
  counts.people = await writePeople(tx, caseId, [...people], join(folder, 'records', 'people.jsonl'))
  return {
    counts,
    videos,
    keys,
    custody,
    firmId,
    title: oneLine(cleanText(`${textOf(first.title)} (${textOf(first.case_number)})`)),
  }
}

/** By the ids that stand for them in an imported case: members to whom people of the archive were matched. */
async function readMatched(tx: Db, caseId: string): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ people: ImportedPerson[] }>(
    sql`select people from case_imports where case_id = ${caseId}`,
  )
  return new Map(rows.flatMap(({ people }) => people).flatMap(({ id, userId }) => (userId ? [[id, userId]] : [])))
}
const replaceIds = (text: string, members: ReadonlyMap<string, string>): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => members.get(id) ?? id)

const whereOf = (where: string, caseId: string) =>
  sql.join(
    where.split('$1').map((part) => sql.raw(part)),
    sql`${caseId}::uuid`,
  )

function without(row: Row, { columns }: Table): Row {
  return Object.fromEntries(columns.filter(({ generated }) => !generated).map(({ name }) => [name, row[name] ?? null]))
}

/** As they are called at home: of somebody who came with an earlier archive, what that archive said. */
async function writePeople(tx: Db, caseId: string, ids: string[], out: string): Promise<number> {
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({ id: users.id, email: users.email, name: users.name })
          .from(users)
          .where(inArray(users.id, ids))
          .orderBy(users.id)
  const earlier = await tx.execute<{ people: { id: string; email: string; name: string }[] }>(
    sql`select people from case_imports where case_id = ${caseId}`,
  )
  const known = new Map(earlier.rows.flatMap(({ people }) => people).map((each) => [each.id, each]))
  await writeFile(out, rows.map((row) => `${JSON.stringify(known.get(row.id) ?? row)}\n`).join(''), { mode: 0o600 })
  return rows.length
}

/** Every event of the case and its videos in full, those of other cases between as number and hash. */
async function writeWholeCustody(
  tx: Db,
  { firmId, caseId, videos, out }: { firmId: string; caseId: string; videos: string[]; out: string },
  people: Set<string>,
) {
  const { chain, seq, entityId } = auditEvents
  const isOurs = or(eq(auditEvents.caseId, caseId), inArray(entityId, [caseId, ...videos]))!
  const inChain = eq(chain, firmId)
  const mine = new Set(
    (await tx.select({ seq }).from(auditEvents).where(and(inChain, isOurs)).orderBy(asc(seq))).map((each) => each.seq),
  )
  const sorted = [...mine]
  const [firstSeq, lastSeq] = [sorted[0] ?? 1, sorted.at(-1) ?? 0]
  let lastHash: string | null = null
  await using file = await open(out, 'w', 0o600)
  const earlier = await tx.execute<{ line: string }>(sql`select line from imported_audit_lines
    join case_imports on case_imports.id = import_id where case_id = ${caseId} order by import_id, position`)
  await file.write(earlier.rows.map(({ line }) => `${line}\n`).join(''))
  const { chain: before = null, seq: toldUntil = 0 } = JSON.parse(earlier.rows.at(-1)?.line ?? '{}') as {
    chain?: string
    seq?: number
  }
  // Back in the firm that it left: what lies between is told as of other cases, or the log would look cut.
  const begin = before === firmId && toldUntil < firstSeq ? toldUntil + 1 : firstSeq
  for (let next = begin; next <= lastSeq; next += batch) {
    const rows = await tx
      .select()
      .from(auditEvents)
      .where(and(inChain, gte(seq, next), lte(seq, Math.min(lastSeq, next + batch - 1))))
      .orderBy(asc(seq))
    const lines = rows.map((event) => {
      lastHash = event.hash
      if (!mine.has(event.seq)) return { kind: 'link', chain: event.chain, seq: event.seq, hash: event.hash }
      if (event.actorId) people.add(event.actorId)
      return { kind: 'event', ...event, at: event.at.toISOString() }
    })
    await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  return { events: mine.size, earlierLines: earlier.rows.length, lastHash }
}

const readmeOf = (title: string): string => `CASE ARCHIVE
${title}

Everything that Venire holds of this case: records/ with one line of JSON a row, files/ with the recordings as they were
received and what was made from them, custody-log.jsonl with the audit record. Bring it into another installation with

    venire case import FILE --firm NAME --lead EMAIL

or with Upload Data on its dashboard. Whether every byte is the one that was written: verify.html in a browser, or

    venire verify pack FILE --key FINGERPRINT

The fingerprint is that of the sender's key (GET /api/installation): ask for it by telephone. It holds privileged work product and the names of jurors. It cannot expire and cannot be revoked: keep it under lock.

Not in it:
${[...new Set(Object.values(leftOut))].map((reason) => `- ${reason}`).join('\n')}
`
