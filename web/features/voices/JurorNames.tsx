import { Play } from 'lucide-react'
import { useState } from 'react'
import { listJurors } from '#contract/jurors/jurors.ts'
import { listSeats } from '#contract/jurors/seats.ts'
import { type JurorStretches, listJurorStretches } from '#contract/speakers/proposals.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import { together } from '#web/platform/Loaded.tsx'
import { Badge, Button, Card, Checkbox, ConfirmDialog, ReadNotice, ScrollArea } from '#web/ui/kit.ts'
import { type JurorName, listNames } from './jurorNames.ts'
import { useNaming } from './useNaming.ts'

type JurorNamesProps = {
  videoId: string
  caseId: string
  /** Spoken seat numbers are matched only in a session. */
  sessionId: string | null
  isCard?: boolean
  onPlay: (seconds: number) => void
}

export function JurorNames({ videoId, caseId, sessionId, isCard = false, onPlay }: JurorNamesProps) {
  const found = useRead(listJurorStretches, { params: { videoId }, input: {} })
  const isEmpty = found.data !== undefined && (found.data.stretches.length === 0 || !found.data.mayName)
  const enabled = found.data !== undefined && !isEmpty
  const jurors = useRead(listJurors, { params: { caseId }, input: {} }, { enabled })
  const seats = useRead(
    listSeats,
    { params: { sessionId: sessionId ?? '' }, input: {} },
    { enabled: enabled && sessionId !== null },
  )
  if (isEmpty) return null
  if (!found.data || !jurors.data || (sessionId !== null && !seats.data))
    return <ReadNotice of={together(found, jurors, ...(sessionId === null ? [] : [seats]))} what="Suggested jurors" />
  const names = listNames(found.data.stretches, jurors.data, seats.data ?? [])
  if (names.length === 0) return null
  const list = <Names videoId={videoId} found={found.data} names={names} isCard={isCard} onPlay={onPlay} />
  return isCard ? <Card>{list}</Card> : list
}

type NamesProps = Pick<JurorNamesProps, 'videoId' | 'onPlay'> & {
  found: JurorStretches
  names: readonly JurorName[]
  isCard: boolean
}

function Names({ videoId, found, names, isCard, onPlay }: NamesProps) {
  const naming = useNaming(videoId, found)
  const Heading = isCard ? 'h2' : 'h3'
  const answers = names.filter(({ stretch }) => stretch.kind === 'answers')
  const others = names.filter(({ stretch }) => stretch.kind !== 'answers')
  return (
    <section aria-label="Suggested jurors" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Heading className={isCard ? 'text-lg font-bold' : 'font-bold'}>Suggested jurors</Heading>
      {answers.map((each) => (
        <Answer key={each.key} name={each} naming={naming} onPlay={onPlay} />
      ))}
      {others.length > 0 && <Stretches names={others} naming={naming} onPlay={onPlay} />}
    </section>
  )
}

type AnswerProps = { name: JurorName; naming: ReturnType<typeof useNaming> } & Pick<JurorNamesProps, 'onPlay'>

