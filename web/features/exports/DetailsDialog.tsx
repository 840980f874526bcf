import { type Export, type ExportDetail, readExport } from '#contract/exports/exports.ts'
import { exportSpecs, opensFilms, templateRules } from '#contract/exports/templates.ts'
import { highlightTypeWords, severityWords } from '#contract/highlights/words.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Dialog, ScrollArea, Skeleton } from '#web/ui/kit.ts'
import { factsClass, MadeFrom } from './MadeFrom.tsx'

/** What was chosen, what the file was made from, and who downloaded it. */
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
          <p className="text-ink-2">Nobody has downloaded it yet.</p>
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
    ['Names left out', yes(options.redactNames), controls.includes('names')],
    ['Employers left out', yes(options.redactEmployers), controls.includes('employers')],
    ['Unconfirmed suggestions', yes(options.includeSuggestions), controls.includes('suggestions')],
    ['Privileged work product', yes(options.includePrivileged), controls.includes('privileged')],
    ['Watermark', options.watermark || 'None', controls.includes('watermark')],
    ['Timecodes open', film?.title ?? 'The review room', opensFilms({ type, template })],
  ]
  return rows.filter(([, , counts]) => counts).map(([name, value]) => [name, value])
}
