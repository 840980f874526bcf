import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type JurorSummary, listJurors } from '#contract/jurors/jurors.ts'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import { readVoices, regroupVoices, type Voices, voicesAtMost } from '#contract/speakers/voices.ts'
import { unidentified } from '#contract/videos/transcript.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded, together } from '#web/platform/Loaded.tsx'
import { useRead, useCommand } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Badge, Button, EmptyState, type Reading, ReadNotice, Checkbox, TextField } from '#web/ui/kit.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { VoiceDialog } from './VoiceDialog.tsx'
import { nameOfSpeaker } from './speakers.tsx'

type SpeakersTabProps = Pick<SpeakersProps, 'sessionId' | 'mayReview' | 'renderNames' | 'onPlay'> & {
  caseId: string
  read: Reading
  here: readonly SessionSpeaker[]
  jurorId: string | null | undefined
  skeleton: ReactNode
}

export function SpeakersTab({ caseId, read, here, jurorId, skeleton, ...speakers }: SpeakersTabProps) {
  const jurors = useRead(listJurors, { params: { caseId }, input: {} })
  return (
    <Loaded query={together(read, jurors)} skeleton={skeleton}>
      {([, list]) => (
        <Speakers speakers={here} jurors={list} juror={list.find(({ id }) => id === jurorId) ?? null} {...speakers} />
      )}
    </Loaded>
  )
}

type SpeakersProps = {
  sessionId: string
  speakers: readonly SessionSpeaker[]
  jurors: readonly JurorSummary[]
  juror: JurorSummary | null
  mayReview: boolean
  renderNames: (videoId: string) => ReactNode
  onPlay: (seconds: number) => void
}

