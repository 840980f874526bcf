import { createHash } from 'node:crypto'
import { z } from 'zod'
import { and, eq } from 'drizzle-orm'
import { Refusal } from '#server/platform/errors.ts'
import { videoPrefix } from '#server/features/videos/videos.table.ts'
import { members, users } from '#server/features/team/team.table.ts'
import type { Db } from '#server/platform/db.ts'
import { checkSealed } from '../sealed/check.ts'
import { nodeKit, openBytes } from '../sealed/kit.ts'
import { type ManifestHead, type PlacedEntry, sealedNames } from '../sealed/sealed.types.ts'
import { readZip } from '../sealed/zip.ts'
import { archiveTables, type Column, damaged, type Table, toText } from './archive.tables.ts'
import { ArchivedPerson } from './archive.schema.ts'
import type { ImportedPerson } from '../../core/exports.table.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const whole = new RegExp(`^${uuid.source}$`)

/**
 * New ids for everything that an archive brings: nothing of it can meet, overwrite or point at what is here already, and
 * the same archive may come in twice. Of one import they are the same on every try, so that a killed one leaves nothing
 * behind. Their first half, the time, stays: lists are in the order of ids.
 */
export class Ids {
  readonly #importId: string
  readonly #byTable = new Map<string, Map<string, string>>()
  readonly #map = new Map<string, string>()

  constructor(importId: string) {
    this.#importId = importId
  }