function Answer({ name: { stretch, jurorNumber }, naming, onPlay }: AnswerProps) {
  const question = `A. is Juror ${jurorNumber}`
  const answers = { label: stretch.label, turns: stretch.said ? [stretch.said.turn] : [] }
  return (
    <div className="grid gap-2 rounded-card border border-dashed border-line-strong p-3">
      <p className="font-medium">{question}</p>
      <ol aria-label={`Lines around the answer of Juror ${jurorNumber}`} className="grid gap-1 text-sm">
        {stretch.lines.map(({ turn, speaker, text }) => (
          <li key={turn} className={turn === stretch.said?.turn ? 'font-medium break-words' : 'break-words text-ink-2'}>
            {turn === stretch.said?.turn ? `A. ${text}` : [speaker, text].filter(Boolean).join(': ')}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={naming.isBusy} onClick={() => naming.name(answers, { role: 'juror', jurorNumber }, question)}>
          <span className="sr-only">{`${question}: `}</span>Yes
        </Button>
        <Button
          disabled={naming.isBusy}
          onClick={() => naming.name(answers, { role: 'unknown' }, `A. isn’t Juror ${jurorNumber}`)}
        >
          <span className="sr-only">{`${question}: `}</span>No
        </Button>
        <span className="text-sm text-ink-3">{countTurns(stretch.turns)}</span>
        <PlayFrom startMs={stretch.said?.startMs ?? null} onPlay={onPlay} />
      </div>
    </div>
  )
}

const countTurns = (turns: number): string => (turns === 1 ? '1 turn' : `${turns} turns`)
const countNames = (names: number): string => (names === 1 ? '1 name' : `${names} names`)

function PlayFrom({ startMs, onPlay }: { startMs: number | null } & Pick<JurorNamesProps, 'onPlay'>) {
  if (startMs === null) return null
  const at = formatDuration(startMs / 1000)
  return (
    <button
      type="button"
      aria-label={`Play from ${at}`}
      onClick={() => onPlay(startMs / 1000)}
      className="tabular inline-flex min-h-6 items-center gap-1 rounded-mark text-sm text-accent-ink hover:underline touch:min-h-11 touch:min-w-11"
    >
      <Play className="size-3" />
      {at}
    </button>
  )
}

type StretchesProps = Omit<AnswerProps, 'name'> & { names: readonly JurorName[] }

function Stretches({ names, naming, onPlay }: StretchesProps) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [isConfirming, setConfirming] = useState(false)
  const isTicked = ({ key, isCertain }: JurorName) => ticks.get(key) ?? isCertain
  const chosen = names.filter(isTicked)
  const added = new Set(chosen.filter(({ isKnown }) => !isKnown).map(({ jurorNumber }) => jurorNumber)).size
  const turns = chosen.reduce((sum, { stretch }) => sum + stretch.turns, 0)
  async function apply() {
    const given = chosen.map(({ stretch: { label, fromTurn, toTurn }, jurorNumber }) => ({
      ...{ label, fromTurn, toTurn, jurorNumber },
    }))
    try {
      await naming.nameStretches(given, `${countNames(chosen.length)} applied`)
      setTicks(new Map())
    } catch {
      // useNaming shows the error.
    }
    setConfirming(false)
  }
  return (
    <>
      <ScrollArea label="Names said in the recording" className="max-h-96">
        <ul className="divide-y divide-line border-y border-line">
          {names.map((each) => (
            <li key={each.key} className="grid gap-1 py-2 pr-2">
              <div className="flex flex-wrap items-center justify-between gap-x-3">
                <Checkbox
                  label={
                    <>
                      {`Juror ${each.jurorNumber}`}
                      <span className="text-sm text-ink-3">{` · ${describeTurns(each)}`}</span>
                    </>
                  }
                  checked={isTicked(each)}
                  onChange={(event) => setTicks(new Map(ticks).set(each.key, event.target.checked))}
                />
                <PlayFrom startMs={each.stretch.said?.startMs ?? null} onPlay={onPlay} />
              </div>
              {each.stretch.said && <p className="pl-6 text-sm break-words">{`“${each.stretch.said.quote}”`}</p>}
              {(!each.isCertain || !each.isKnown) && (
                <p className="flex flex-wrap items-center gap-2 pl-6 text-sm text-ink-3">
                  {!each.isCertain && <Badge tone="warning">Unsure</Badge>}
                  {!each.isKnown && 'Not on the panel. Applying adds this juror.'}
                </p>
              )}
            </li>
          ))}
        </ul>
      </ScrollArea>
      <div>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          busy={naming.isBusy}
          onClick={() => setConfirming(true)}
        >
          {`Apply ${countNames(chosen.length)}`}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Apply ${countNames(chosen.length)}?`}
        description={[
          `${countTurns(turns)} and their findings will be assigned to these jurors. Other turns keep their label.`,
          added > 0 && `${added === 1 ? '1 juror' : `${added} jurors`} will be added to the panel.`,
        ]
          .filter(Boolean)
          .join(' ')}
        confirmLabel="Apply"
        busy={naming.isBusy}
        onConfirm={() => void apply()}
      />
    </>
  )
}

const describeTurns = ({ stretch: { kind, label, turns } }: JurorName): string =>
  kind === 'voice' ? `all of ${label.replace(/^voice-/, 'Voice ')}, ${countTurns(turns)}` : countTurns(turns)
