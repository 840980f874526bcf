import { z } from 'zod'
import { type Export, type ExportDetail, readExport } from '#contract/exports/exports.ts'
import { exportSpecs, opensFilms, templateRules } from '#contract/exports/templates.ts'
import { highlightTypeWords, severityWords } from '#contract/highlights/words.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useRead } from '#web/platform/api.ts'
import { formatDateTime, formatCount, formatTimecode } from '#web/platform/format.ts'
import { Dialog, ScrollArea, Skeleton, Table, TableCell, TableRow } from '#web/ui/kit.ts'

export function DetailsDialog({ item, onClose }: { item: Export; onClose: () => void }) {
  const detail = useRead(readExport, { params: { exportId: item.id }, input: {} })
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={item.title} description={item.filename}>
      <Loaded query={detail} skeleton={<Skeleton className="h-48" />}>
        {(found) => <Found found={found} />}
      </Loaded>
    </Dialog>
  )
}

function Found({ found }: { found: ExportDetail }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <dl className={factsClass}>
        {describeChoices(found).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {found.manifest !== null && (
        <MadeFrom manifest={found.manifest} recordings={found.recordings} sha256={found.sha256} />
      )}
      <section>
        <h3 className="mb-1 font-bold">Downloads</h3>
        {found.downloadList.length === 0 ? (
          <p className="text-ink-2">No downloads yet.</p>
        ) : (
          <ScrollArea label="Downloads, newest first" className="max-h-48">
            <ul aria-label="Downloads" className="tabular grid gap-1 text-sm">
              {found.downloadList.map((each) => (
                <li key={`${each.at} ${each.by}`} className="break-words">
                  {[formatDateTime(each.at), each.by, each.ip].filter(Boolean).join(' · ')}
                </li>
              ))}
            </ul>
          </ScrollArea>
        )}
      </section>
    </div>
  )
}

function describeChoices({ type, template, filters, options, hasPassword, film }: ExportDetail): [string, string][] {
  const { controls } = templateRules[template]
  const yes = (value: boolean) => (value ? 'Yes' : 'No')
  const all = (words: readonly string[]) => (words.length === 0 ? 'All' : words.join(', '))
  const rows: [string, string, boolean][] = [
    ['Template', `${templateRules[template].title}, ${exportSpecs[type].word}`, true],
    ['Encrypted', yes(hasPassword), true],
    ['Types', all(filters.types.map((each) => highlightTypeWords[each])), controls.includes('types')],
    ['Severities', all(filters.severities.map((each) => severityWords[each])), controls.includes('severities')],
    ['Jurors', all(filters.jurors), controls.includes('jurors')],
    ['Names redacted', yes(options.redactNames), controls.includes('names')],
    ['Employers redacted', yes(options.redactEmployers), controls.includes('employers')],
    ['Unconfirmed suggestions', yes(options.includeSuggestions), controls.includes('suggestions')],
    ['Privileged work product', yes(options.includePrivileged), controls.includes('privileged')],
    ['Watermark', options.watermark || 'None', controls.includes('watermark')],
    ['Timecodes open', film?.title ?? 'The review room', opensFilms({ type, template })],
  ]
  return rows.filter(([, , counts]) => counts).map(([name, value]) => [name, value])
}

const factsClass =
  'grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)] [&_dt]:break-words'

const summaryClass = 'min-h-6 cursor-pointer text-sm text-ink-2 touch:py-3'

function MadeFrom({ manifest, recordings, sha256 }: Pick<ExportDetail, 'manifest' | 'recordings' | 'sha256'>) {
  const clips = clipFacts(manifest)
  const describeSource = (videoId: string) =>
    recordings.find((each) => each.videoId === videoId)?.filename ?? deletedName
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-bold">Source</h3>
      <dl className={factsClass}>
        {recordings.map(({ videoId, filename, sha256 }) => (
          <div key={videoId} className="contents">
            <dt className="text-ink-3">Recording</dt>
            <dd className="wrap-anywhere">
              {filename ?? deletedName}
              <Hash text={sha256 ?? 'SHA-256 not computed yet'} />
            </dd>
          </div>
        ))}
        {[...manifestFacts(manifest), ...fileFact(sha256)].map(({ name, value, isHash }) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="tabular wrap-anywhere">{isHash ? <Hash text={value} /> : value}</dd>
          </div>
        ))}
      </dl>
      {clips.length > 0 && <Clips clips={clips} describeSource={recordings.length > 1 ? describeSource : null} />}
      <details>
        <summary className={summaryClass}>Manifest (JSON)</summary>
        <ScrollArea label="Manifest (JSON)" className="max-h-72 rounded-control border border-line">
          <pre className="p-3 text-xs break-all whitespace-pre-wrap">{JSON.stringify(manifest, null, 2)}</pre>
        </ScrollArea>
      </details>
    </section>
  )
}

