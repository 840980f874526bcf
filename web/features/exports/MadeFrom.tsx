import type { ExportDetail } from '#contract/exports.ts'
import { ScrollArea } from '#web/ui/ScrollArea.tsx'
import { Table, TableCell, TableRow } from '#web/ui/Table.tsx'
import { type ClipFact, clipFacts, manifestFacts } from './manifestFacts.ts'

const summaryClass = 'min-h-6 cursor-pointer text-sm text-ink-2 touch:py-3'

/** What a file was made from: in words first; whoever compares it by machine finds the manifest as it was kept. */
export function MadeFrom({ manifest, recordings }: Pick<ExportDetail, 'manifest' | 'recordings'>) {
  const clips = clipFacts(manifest)
  const nameOf = (videoId: string) => recordings.find((each) => each.videoId === videoId)?.filename ?? goneName
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-bold">Made from</h3>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {recordings.map(({ videoId, filename, sha256 }) => (
          <div key={videoId} className="contents">
            <dt className="text-ink-3">Recording</dt>
            <dd className="wrap-anywhere">
              {filename ?? goneName}
              <Hash text={sha256 ?? 'Its SHA-256 is not known yet.'} />
            </dd>
          </div>
        ))}
        {manifestFacts(manifest).map(({ name, value, isHash }) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="tabular wrap-anywhere">{isHash ? <Hash text={value} /> : value}</dd>
          </div>
        ))}
      </dl>
      {clips.length > 0 && <Clips clips={clips} nameOf={nameOf} />}
      <details>
        <summary className={summaryClass}>The manifest as JSON</summary>
        <ScrollArea label="The manifest as JSON" className="max-h-72 rounded-control border border-line">
          <pre className="p-3 text-xs break-all whitespace-pre-wrap">{JSON.stringify(manifest, null, 2)}</pre>
        </ScrollArea>
      </details>
    </section>
  )
}

const goneName = 'A recording that is no longer there'

const Hash = ({ text }: { text: string }) => <code className="block text-xs break-all text-ink-2">{text}</code>

function Clips({ clips, nameOf }: { clips: readonly ClipFact[]; nameOf: (videoId: string) => string }) {
  return (
    <details>
      <summary className={summaryClass}>{clips.length === 1 ? 'The clip' : `The ${clips.length} clips`}</summary>
      <Table
        caption="Clips"
        columns={[
          { label: 'Clip', numeric: true },
          { label: 'Recording' },
          { label: 'From', numeric: true },
          { label: 'To', numeric: true },
          { label: 'Silenced', numeric: true },
        ]}
      >
        {clips.map(({ videoId, from, to, silenced }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a reel may show the same clip twice; its place is its name
          <TableRow key={at}>
            <TableCell numeric>{at + 1}</TableCell>
            <TableCell>
              <span className="line-clamp-2 min-w-32 wrap-anywhere">{nameOf(videoId)}</span>
            </TableCell>
            <TableCell numeric>{from}</TableCell>
            <TableCell numeric>{to}</TableCell>
            <TableCell numeric>{silenced}</TableCell>
          </TableRow>
        ))}
      </Table>
    </details>
  )
}
