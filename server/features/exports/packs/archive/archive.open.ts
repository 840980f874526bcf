import { z } from 'zod'
import { checkSealed } from '../sealed/check.ts'
import { nodeKit, openBytes } from '../sealed/kit.ts'
import { type ManifestHead, type PlacedEntry, sealedNames } from '../sealed/sealed.types.ts'
import { readZip } from '../sealed/zip.read.ts'
import { damaged } from './archive.ids.ts'
import { archiveTables } from './archive.tables.ts'

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
    const lines = (name: string) => linesOf(byName.get(name))
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

async function* linesOf(entry: PlacedEntry | undefined): AsyncGenerator<string> {
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
