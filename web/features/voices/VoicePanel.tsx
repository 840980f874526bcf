import { useRef, useState } from 'react'
import { readCase } from '#contract/cases/cases.ts'
import { type JurorSummary, listJurors } from '#contract/jurors/jurors.ts'
import { jurorKey } from '#contract/jurors/key.ts'
import type { UnnamedVoice, VoiceNaming } from '#contract/speakers/naming.ts'
import { useRead } from '#web/platform/api.ts'
import { Loaded, together } from '#web/platform/Loaded.tsx'
import { Button, Card, Menu, ScrollArea, Skeleton } from '#web/ui/kit.ts'
import { type Choice, describePerson, listChoices } from './choices.ts'
import { useNaming } from './useNaming.ts'
import { Excerpt, VoiceRow } from './VoiceRow.tsx'

export type VoicePanelProps = {
  videoId: string
  caseId: string
  voices: VoiceNaming
  findings: number | null
  onPlay: (seconds: number) => void
  onShowFindings: () => void
  onClose: () => void
}

export function VoicePanel({ caseId, ...panel }: VoicePanelProps) {
  const found = useRead(readCase, { params: { caseId }, input: {} })
  const jurors = useRead(listJurors, { params: { caseId }, input: {} })
  return (
    <Card>
      <Loaded query={together(found, jurors)} skeleton={<Skeleton className="h-64" />}>
        {([inCase, list]) => (
          <Panel
            {...panel}
            jurors={list}
            choices={listChoices(inCase.walled ? { ourSide: null, caseType: null } : inCase)}
          />
        )}
      </Loaded>
    </Card>
  )
}

type PanelProps = Omit<VoicePanelProps, 'caseId'> & { jurors: readonly JurorSummary[]; choices: readonly Choice[] }

function Panel({ videoId, voices: read, jurors, choices, findings, onPlay, onShowFindings, onClose }: PanelProps) {
  const naming = useNaming(videoId, read)
  const voices = naming.show(read)
  const list = useRef<HTMLUListElement>(null)
  const [reopened, setReopened] = useState<string | null>(null)
  const named = voices.voices.filter(({ person }) => person !== null)
  const isDone = named.length === voices.voices.length
  const describe = ({ person, displayName }: UnnamedVoice) => (person ? describePerson(person, choices) : displayName)
  const taken = new Set(named.map(({ person }) => jurorKey(person?.jurorNumber ?? '')))
  const unnamed = jurors.map(({ jurorNumber }) => jurorNumber).filter((number) => !taken.has(jurorKey(number)))
  const whole = voices.voices.reduce((sum, { talkMs }) => sum + (talkMs ?? 0), 0)

  function focusNext(from: string) {
    const after = voices.voices.findIndex(({ label }) => label === from)
    const order = [...voices.voices.slice(after + 1), ...voices.voices.slice(0, after)]
    const next = order.find(({ person }) => person === null)
    if (next) list.current?.querySelector<HTMLElement>(`[data-voice="${CSS.escape(next.label)}"] button`)?.focus()
  }
  return (
    <section aria-labelledby="voices-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id="voices-heading" className="text-lg font-bold">
            Who is speaking?
          </h2>
          <p className="text-sm text-ink-2">
            {`${countVoices(voices.voices.length)} in this recording. `}
            {voices.voices.length === 1 && 'If you hear more than one person, split it. '}
            <output>
              {voices.isBusy
                ? 'Grouping voices again. Findings update automatically.'
                : 'Name the jurors to see findings.'}
            </output>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <output className="tabular text-sm text-ink-2">{`${named.length} of ${voices.voices.length} named`}</output>
          <Button onClick={onClose}>{isDone ? 'Close' : 'Skip for now'}</Button>
          <Button variant="primary" disabled={!findings} onClick={onShowFindings}>
            {!findings
              ? isDone && findings === 0
                ? 'No findings'
                : 'Show findings'
              : findings === 1
                ? 'Show 1 finding'
                : `Show ${findings} findings`}
          </Button>
        </div>
      </div>
      <ScrollArea label="Voices" className="border-y border-line md:max-h-[26rem]">
        <ul ref={list} aria-label="Voices" className="@container divide-y divide-line">
          {voices.voices.map((voice) => (
            <VoiceRow
              key={`${voice.label} ${voice.person ? 'named' : ''}`}
              voice={voice}
              name={describe(voice)}
              share={whole > 0 && voice.talkMs !== null ? voice.talkMs / whole : null}
              others={voices.voices
                .filter(({ label }) => label !== voice.label)
                .map((each) => ({ label: each.label, name: describe(each) }))}
              jurors={jurors}
              choices={choices}
              unnamed={unnamed}
              isOpen={voice.person === null || reopened === voice.label}
              canSplit={voices.method === 'voices'}
              naming={naming}
              onOpen={() => setReopened(voice.label)}
              onNamed={() => {
                setReopened(null)
                focusNext(voice.label)
              }}
              onPlay={onPlay}
            />
          ))}
        </ul>
      </ScrollArea>
      {voices.leastCertain && (
        <LeastCertain
          of={voices.leastCertain}
          voices={voices.voices}
          nameOf={describe}
          naming={naming}
          onPlay={onPlay}
        />
      )}
    </section>
  )
}

export const countVoices = (count: number): string => (count === 1 ? '1 voice' : `${count} voices`)

type LeastCertainProps = {
  of: NonNullable<VoiceNaming['leastCertain']>
  voices: readonly UnnamedVoice[]
  nameOf: (voice: UnnamedVoice) => string
} & Pick<Parameters<typeof VoiceRow>[0], 'naming' | 'onPlay'>

function LeastCertain({ of, voices, nameOf, naming, onPlay }: LeastCertainProps) {
  const own = voices.find(({ label }) => label === of.label)
  const name = own ? nameOf(own) : of.label
  return (
    <section aria-label="Least certain" className="grid gap-2 rounded-card bg-accent-soft p-3">
      <p className="text-sm text-ink-2">{`Least certain. Is this ${name}?`}</p>
      <Excerpt of={of} onPlay={onPlay} />
      <div className="flex flex-wrap gap-2">
        {own && (
          <Button onClick={() => naming.move(of.turn, own.label, `Confirmed as ${name}`)}>{`Yes, ${name}`}</Button>
        )}
        <Menu
          trigger={<Button>Someone else</Button>}
          items={[
            ...voices
              .filter(({ label }) => label !== of.label)
              .map((each) => ({
                label: nameOf(each),
                onSelect: () => naming.move(of.turn, each.label, `Moved to ${nameOf(each)}`),
              })),
            { label: 'New voice', onSelect: () => naming.move(of.turn, null, 'Moved to a new voice') },
          ]}
        />
      </div>
    </section>
  )
}
