import type { ExportDetail } from '#contract/exports/exports.ts'
import { ScrollArea, Table, TableCell, TableRow } from '#web/ui/kit.ts'
import { type ClipFact, clipFacts, type Fact, manifestFacts } from './manifestFacts.ts'

/** Names and values of all lists of a dialog in line. */
export const factsClass =
  'grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)] [&_dt]:break-words'

const summaryClass = 'min-h-6 cursor-pointer text-sm text-ink-2 touch:py-3'

/** What a file was made from: in words first; whoever compares it by machine finds the manifest as it was kept. */
export function MadeFrom({ manifest, recordings, sha256 }: Pick<ExportDetail, 'manifest' | 'recordings' | 'sha256'>) {
  const clips = clipFacts(manifest)
  const describeSource = (videoId: string) => recordings.find((each) => each.videoId === videoId)?.filename ?? goneName
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-bold">Made from</h3>
      <dl className={factsClass}>
        {recordings.map(({ videoId, filename, sha256 }) => (
          <div key={videoId} className="contents">
            <dt className="text-ink-3">Recording</dt>
            <dd className="wrap-anywhere">
              {filename ?? goneName}
              <Hash text={sha256 ?? 'Its SHA-256 is not known yet.'} />
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
        <summary className={summaryClass}>The manifest as JSON</summary>
        <ScrollArea label="The manifest as JSON" className="max-h-72 rounded-control border border-line">
          <pre className="p-3 text-xs break-all whitespace-pre-wrap">{JSON.stringify(manifest, null, 2)}</pre>
        </ScrollArea>
      </details>
    </section>
  )
}

const fileFact = (sha256: string | null): Fact[] =>
  sha256 === null ? [] : [{ name: 'SHA-256 of the file', value: sha256, isHash: true }]

const goneName = 'A recording that is no longer there'

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
      <summary className={summaryClass}>{clips.length === 1 ? 'The clip' : `The ${clips.length} clips`}</summary>
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
          // oxlint-disable-next-line react/no-array-index-key -- a reel may show the same clip twice; its place is its name
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
