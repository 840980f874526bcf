import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type Highlight, listHighlights } from '#contract/highlights/highlights.ts'
import { EvidenceInput } from '#contract/strikes/data.ts'
import { useRead } from '#web/platform/api.ts'
import { formatTimecode } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea, TextField } from '#web/ui/TextField.tsx'

type EvidencePickerProps = {
  sessionId: string
  jurorNumber: string
  chosen: readonly EvidenceInput[]
  onChange: (chosen: EvidenceInput[]) => void
}

const most = 200

/** Words to rest a strike on: the juror's highlights, a page and line of the reporter, or a note where there is neither. */
export function EvidencePicker({ sessionId, jurorNumber, chosen, onChange }: EvidencePickerProps) {
  const highlights = useRead(listHighlights, { params: { sessionId }, input: { juror: jurorNumber, limit: most } })
  const isChosen = (id: string) => chosen.some((each) => each.source === 'highlight' && each.highlightId === id)
  const toggle = ({ id }: Highlight) =>
    onChange(
      isChosen(id)
        ? chosen.filter((each) => each.source !== 'highlight' || each.highlightId !== id)
        : [...chosen, { source: 'highlight', highlightId: id, note: '' }],
    )
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">Evidence</legend>
      <Loaded query={highlights} skeleton={<Skeleton className="h-24" />}>
        {(all) => {
          const usable = all.filter(({ status }) => status !== 'dismissed')
          if (usable.length === 0) return <p className="text-ink-2">{`No highlight of juror ${jurorNumber} yet.`}</p>
          return (
            <ul className="grid max-h-64 gap-2 overflow-y-auto" aria-label={`Highlights of juror ${jurorNumber}`}>
              {usable.map((each) => (
                <li key={each.id} className="flex gap-2">
                  <input
                    id={`evidence-${each.id}`}
                    type="checkbox"
                    checked={isChosen(each.id)}
                    onChange={() => toggle(each)}
                    className="mt-1 size-4 shrink-0 accent-accent touch:size-6"
                  />
                  <label htmlFor={`evidence-${each.id}`} className="min-w-0 break-words">
                    “{each.quote}”{' '}
                    <span className="text-sm text-ink-3">
                      {each.start === null ? '' : formatTimecode(each.start)}{' '}
                      {each.page === null ? '' : `${each.page}:${each.line ?? 1}`}
                    </span>{' '}
                    {each.status === 'suggested' && (
                      <Badge tone="info" dashed>
                        Suggested, not confirmed
                      </Badge>
                    )}
                  </label>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      <Written chosen={chosen} onChange={onChange} />
    </fieldset>
  )
}

/** Page and line with its words, or why there is no timecode. */
function Written({ chosen, onChange }: Pick<EvidencePickerProps, 'chosen' | 'onChange'>) {
  const [cite, setCite] = useState('')
  const [words, setWords] = useState('')
  const [error, setError] = useState<string>()
  function add() {
    const item = EvidenceInput.safeParse(
      cite.trim() === '' ? { source: 'note', note: words } : { source: 'page', cite, quote: words },
    )
    if (!item.success) {
      setError(item.error.issues[0]?.message)
      return
    }
    onChange([...chosen, item.data])
    setCite('')
    setWords('')
    setError(undefined)
  }
  const written = chosen.filter(({ source }) => source === 'page' || source === 'note')
  return (
    <>
      {written.length > 0 && (
        <ul className="grid gap-1">
          {written.map((each) => {
            const text = each.source === 'page' ? `${each.cite} “${each.quote}”` : each.note
            return (
              <li key={text} className="flex items-center gap-2 text-sm">
                <span className="min-w-0 flex-1 break-words">{text}</span>
                <IconButton
                  label={`Remove ${text.slice(0, 40)}`}
                  icon={<X className="size-4" />}
                  onClick={() => onChange(chosen.filter((other) => other !== each))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <div className="grid gap-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-start">
        <TextField
          label="Page:line"
          value={cite}
          placeholder="123:4"
          onChange={(event) => setCite(event.target.value)}
        />
        <TextArea
          label="Words there, or why there is no timecode"
          rows={1}
          value={words}
          error={error}
          onChange={(event) => setWords(event.target.value)}
        />
        {/* On the line of the boxes, below their labels. */}
        <Button icon={<Plus className="size-4" />} className="sm:mt-6" onClick={add}>
          Add
        </Button>
      </div>
    </>
  )
}