const fileFact = (sha256: string | null): Fact[] =>
  sha256 === null ? [] : [{ name: 'File SHA-256', value: sha256, isHash: true }]

const deletedName = 'Deleted recording'

const Hash = ({ text }: { text: string }) => <code className="block text-xs break-all text-ink-2">{text}</code>

function Clips({
  clips,
  describeSource,
}: {
  clips: readonly ClipFact[]
  describeSource: ((videoId: string) => string) | null
}) {
  return (
    <details>
      <summary className={summaryClass}>{clips.length === 1 ? '1 clip' : `${clips.length} clips`}</summary>
      <Table
        caption="Clips"
        columns={[
          { label: 'Clip', numeric: true },
          ...(describeSource ? [{ label: 'Recording' }] : []),
          { label: 'From', numeric: true },
          { label: 'To', numeric: true },
          { label: 'Silenced', numeric: true },
        ]}
      >
        {clips.map(({ videoId, from, to, silenced }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a reel can contain the same clip twice
          <TableRow key={at}>
            <TableCell numeric>{at + 1}</TableCell>
            {describeSource && (
              <TableCell>
                <span className="line-clamp-2 min-w-32 wrap-anywhere">{describeSource(videoId)}</span>
              </TableCell>
            )}
            <TableCell numeric>{from}</TableCell>
            <TableCell numeric>{to}</TableCell>
            <TableCell numeric>{silenced}</TableCell>
          </TableRow>
        ))}
      </Table>
    </details>
  )
}

const Span = z.object({ startMs: z.number(), endMs: z.number() })
/** Includes the fields of every export type. `server/features/exports/documents/content/cover.ts` writes them. */
const Manifest = z
  .object({
    software: z.string(),
    contentSha256: z.string(),
    counts: z.record(z.string(), z.number()),
    film: z.object({ sha256: z.string(), timecodes: z.number() }),
    audit: z.object({ seq: z.number(), hash: z.string(), key: z.string().nullable() }).nullable(),
    clips: z.array(Span.extend({ videoId: z.string(), silenced: z.array(Span) })),
  })
  .partial()

const countWords: Record<string, string> = {
  rows: 'Rows',
  blocks: 'Headings, paragraphs, and tables',
  items: 'Entries',
  clips: 'Clips',
  passages: 'Passages',
  custodyEvents: 'Custody log entries',
  files: 'Files',
}

type Fact = { name: string; value: string; isHash?: boolean }

export function manifestFacts(manifest: unknown): Fact[] {
  const { software, counts = {}, contentSha256, film, audit } = Manifest.safeParse(manifest).data ?? {}
  return [
    ...(software === undefined ? [] : [{ name: 'Created with', value: software }]),
    ...Object.entries(counts).map(([what, count]) => ({ name: countWords[what] ?? what, value: formatCount(count) })),
    ...(film ? [{ name: 'Timecodes linked to the exported video', value: formatCount(film.timecodes) }] : []),
    ...(film ? [{ name: 'Video SHA-256', value: film.sha256, isHash: true }] : []),
    ...(contentSha256 === undefined ? [] : [{ name: 'Content SHA-256', value: contentSha256, isHash: true }]),
    ...(audit ? [{ name: `Audit log at event ${audit.seq}`, value: audit.hash, isHash: true }] : []),
    ...(audit?.key ? [{ name: 'Audit log key', value: audit.key, isHash: true }] : []),
  ]
}

type ClipFact = { videoId: string; from: string; to: string; silenced: string }

export const clipFacts = (manifest: unknown): ClipFact[] =>
  (Manifest.safeParse(manifest).data?.clips ?? []).map(({ videoId, startMs, endMs, silenced }) => ({
    videoId,
    from: formatTimecode(startMs / 1000),
    to: formatTimecode(endMs / 1000),
    silenced: silenced.length === 0 ? 'None' : formatCount(silenced.length),
  }))