  /** Of a row that the archive brings. */
  add(table: string, id: unknown): void {
    if (typeof id !== 'string' || !whole.test(id)) throw damaged(`a row of "${table}" has no proper id`)
    if (this.#byTable.get(table)?.has(id)) throw damaged(`two rows of "${table}" have the id ${id}`)
    this.set(table, id, this.fresh(id))
  }

  /** A new id for something that nothing else in the archive names. */
  fresh(id: string): string {
    const hash = createHash('sha256').update(`${this.#importId}:${id}`).digest('hex')
    const tail = `${'89ab'[Number.parseInt(hash[0]!, 16) % 4]}${hash.slice(1, 4)}-${hash.slice(4, 16)}`
    return `${id.slice(0, 14)}7${id.slice(15, 18)}-${tail}`
  }

  /** Stands for somebody or something that is here. */
  set(table: string, id: string, here: string): void {
    const known = this.#byTable.get(table) ?? new Map<string, string>()
    this.#byTable.set(table, known.set(id, here))
    this.#map.set(id, here)
  }

  /** Undefined for what the archive does not bring in this table. */
  of(table: string, id: string): string | undefined {
    return this.#byTable.get(table)?.get(id)
  }

  /** Of whatever table. */
  any(id: string): string | undefined {
    return this.#map.get(id)
  }

  /** Replaces every id in a text by its new one; others stay. */
  inText(text: string): string {
    return text.replaceAll(uuid, (id) => this.#map.get(id) ?? id)
  }

  /** Replaces every id in JSON; one that the archive doesn't bring becomes an id of nothing, whatever has it here. */
  inJson(value: unknown): unknown {
    const text = JSON.stringify(value).replaceAll(uuid, (id) => this.#map.get(id) ?? this.fresh(id))
    return JSON.parse(text) as unknown
  }
}

/** What an archive may hold, and nothing else: no name leads anywhere but to records and to files of videos. */
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
const mostTold = 3
/** A row with the words of a long turn has some 100 kB. */
const longestLine = 64 * 1_048_576

const About = z.object({ caseId: z.uuid(), firmId: z.uuid(), counts: z.record(z.string(), z.int()) })

export type OpenArchive = {
  about: z.infer<typeof About>
  head: ManifestHead
  fingerprint: string
  /** Fingerprint of the key that signed it; null if nobody did. */
  signedBy: string | null
  /** The rows of a table in their order; none where the archive is of a version that did not know it. */
  rows(table: string): AsyncGenerator<Record<string, unknown>>
  lines(name: string): AsyncGenerator<string>
  files: { videoId: string; rest: string; entry: PlacedEntry; sha256: string }[]
}

/** Opens an archive that is whole to the last byte; refuses every other with a sentence that names what is not. */
export async function openArchive(path: string): Promise<OpenArchive & AsyncDisposable> {
  const bytes = await openBytes(path)
  try {
    const zip = await readZip(bytes, nodeKit).catch((error: unknown) => {
      throw damaged(error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read')
    })
    for (const { name } of zip.entries)
      if (!names.has(name) && !fileName.test(name))
        throw damaged(`it holds "${name.slice(0, 80)}", which no case archive does`)
    let head: ManifestHead | undefined
    const files: OpenArchive['files'] = []
    const byName = new Map(zip.entries.map((entry) => [entry.name, entry]))
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
      const told = report.faults.slice(0, mostTold).map(({ message }) => message)
      const more = report.faults.length - told.length
      throw damaged(`it was changed since it was made: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`)
    }
    if (report.kind !== 'case_archive') throw damaged('it is an evidence pack, not a case archive')
    const about = About.safeParse(head?.about)
    if (!about.success) throw damaged('its manifest does not say which case it is')
    const lines = (name: string) => readLines(byName.get(name))
    return {
      about: about.data,
      head: head!,
      fingerprint: report.fingerprint!,
      signedBy: report.signedBy,
      lines,
      async *rows(table) {
        let line = 0
        for await (const text of lines(`records/${table}.jsonl`)) {
          line++
          const row: unknown = parse(text)
          if (typeof row !== 'object' || row === null || Array.isArray(row))
            throw damaged(`line ${line} of records/${table}.jsonl is no record`)
          yield row as Record<string, unknown>
        }
      },
      files,
      [Symbol.asyncDispose]: () => bytes[Symbol.asyncDispose](),
    }
  } catch (error) {
    await bytes[Symbol.asyncDispose]()
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
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
    if (rest.length > longestLine) throw damaged(`${entry.name} has a line that is longer than any that is made`)
    yield* lines
  }
  if (rest !== '') yield rest
}

/** What belongs to the place where the case was, and gets a new value here. */
const ownFolders: Readonly<Record<string, readonly string[]>> = { analysis_runs: ['work_id'] }
/** Keys of files, which begin with the firm and the video that they belong to. */
const fileKeys: Readonly<Record<string, string>> = { videos: 'transcript_key', video_files: 'key' }

type Row = Record<string, unknown>
type Place = {
  firmId: string
  /** Keys under which the files of the archive are stored here, and the SHA-256 of each. */
  files: ReadonlyMap<string, string>
}

/**
 * A row of an archive as it may be put in here: every id a new one, every reference to something that the archive brings
 * itself. Refuses a row that names anything else: nobody's record can be reached by an archive that was made up.
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
      throw damaged(`a row of "${table.name}" names a file that is not its own`)
    const sha256 = files.get(key)
    if (sha256 === undefined) throw damaged(`a row of "${table.name}" names a file that is not in it`)
    if (table.name === 'video_files' && (row.sha256 ?? sha256) !== sha256)
      throw damaged(`a file of the video ${toText(found.video_id)} has another SHA-256 than its record says`)
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
      throw damaged(`"${table.name}.${name}" names a record that is not in it (${id.slice(0, 40)})`)
    }
    if (name === 'id') return ids.of(table.name, id)
    if (ownFolders[table.name]?.includes(name)) return ids.fresh(id)
    const here = ids.any(id)
    if (here === undefined && !nullable)
      throw damaged(`"${table.name}.${name}" names a record that is not in it (${id.slice(0, 40)})`)
    return here ?? null
  }
  if (typeof value === 'string') return ids.inText(value)
  return typeof value === 'object' ? ids.inJson(value) : value
}

/** By their id in the archive. */
export type Person = { id: string; email: string; name: string }

/** Said of every act that came with an archive, wherever the name of who did it is shown. */
const accordingTo = ' (imported, according to the archive)'
const longestName = 120

/**
 * Everybody of the archive gets a user of their own here, whose name says that their acts are the archive's word: nobody's
 * account answers for what an archive says they did. Who was matched to a member comes into the case as that member.
 */
export async function placePeople(
  tx: Db,
  { firmId, match }: { firmId: string; match: (person: Person) => string | null },
  archive: OpenArchive,
  ids: Ids,
) {
  const [matched, imported]: [Person[], Person[]] = [[], []]
  const asTold: ImportedPerson[] = []
  const membersById = new Map<string, string>()
  for await (const row of archive.rows('people')) {
    const told = ArchivedPerson.parse(row)
    const id = ids.of('users', told.id)!
    const userId = match(told)
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
        `${told.name} was matched to somebody who is no longer a member. Import the archive again.`,
      )
    const name = (member?.name ?? told.name).slice(0, longestName - accordingTo.length)
    // No password and no firm: nobody can sign in as them.
    await tx.insert(users).values({ id, email: `${id}@imported.invalid`, name: `${name}${accordingTo}` })
    asTold.push({ ...told, id, userId })
    if (userId === null) imported.push(told)
    else {
      matched.push(told)
      membersById.set(id, userId)
    }
  }
  const taken = new Set<string>()
  const takeMember = (id: string): string | null => {
    const userId = membersById.get(id)
    if (userId === undefined || taken.has(userId)) return null
    taken.add(userId)
    return userId
  }
  return { matched, imported, takeMember, asTold }
}
