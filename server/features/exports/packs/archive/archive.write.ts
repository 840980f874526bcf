import { exportSpecs } from '#contract/exports/templates.ts'
import { and, asc, eq, gte, inArray, lte, or } from 'drizzle-orm'
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
import { software, buildManifest } from '../../documents/content/cover.ts'
import { sealedNames } from '../sealed/sealed.types.ts'
import type { SealOrder } from '../sealed/seal.ts'
import { toCustodyLine } from '../evidence/custody.ts'
import { verifyPage } from '../sealed/verify.page.ts'
import { listImportedPeople, readCatalog, readRows, sizeCase, type Row, type Table } from './archive.queries.ts'
import { archiveTables, leftOut, toText } from './archive.tables.ts'
import { gather } from '../../documents/content/gather.ts'
import { readImportedLines } from '../../core/imported.queries.ts'
import type { ExportMaker } from '../../core/maker.ts'
import { runInThread } from '../../core/thread.ts'
import { writeZip } from '../../documents/content/zip.ts'

const batch = 500
const filesPrefix = 'files/'

export type Collected = Pick<SealOrder, 'kind' | 'software' | 'about' | 'files' | 'originals'> & {
  release: () => Promise<void>
}

/**
 * Writes all records of a case to `folder` from one snapshot, and lists the files to pack. The caller must check
 * permission.
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
  await writeFile(join(folder, 'README.txt'), toReadme(title))
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
  const catalog = await readCatalog(
    tx,
    archiveTables.map(({ name }) => name),
  )
  const counts: Record<string, number> = {}
  const taken: Taken = { people: new Set(), videos: [], highlights: new Set(), keys: [] }
  const { people, videos, keys } = taken
  const earlier = await listImportedPeople(tx, caseId)
  const members = new Map(earlier.flatMap(({ id, userId }) => (userId ? [[id, userId]] : [])))
  const asMember = (row: Row): Row =>
    members.size === 0 ? row : (JSON.parse(replaceIds(JSON.stringify(row), members)) as Row)
  let first: Row | undefined
  for (const [index, archived] of archiveTables.entries()) {
    const { name, shape = (row: Row) => row } = archived
    const table = catalog.get(name)!
    const out = createWriteStream(join(folder, 'records', `${name}.jsonl`), { mode: 0o600 })
    counts[name] = 0
    for (let offset = 0; ; offset += batch) {
      const rows = await readRows(tx, archived, table, { caseId, limit: batch, offset })
      for (const found of rows) {
        const row = shape(asMember(without(found, table)))
        first ??= row
        noteReferences(row, table, taken)
        // A missing derived file can be created again, but no row may refer to it.
        if (name === 'video_files' && (await storage.size(toText(row.key))) === null) continue
        noteFiles(row, name, taken)
        counts[name]++
        if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain')
      }
      if (rows.length < batch) break
    }
    await finished(out.end())
    progress((index + 1) / archiveTables.length)
  }
  if (!first) throw absent('case')
  const firmId = toText(first.firm_id)
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
    title: oneLine(cleanText(`${toText(first.title)} (${toText(first.case_number)})`)),
  }
}

type Taken = { people: Set<string>; videos: string[]; highlights: Set<string>; keys: string[] }

/** Clears references to a video that moved to another case, because the import would reject them. */
function noteReferences(row: Row, table: Table, { people, videos, highlights }: Taken): void {
  for (const { name, refersTo, nullable } of table.columns) {
    if (!row[name]) continue
    if (refersTo === 'users') people.add(toText(row[name]))
    if (refersTo === 'videos' && nullable && !videos.includes(toText(row[name]))) row[name] = null
    if (refersTo === 'highlights' && nullable && !highlights.has(toText(row[name]))) row[name] = null
  }
}

function noteFiles(row: Row, table: string, { videos, highlights, keys }: Taken): void {
  if (table === 'highlights') highlights.add(toText(row.id))
  if (table === 'video_files') keys.push(toText(row.key))
  if (table !== 'videos') return
  videos.push(toText(row.id))
  if (row.transcript_key) keys.push(toText(row.transcript_key))
}

