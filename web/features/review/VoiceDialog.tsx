import { useState } from 'react'
import { unidentified } from '#contract/videos/transcript.ts'
import { listVoiceTurns, mergeVoices, nameTurns, turnsAtOnce, type Voices } from '#contract/speakers/voices.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge, Button, Checkbox, Dialog, DialogActions, ScrollArea, Select, Skeleton } from '#web/ui/kit.ts'
import { PlayButton } from './speakers.tsx'

type VoiceDialogProps = {
  videoId: string
  label: string | null
  voices: Voices
  nameOf: (label: string) => string
  onPlay: (seconds: number) => void
  onClose: () => void
}

const newVoice = 'new voice'

export function VoiceDialog({ videoId, label, voices, nameOf, onPlay, onClose }: VoiceDialogProps) {
  const input = label === null ? {} : { label }
  const turns = useRead(listVoiceTurns, { params: { videoId }, input })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const others = voices.voices.filter((each) => each.label !== label && each.label !== unidentified)
  // Voices can be regrouped while the dialog is open, so each choice keeps the grouping that its label belongs to.
  const [opened] = useState(voices.grouping ?? undefined)
  const [target, setTarget] = useState<{ label: string; grouping?: string | undefined }>({ label: newVoice })
  const [twin, setTwin] = useState('')
  const name = useCommand(nameTurns)
  const merge = useCommand(mergeVoices)
  const { version } = voices
  const options = others.map((each) => ({ value: each.label, label: nameOf(each.label) }))
  const toggle = (turn: number) => {
    const next = new Set(chosen)
    if (!next.delete(turn)) next.add(turn)
    setChosen(next)
  }
  const give = () =>
    name.mutate(
      {
        params: { videoId },
        input: {
          ...{ version, grouping: target.grouping, turns: [...chosen] },
          label: target.label === newVoice ? null : target.label,
        },
      },
      { onSuccess: () => setChosen(new Set()) },
    )
  const error = name.error ?? merge.error
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={label === null ? 'Unassigned turns' : `Turns by ${nameOf(label)}`}
      description="Your assignments are kept when voices are regrouped."
      wide
    >
      <div className="grid gap-4">
        <Loaded query={turns} skeleton={<Skeleton className="h-40" />}>
          {(list) => (
            <ScrollArea label="Turns" className="max-h-80">
              <ul className="grid gap-2">
                {list.map((turn) => (
                  <li key={turn.turn} className="grid gap-1 rounded-card border border-line p-2 text-sm">
                    <Checkbox
                      checked={chosen.has(turn.turn)}
                      disabled={turn.startMs === null || (!chosen.has(turn.turn) && chosen.size >= turnsAtOnce)}
                      onChange={() => toggle(turn.turn)}
                      label={<span className="break-words">{`“${turn.text}”`}</span>}
                    />
                    <span className="flex flex-wrap items-center gap-2">
                      <PlayButton startMs={turn.startMs} onPlay={onPlay} />
                      {turn.startMs !== null && turn.endMs !== null && (
                        <span className="tabular text-ink-3">{`${formatDuration((turn.endMs - turn.startMs) / 1000)} long`}</span>
                      )}
                      {turn.isNamed && <Badge tone="success">Assigned manually</Badge>}
                      {turn.isOverlapped && <Badge>Overlapping voices</Badge>}
                    </span>
                  </li>
                ))}
              </ul>
            </ScrollArea>
          )}
        </Loaded>
        <div className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Select
            label="Assign selected turns to"
            value={target.label}
            options={[...options, { value: newVoice, label: 'New voice' }]}
            onChange={({ target: { value } }) =>
              setTarget(
                value === newVoice ? { label: value } : { label: value, grouping: voices.grouping ?? undefined },
              )
            }
          />
          <Button variant="primary" disabled={chosen.size === 0} busy={name.isPending} onClick={give}>
            {chosen.size === 0 ? 'Assign turns' : chosen.size === 1 ? 'Assign 1 turn' : `Assign ${chosen.size} turns`}
          </Button>
        </div>
        {label !== null && label !== unidentified && others.length > 0 && (
          <div className="grid items-end gap-2 border-t border-line pt-4 sm:grid-cols-[minmax(0,1fr)_auto]">
            <Select
              label={`Merge ${nameOf(label)} with`}
              value={twin}
              placeholder="Choose a voice"
              options={options}
              onChange={(event) => setTwin(event.target.value)}
            />
            <Button
              disabled={twin === ''}
              busy={merge.isPending}
              onClick={() =>
                merge.mutate(
                  { params: { videoId }, input: { version, grouping: opened, from: label, into: twin } },
                  { onSuccess: onClose },
                )
              }
            >
              Merge
            </Button>
          </div>
        )}
        <Failure of={error} />
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
