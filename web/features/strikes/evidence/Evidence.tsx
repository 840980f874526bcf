import { Play, Trash2, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listHighlights, type Highlight } from '#contract/highlights/highlights.ts'
import { type StrikeEvidence, EvidenceInput } from '#contract/strikes/data.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDateTime, formatTimecode } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge, Button, IconButton, ReadNotice, Skeleton, TextArea, TextField } from '#web/ui/kit.ts'

export type RenderClip = (clip: { videoId: string; start: number; end: number | null }) => ReactNode

type EvidenceListProps = {
  evidence: readonly StrikeEvidence[]
  renderClip: RenderClip
  onRemove?: (evidenceId: string) => void
}

export function EvidenceList({ evidence, renderClip, onRemove }: EvidenceListProps) {
  const [playing, setPlaying] = useState<string | null>(null)
  if (evidence.length === 0) return <p className="text-ink-2">No evidence yet.</p>
  return (
    <ul className="grid gap-2">
      {evidence.map((item) => {
        const clip = toClip(item)
        const isPlaying = playing === item.id
        return (
          <li key={item.id} className="rounded-card border border-line p-3">
            <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
              {item.of === 'objection' && <Badge>Objection evidence</Badge>}
              {item.textChanged && <Badge tone="warning">Text changed</Badge>}
              {item.cite && <span className="tabular">{item.cite}</span>}
              {item.playable && clip && (
                <PlayButton isOpen={isPlaying} onPress={() => setPlaying(isPlaying ? null : item.id)}>
                  {formatTimecode(clip.start)}
                </PlayButton>
              )}
              {onRemove && (
                <span className="ml-auto">
                  <IconButton
                    label={`Remove evidence “${item.quote.slice(0, 40) || item.note.slice(0, 40)}”`}
                    icon={<Trash2 className="size-4" />}
                    onClick={() => onRemove(item.id)}
                  />
                </span>
              )}
            </div>
            <EvidenceWords item={item} />
            {isPlaying && clip && renderClip(clip)}
          </li>
        )
      })}
    </ul>
  )
}

const toClip = ({ videoId, start, end }: StrikeEvidence) => (videoId && start !== null ? { videoId, start, end } : null)

function PlayButton({ isOpen, onPress, children }: { isOpen: boolean; onPress: () => void; children: string }) {
  return (
    <Button variant="quiet" icon={<Play className="size-4" />} aria-expanded={isOpen} onClick={onPress}>
      {children}
    </Button>
  )
}

function EvidenceWords({ item }: { item: StrikeEvidence }) {
  return (
    <>
      {item.question && <p className="mt-1 text-sm text-ink-3">{item.question}</p>}
      {item.quote && (
        <blockquote className="mt-1 border-l-2 border-line-strong pl-3 break-words whitespace-pre-line">
          {item.speaker && <span className="font-medium">{`${item.speaker}: `}</span>}“{item.quote}”
        </blockquote>
      )}
      {item.textChanged && (
        <p className="mt-1 text-sm text-warning-fg">
          {item.textChangedAt
            ? `The transcript was corrected ${formatDateTime(item.textChangedAt)} and no longer contains this quote.`
            : 'The transcript was regenerated and no longer contains this quote.'}
        </p>
      )}
      {item.note && (
        <p className="text-sm break-words not-first:mt-1">
          <span className="text-ink-2">Note:</span> {item.note}
        </p>
      )}
    </>
  )
}

type HighlightClipProps = { sessionId: string; highlightId: string; number: string; renderClip: RenderClip }

const maxHighlights = 200

/** Renders nothing for a highlight from another session because its video has no player here. */
export function HighlightClip({ sessionId, highlightId, number, renderClip }: HighlightClipProps) {
  const theirs = useRead(listHighlights, { params: { sessionId }, input: { juror: number, limit: maxHighlights } })
  const [isOpen, setOpen] = useState(false)
  const found = theirs.data?.find(({ id }) => id === highlightId)
  if (!theirs.data) return <ReadNotice of={theirs} what={`Highlights for juror ${number}`} />
  if (!found || found.start === null) return null
  return (
    <>
      <PlayButton isOpen={isOpen} onPress={() => setOpen(!isOpen)}>
        {`Juror ${number} at ${formatTimecode(found.start)}`}
      </PlayButton>
      {found.textChanged && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-warning-fg">
          <Badge tone="warning">Text changed</Badge> The transcript was corrected and no longer contains this quote.
        </p>
      )}
      {isOpen && renderClip({ videoId: found.videoId, start: found.start, end: found.end })}
    </>
  )
}

type EvidencePickerProps = {
  sessionId: string
  jurorNumber: string
  chosen: readonly EvidenceInput[]
  onChange: (chosen: EvidenceInput[]) => void
}

export function EvidencePicker({ sessionId, jurorNumber, chosen, onChange }: EvidencePickerProps) {
  const highlights = useRead(listHighlights, {
    params: { sessionId },
    input: { juror: jurorNumber, limit: maxHighlights },
  })
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
          if (usable.length === 0) return <p className="text-ink-2">{`No highlights for juror ${jurorNumber} yet.`}</p>
          return (
            <ul className="grid max-h-64 gap-2 overflow-y-auto" aria-label={`Highlights for juror ${jurorNumber}`}>
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
      <WrittenEvidence chosen={chosen} onChange={onChange} />
    </fieldset>
  )
}

function WrittenEvidence({ chosen, onChange }: Pick<EvidencePickerProps, 'chosen' | 'onChange'>) {
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
          label="Quote, or why there’s no timecode"
          rows={1}
          value={words}
          error={error}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button icon={<Plus className="size-4" />} className="sm:mt-6" onClick={add}>
          Add
        </Button>
      </div>
    </>
  )
}