function Speakers({ sessionId, speakers, jurors, juror, mayReview, renderNames, onPlay }: SpeakersProps) {
  const [asked, setAsked] = useState<SessionSpeaker | null>(null)
  const [opened, setOpened] = useState<{ label: string | null } | null>(null)
  const videoId = speakers[0]?.videoId
  const voicesRead = useRead(
    readVoices,
    { params: { videoId: videoId ?? '' }, input: {} },
    { enabled: videoId !== undefined },
  )
  const voices = voicesRead.data
  const describeVoice = (label: string) => {
    const speaker = speakers.find((each) => each.label === label)
    return speaker ? nameOfSpeaker(speaker) : label
  }
  const openTurns = mayReview && voices?.mayChange === true ? (label: string | null) => setOpened({ label }) : null
  return (
    <div className="grid gap-4">
      <Chosen juror={juror} />
      {mayReview && videoId !== undefined && renderNames(videoId)}
      <section>
        <h3 className="mb-2 font-bold">Speakers</h3>
        {videoId !== undefined && <ReadNotice of={voicesRead} what="Voices" />}
        {speakers.length === 0 ? (
          <EmptyState title="No speakers" hint="The transcript doesn’t identify any speakers." />
        ) : (
          <ul className="grid gap-2">
            {speakers.map((speaker) => (
              <SpeakerRow
                key={speaker.label}
                speaker={speaker}
                method={voices?.method}
                onTurns={openTurns}
                onAssign={mayReview ? setAsked : null}
              />
            ))}
          </ul>
        )}
        {voices && <VoicesHint voices={voices} onTurns={openTurns} />}
      </section>
      {voices && videoId !== undefined && (
        <>
          {mayReview && <VoicesPanel key={`${videoId} ${voices.version}`} videoId={videoId} voices={voices} />}
          {opened && (
            <VoiceDialog
              videoId={videoId}
              label={opened.label}
              voices={voices}
              nameOf={describeVoice}
              onPlay={onPlay}
              onClose={() => setOpened(null)}
            />
          )}
        </>
      )}
      {asked && (
        <AssignDialog
          sessionId={sessionId}
          speaker={asked}
          jurors={jurors}
          onPlay={onPlay}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

function Chosen({ juror }: Pick<SpeakersProps, 'juror'>) {
  if (!juror) return <p className="text-sm text-ink-3">Select a juror’s highlight to see the juror here.</p>
  const { id, jurorNumber, displayName, seat, occupation, employer } = juror
  return (
    <section className="rounded-card border border-line bg-surface p-3">
      <h3 className="font-bold">
        <Link to="/jurors/$jurorId" params={{ jurorId: id }} className="text-accent-ink hover:underline">
          {`Juror ${jurorNumber}`}
        </Link>
      </h3>
      {displayName && <p>{displayName}</p>}
      <p className="text-sm text-ink-2">
        {[seat === null ? null : `Seat ${seat}`, occupation, employer].filter(Boolean).join(' · ')}
      </p>
    </section>
  )
}

type SpeakerRowProps = {
  speaker: SessionSpeaker
  method: Voices['method'] | undefined
  onTurns: ((label: string) => void) | null
  onAssign: ((speaker: SessionSpeaker) => void) | null
}

function SpeakerRow({ speaker, method, onTurns, onAssign }: SpeakerRowProps) {
  const { label, assignment, talkMs, turns } = speaker
  const name = nameOfSpeaker(speaker)
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-card border border-line p-2">
      <span className="min-w-0 font-medium">{name}</span>
      {assignment ? (
        <Badge tone="success">{`Identified by ${assignment.by}`}</Badge>
      ) : (
        method && <Badge dashed={method === 'voices'}>{describeMethod(method, label)}</Badge>
      )}
      <span className="tabular text-sm text-ink-3">
        {talkMs === null ? `${turns} turns` : formatDuration(talkMs / 1000)}
      </span>
      {onAssign && (
        <span className="ml-auto flex gap-2">
          {onTurns && (
            <Button variant="quiet" onClick={() => onTurns(label)}>
              <span className="sr-only">{`${name}: `}</span>Turns
            </Button>
          )}
          {label !== unidentified && (
            <Button onClick={() => onAssign(speaker)}>
              <span className="sr-only">{`${name}: `}</span>Assign
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

function describeMethod(method: Voices['method'], label: string): string {
  if (method !== 'voices') return 'From transcript'
  return label === unidentified ? 'Unidentified' : 'Detected voice'
}

function VoicesHint({ voices, onTurns }: { voices: Voices; onTurns: ((label: null) => void) | null }) {
  const { method, hearsOverlaps, unnamedTurns } = voices
  return (
    <>
      {method === 'voices' && (
        <p className="mt-2 text-sm text-ink-2">
          {hearsOverlaps
            ? 'Overlapping speech isn’t assigned to anyone. Some overlap goes undetected, especially when it lasts only a word or two.'
            : 'Overlapping speech isn’t detected. Unless the transcript notes it, that time is assigned to one voice.'}
        </p>
      )}
      {onTurns && unnamedTurns > 0 && (
        <Button className="mt-2" variant="quiet" onClick={() => onTurns(null)}>
          {unnamedTurns === 1 ? '1 unassigned turn' : `${unnamedTurns} unassigned turns`}
        </Button>
      )}
    </>
  )
}

function VoicesPanel({ videoId, voices }: { videoId: string; voices: Voices }) {
  const [count, setCount] = useState(voices.count === null ? '' : String(voices.count))
  const [isClosed, setIsClosed] = useState(voices.isClosed)
  const regroup = useCommand(regroupVoices)
  if (voices.method !== 'voices' || !voices.mayChange) return null
  const isSomeoneNamed = voices.voices.some(({ named }) => named > 0)
  return (
    <form
      aria-label="Regroup voices"
      className="grid gap-3 rounded-card border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        const asked = isClosed || count === '' ? null : Number(count)
        regroup.mutate({ params: { videoId }, input: { version: voices.version, count: asked, isClosed } })
      }}
    >
      <h3 className="font-bold">Regroup voices</h3>
      <TextField
        label="Number of speakers"
        hint="Leave blank to detect automatically. Speakers who sound alike may still be grouped as one."
        required={false}
        type="number"
        inputMode="numeric"
        min={1}
        max={voicesAtMost}
        step={1}
        value={count}
        disabled={isClosed}
        onChange={(event) => setCount(event.target.value)}
      />
      <Checkbox
        label="Use only identified voices"
        hint={
          isSomeoneNamed
            ? 'Assigns all remaining turns to the closest identified voice. Turns that match none stay unidentified.'
            : 'First identify one to three turns for each speaker. Press Turns beside a voice.'
        }
        checked={isClosed}
        onChange={(event) => setIsClosed(event.target.checked)}
      />
      <Failure of={regroup.error} />
      {voices.isBusy ? (
        <output className="text-sm text-ink-2">Grouping voices. This list updates automatically.</output>
      ) : (
        <Button type="submit" busy={regroup.isPending}>
          Regroup
        </Button>
      )}
    </form>
  )
}
