import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { and, eq } from 'drizzle-orm'
import { Refusal } from '#server/platform/errors.ts'
import { findExcess } from '#server/platform/http/json-body.ts'
import { videoPrefix } from '#server/features/videos/videos.table.ts'
import { members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { checkSealed } from '../sealed/check.ts'
import { nodeKit, openBytes } from '../sealed/kit.ts'
import { type ManifestHead, type PlacedEntry, sealedNames } from '../sealed/sealed.types.ts'
import { readZip } from '../sealed/zip.ts'
import type { Column, Table } from './archive.queries.ts'
import { archiveTables, damaged, toText } from './archive.tables.ts'
import { ArchivedPerson } from './archive.schema.ts'
import { cleanText, oneLine } from '../../documents/content/clean.ts'
import type { ImportedPerson } from '../../core/exports.table.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const whole = new RegExp(`^${uuid.source}$`)

/**
 * Maps every ID in an archive to a new one so that an import can't collide with existing rows. The same import always
 * generates the same IDs. Keeps the timestamp half of each UUID because lists sort by it.
 */
export class Ids {
  readonly #importId: string
  readonly #byTable = new Map<string, Map<string, string>>()
  readonly #map = new Map<string, string>()

  constructor(importId: string) {
    this.#importId = importId
  }

  add(table: string, id: unknown): void {
    if (typeof id !== 'string' || !whole.test(id)) throw damaged(`a row in "${table}" has an invalid id`)
    if (this.#byTable.get(table)?.has(id)) throw damaged(`two rows in "${table}" have the id ${id}`)
    if (this.#map.size >= most.ids || (table === 'users' && this.#map.size > most.people))
      throw damaged('it has too many records')
    this.set(table, id, this.fresh(id))
  }

  fresh(id: string): string {
    const hash = createHash('sha256').update(`${this.#importId}:${id}`).digest('hex')
    const tail = `${'89ab'[Number.parseInt(hash[0]!, 16) % 4]}${hash.slice(1, 4)}-${hash.slice(4, 16)}`
    return `${id.slice(0, 14)}7${id.slice(15, 18)}-${tail}`
  }

  set(table: string, id: string, here: string): void {
    const known = this.#byTable.get(table) ?? new Map<string, string>()
    this.#byTable.set(table, known.set(id, here))
    this.#map.set(id, here)
  }

  of(table: string, id: string): string | undefined {
    return this.#byTable.get(table)?.get(id)
  }

  any(id: string): string | undefined {
    return this.#map.get(id)
  }

  inText(text: string): string {
    return text.replaceAll(uuid, (id) => this.#map.get(id) ?? id)
  }

  /**
   * Replaces every ID in the JSON. Unknown IDs are replaced with unused ones so that they can't point to existing rows.
   */
  inJson(value: unknown): unknown {
    const text = JSON.stringify(value).replaceAll(uuid, (id) => this.#map.get(id) ?? this.fresh(id))
    return JSON.parse(text) as unknown
  }
}

/** The only file names an archive may contain, besides video files. */
const names = new Set([
  'README.txt',
  'verify.html',
  'records/people.jsonl',
  sealedNames.manifest,
  sealedNames.seal,
  sealedNames.signature,
  sealedNames.custody,
])
for (const { name } of archiveTables) names.add(`records/${name}.jsonl`)
const fileName =
  /^files\/videos\/([0-9a-f-]{36})\/((?:[A-Za-z0-9][A-Za-z0-9._-]{0,127}\/){0,4}[A-Za-z0-9][A-Za-z0-9._-]{0,127})$/
const maxReported = 3
/** A row with all the words of a long turn is about 100 kB. Parsed JSON can take 20 times as much memory. */
const longestLine = 16 * 1_048_576
const most = { people: 10_000, ids: 1_000_000, rows: 5_000_000 }
/** All analyses of a session are read at once. The analysis of a full day is about 1 MB, with 100,000 values. */
const mostPerTable: Readonly<Record<string, { characters: number; values: number }>> = {
  analyses: { characters: 160 * 1_048_576, values: 10_000_000 },
}

const About = z.object({ caseId: z.uuid(), firmId: z.uuid() })

export type OpenArchive = {
  about: z.infer<typeof About>
  head: ManifestHead
  fingerprint: string
  signedBy: string | null
  rows(table: string): AsyncGenerator<Record<string, unknown>>
  lines(name: string): AsyncGenerator<string>
  files: { videoId: string; rest: string; entry: PlacedEntry; sha256: string }[]
  /** Size of everything that goes into the database. */
  recordBytes: number
}

/** Opens an archive after checking every byte. Throws an error that says what has changed. */
export async function openArchive(path: string): Promise<OpenArchive & AsyncDisposable> {
  const bytes = await openBytes(path)
  try {
    const zip = await readZip(bytes, nodeKit).catch((error: unknown) => {
      throw damaged(error instanceof Error ? error.message.replace(/\.$/, '') : 'it can’t be read')
    })
    for (const { name } of zip.entries)
      if (!names.has(name) && !fileName.test(name))
        throw damaged(`it contains "${name.slice(0, 80)}", which doesn’t belong in a case archive`)
    let head: ManifestHead | undefined
    const files: OpenArchive['files'] = []
    const byName = new Map(zip.entries.map((entry) => [entry.name, entry]))
    for (const name of [sealedNames.manifest, sealedNames.seal, sealedNames.signature, sealedNames.custody])
      await requireSimple(byName.get(name))
    const report = await checkSealed(
      {
        ...zip,
        onHead: (each) => (head = each),
        onFile(name, sha256) {
          const [, videoId, rest] = fileName.exec(name) ?? []
          if (videoId && rest) files.push({ videoId, rest, sha256, entry: byName.get(name)! })
        },
      },
      [],
      nodeKit,
    )
    if (report.faults.length > 0) {
      const messages = report.faults.slice(0, maxReported).map(({ message }) => message)
      const more = report.faults.length - messages.length
      throw damaged(
        `it was altered after it was created: ${messages.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
      )
    }
    if (report.kind !== 'case_archive') throw damaged('it is an evidence pack, not a case archive')
    const about = About.safeParse(head?.about)
    if (!about.success) throw damaged('its manifest doesn’t name the case')
    const lines = (name: string) => readLines(byName.get(name))
    let rows = 0
    return {
      about: about.data,
      head: head!,
      fingerprint: report.fingerprint!,
      signedBy: report.signedBy,
      lines,
      async *rows(table) {
        let line = 0
        let [characters, values] = [0, 0]
        const limit = mostPerTable[table]
        for await (const text of lines(`records/${table}.jsonl`)) {
          line++
          if (++rows > most.rows) throw damaged('it has too many records')
          if (limit) {
            characters += text.length
            values += countValues(text)
            if (characters > limit.characters || values > limit.values) throw damaged(`its ${table} are too large`)
          }
          const excess = findExcess(text)
          if (excess) throw damaged(`line ${line} of records/${table}.jsonl ${excess}`)
          const row: unknown = parse(text)
          if (typeof row !== 'object' || row === null || Array.isArray(row))
            throw damaged(`line ${line} of records/${table}.jsonl isn’t a record`)
          yield row as Record<string, unknown>
        }
      },
      files,
      recordBytes: zip.entries
        .filter(({ name }) => name.startsWith('records/') || name === sealedNames.custody)
        .reduce((sum, { size }) => sum + size, 0),
      [Symbol.asyncDispose]: () => bytes[Symbol.asyncDispose](),
    }
  } catch (error) {
    await bytes[Symbol.asyncDispose]()
    throw error instanceof SyntaxError ? damaged(error.message) : error
  }
}

/** Counts separators in strings too. */
function countValues(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (',[{'.includes(text[at]!)) count++
  return count
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Throws if parsing the file would take long or use much memory. Only older archives have JSON of several lines. */
export async function requireSimple(entry: PlacedEntry | undefined): Promise<void> {
  let line = 0
  let whole: string | null = null
  for await (const text of readLines(entry)) {
    line++
    if (line === 1 && text === '{') whole = ''
    const excess = findExcess(text)
    if (excess) throw damaged(`line ${line} of ${entry?.name} ${excess}`)
    if (whole !== null && whole.length <= longestLine) whole += text
  }
  const excess = whole && findExcess(whole)
  if (excess) throw damaged(`${entry?.name} ${excess}`)
}

async function* readLines(entry: PlacedEntry | undefined): AsyncGenerator<string> {
  if (!entry) return
  const step = 1_048_576
  const decoder = new TextDecoder()
  let rest = ''
  for (let at = 0; at < entry.size; at += step) {
    rest += decoder.decode(await entry.read(at, Math.min(at + step, entry.size)), { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw damaged(`${entry.name} has a line over the length limit`)
    for (const [nth, line] of lines.entries()) {
      // A block may hold half a million rows.
      if (nth % 1000 === 999) await setImmediate()
      yield line
    }
  }
  if (rest !== '') yield rest
}

const ownFolders: Readonly<Record<string, readonly string[]>> = { analysis_runs: ['work_id'] }
/** Columns that hold file keys. A key starts with the firm and video IDs. */
const fileKeys: Readonly<Record<string, string>> = { videos: 'transcript_key', video_files: 'key' }

/** Returns the files that a row names, without their firm. */
export function listFiles(table: string, row: Row): string[] {
  const key = row[fileKeys[table] ?? '']
  return [
    ...(table === 'videos' ? [`videos/${toText(row.id)}/original/media`] : []),
    ...(typeof key === 'string' ? [key.replace(/^firms\/[^/]*\//, '')] : []),
  ]
}

type Row = Record<string, unknown>
type Place = {
  firmId: string
  files: ReadonlyMap<string, string>
}

/**
 * Converts an archive row for insertion, with new IDs. Throws if the row refers to anything outside the archive so that
 * a forged archive can't reach existing records.
 */
export function toRow(table: Table, found: Row, ids: Ids, { firmId, files }: Place): Row {
  const row: Row = {}
  for (const column of table.columns)
    if (!column.generated && column.name in found) row[column.name] = readValue(table, column, found[column.name], ids)
  const keyColumn = fileKeys[table.name]
  const key = keyColumn === undefined ? null : row[keyColumn]
  if (typeof key === 'string') {
    const id = toText(table.name === 'videos' ? row.id : row.video_id)
    if (!key.startsWith(videoPrefix({ id, firmId })))
      throw damaged(`a row in "${table.name}" points to another video’s file`)
    const sha256 = files.get(key)
    if (sha256 === undefined) throw damaged(`a row in "${table.name}" points to a file that isn’t in the archive`)
    if (table.name === 'video_files' && (row.sha256 ?? sha256) !== sha256)
      throw damaged(`the SHA-256 of a file for video ${toText(found.video_id)} doesn’t match its record`)
  }
  return row
}

function readValue(table: Table, { name, type, refersTo, nullable }: Column, value: unknown, ids: Ids): unknown {
  if (value === null || value === undefined) return null
  if (type === 'uuid') {
    const id = toText(value)
    if (refersTo !== null) {
      const here = ids.of(refersTo, id)
      if (here !== undefined) return here
      throw damaged(`"${table.name}.${name}" points to a record that isn’t in the archive (${id.slice(0, 40)})`)
    }
    if (name === 'id') return ids.of(table.name, id)
    if (ownFolders[table.name]?.includes(name)) return ids.fresh(id)
    const here = ids.any(id)
    if (here === undefined && !nullable)
      throw damaged(`"${table.name}.${name}" points to a record that isn’t in the archive (${id.slice(0, 40)})`)
    return here ?? null
  }
  if (typeof value === 'string') return ids.inText(value)
  return typeof value === 'object' ? ids.inJson(value) : value
}

export type Person = { id: string; email: string; name: string }

const importedSuffix = ' (imported, according to the archive)'
const longestName = 120

/**
 * Creates a placeholder user for each person so that no real account is held responsible for what an archive claims.
 * Matched people join the case as members.
 */
export async function createPeople(
  tx: Db,
  { firmId, match }: { firmId: string; match: (person: Person) => string | null },
  archive: OpenArchive,
  ids: Ids,
) {
  const [matched, imported]: [Person[], Person[]] = [[], []]
  const asTold: ImportedPerson[] = []
  const membersById = new Map<string, string>()
  for await (const row of archive.rows('people')) {
    const person = ArchivedPerson.parse(row)
    const id = ids.of('users', person.id)!
    const userId = match(person)
    const [member] =
      userId === null
        ? []
        : await tx
            .select({ name: users.name })
            .from(users)
            .innerJoin(members, and(eq(members.userId, users.id), eq(members.firmId, firmId)))
            .where(and(eq(users.id, userId), eq(members.status, 'active')))
            .for('share')
    if (userId !== null && !member)
      throw new Refusal(
        'conflict',
        `${person.name} was matched to someone who is no longer a member. Import the archive again.`,
      )
    const name = (member?.name ?? oneLine(cleanText(person.name))).slice(0, longestName - importedSuffix.length)
    // This user has no password or firm, so nobody can sign in as them.
    await tx.insert(users).values({ id, email: `${id}@imported.invalid`, name: `${name}${importedSuffix}` })
    asTold.push({ ...person, id, userId })
    if (userId === null) imported.push(person)
    else {
      matched.push(person)
      membersById.set(id, userId)
    }
  }
  const taken = new Set<string>()
  const matchMember = (id: string): string | null => {
    const userId = membersById.get(id)
    if (userId === undefined || taken.has(userId)) return null
    taken.add(userId)
    return userId
  }
  return { matched, imported, matchMember, asTold }
}