const replaceIds = (text: string, members: ReadonlyMap<string, string>): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => members.get(id) ?? id)

function without(row: Row, { columns }: Table): Row {
  return Object.fromEntries(columns.filter(({ generated }) => !generated).map(({ name }) => [name, row[name] ?? null]))
}

async function writePeople(tx: Db, caseId: string, ids: string[], out: string): Promise<number> {
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({ id: users.id, email: users.email, name: users.name })
          .from(users)
          .where(inArray(users.id, ids))
          .orderBy(users.id)
  const known = new Map((await listImportedPeople(tx, caseId)).map((each) => [each.id, each]))
  await writeFile(out, rows.map((row) => `${JSON.stringify(known.get(row.id) ?? row)}\n`).join(''), { mode: 0o600 })
  return rows.length
}

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
  let withheld = 0
  await using file = await open(out, 'w', 0o600)
  let earlierLines = 0
  let lastLine = '{}'
  for await (const lines of readImportedLines(tx, caseId)) {
    await file.write(lines.map((line) => `${line}\n`).join(''))
    earlierLines += lines.length
    lastLine = lines.at(-1) ?? lastLine
  }
  const { chain: before = null, seq: toldUntil = 0 } = JSON.parse(lastLine) as {
    chain?: string
    seq?: number
  }
  // Without links for the time a case was at another firm, its log would look truncated.
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
      const line = toCustodyLine(event, caseId)
      if (line.kind === 'withheld') withheld++
      else if (line.actorId) people.add(line.actorId)
      return line
    })
    await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  return { events: mine.size - withheld, withheld, earlierLines, lastHash }
}

const toReadme = (title: string): string => `CASE ARCHIVE
${title}

The complete Venire record of this case:

records/             Database records, one JSON object per line.
files/               The original recordings, and the files made from them.
custody-log.jsonl    The audit record. Events that a recording brought from another case are listed without details.

To import it into another installation, use Upload Data on the dashboard, or run

    venire case import FILE --firm NAME --lead EMAIL

To check that nothing was changed, open verify.html in a browser, or run

    venire verify pack FILE --key FINGERPRINT

FINGERPRINT is that of the sender’s key (GET /api/installation). Ask the sender for it by phone.

This archive contains privileged work product and juror names. It cannot expire or be revoked. Store it securely.

Not included:
${[...new Set(Object.values(leftOut))].map((reason) => `- ${reason}`).join('\n')}
`

const innerName = 'case-archive.zip'
const estimatedBytes = { turn: 4000, fixed: 100_000 } as const

export const archiveMaker: ExportMaker<'archive'> = {
  type: 'archive',
  templates: exportSpecs.archive.templates,
  file: () => 'zip',

  async estimate(asked) {
    await gather(asked)
    const { bytes, turns, videos } = await sizeCase(asked.db, asked.order.scope.id)
    return {
      pages: null,
      rows: null,
      seconds: null,
      bytes: bytes + turns * estimatedBytes.turn + estimatedBytes.fixed,
      items: videos,
      warnings: [
        'Contains everything: juror names, privileged work product, and the audit record. It can’t be shared by link.',
        'Restricted records aren’t included.',
      ],
    }
  },

  async make(input, out, progress, signal) {
    const { db, storage, order, folder, password, keyFolder } = input
    await gather(input)
    const collected = await collectCase({ db, storage, caseId: order.scope.id, folder }, (fraction) =>
      progress({ fraction: fraction * 0.2, step: 'Reading the records' }),
    )
    const { release, ...what } = collected
    const sealed = password === null ? out : join(folder, 'sealed')
    try {
      const work: SealOrder = { ...what, folder, keyFolder, out: sealed }
      await runInThread(
        new URL('../sealed/seal.thread.ts', import.meta.url),
        work,
        ({ fraction, step }) => progress({ fraction: 0.2 + fraction * 0.7, step }),
        signal,
      )
    } finally {
      await release()
    }
    if (password !== null) {
      progress({ fraction: 0.92, step: 'Encrypting' })
      await writeZip(out, [{ name: innerName, path: sealed, stored: true }], password)
    }
    return { manifest: buildManifest(order, what.about, { files: what.files.length }) }
  },
}
