import { Play } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import type { UnnamedVoice } from '#contract/speakers/naming.ts'
import { formatDuration, formatPercent } from '#web/platform/format.ts'
import { Button, controlClass, cx, Menu } from '#web/ui/kit.ts'
import { type Choice, isShortcut } from './choices.ts'
import type { Naming, NewName } from './useNaming.ts'

type VoiceRowProps = {
  voice: UnnamedVoice
  name: string
  /** Share of the speaking time, from 0 to 1. */
  share: number | null
  others: readonly { label: string; name: string }[]
  jurors: readonly JurorSummary[]
  choices: readonly Choice[]
  unnamed: readonly string[]
  isOpen: boolean
  canSplit: boolean
  naming: Naming
  onOpen: () => void
  onNamed: () => void
  onPlay: (seconds: number) => void
}

export function VoiceRow({
  voice,
  name,
  share,
  others,
  isOpen,
  canSplit,
  naming,
  onOpen,
  onPlay,
  ...rest
}: VoiceRowProps) {
  const { label, displayName, turns, excerpts, person } = voice
  const next = listNextJurors(voice, rest.unnamed)
  const [isAskingNumber, setAskingNumber] = useState(false)
  const [first] = excerpts
  const firstMs = first?.startMs ?? null
  const choose = (person: NewName, said: string) => {
    naming.name(toNamed(voice), person, `${displayName} is ${said}`)
    rest.onNamed()
  }
  function handleKey(event: KeyboardEvent) {
    if (!isOpen || !isShortcut(event)) return
    const key = event.key.toLowerCase()
    const chosen = rest.choices.find((each) => each.key === key)
    const jurorNumber = next.find((_, at) => jurorKeys[at] === key)
    if (chosen) choose({ role: chosen.role }, chosen.label)
    else if (jurorNumber !== undefined) choose({ role: 'juror', jurorNumber }, `Juror ${jurorNumber}`)
    else if (key === 'j') setAskingNumber(true)
    else if (key === 'p' && firstMs !== null) onPlay(firstMs / 1000)
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-voice={label}
      onKeyDown={handleKey}
      className="group grid grid-cols-[minmax(0,1fr)] gap-3 py-3 @3xl:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div>
        <h3 className="font-bold">{person ? name : displayName}</h3>
        <p className="tabular text-sm text-ink-3">
          {[
            share === null ? null : `${formatPercent(share)} of speaking time`,
            turns === 1 ? '1 turn' : `${turns} turns`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isOpen ? (
        <>
          <ul aria-label={`Excerpts of ${displayName}`} className="grid content-start gap-1">
            {excerpts.map((excerpt) => (
              <li key={excerpt.turn}>
                <Excerpt of={excerpt} onPlay={onPlay} />
              </li>
            ))}
          </ul>
          <div className="grid content-start gap-2">
            <Choices
              {...rest}
              voice={voice}
              next={next}
              isAskingNumber={isAskingNumber}
              onAskNumber={() => setAskingNumber(true)}
              onChoose={choose}
            >
              <Repairs voice={voice} others={others} canSplit={canSplit} naming={naming} />
            </Choices>
          </div>
        </>
      ) : (
        <>
          <p className="line-clamp-2 text-sm text-ink-2">{first && `“${first.text}”`}</p>
          <div className="flex flex-wrap gap-2 @3xl:justify-end">
            <Button onClick={onOpen}>
              Change<span className="sr-only">{` ${name}`}</span>
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

type ExcerptProps = { of: UnnamedVoice['excerpts'][number]; onPlay: (seconds: number) => void }

export function Excerpt({ of: { startMs, text }, onPlay }: ExcerptProps) {
  if (startMs === null) return <p className="text-sm">{`“${text}”`}</p>
  const at = formatDuration(startMs / 1000)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-2">
      <button
        type="button"
        aria-label={`Play from ${at}`}
        onClick={() => onPlay(startMs / 1000)}
        className="tabular inline-flex min-h-6 items-center gap-1 rounded-mark text-sm text-accent-ink hover:underline touch:min-h-11 touch:min-w-11"
      >
        <Play className="size-3" />
        {at}
      </button>
      <p className="line-clamp-2 text-sm break-words">{`“${text}”`}</p>
    </div>
  )
}

const jurorKeys = ['4', '5', '6'] as const

const toNamed = ({ label, excerpts, person }: UnnamedVoice) => ({
  label,
  turns: excerpts.map(({ turn }) => turn),
  before: person,
})

function listNextJurors({ person, suggestion }: UnnamedVoice, unnamed: readonly string[]): string[] {
  if (person !== null) return []
  return unnamed.filter((number) => number !== suggestion?.jurorNumber).slice(0, jurorKeys.length)
}

type ChoicesProps = Pick<VoiceRowProps, 'voice' | 'jurors' | 'choices'> & {
  next: readonly string[]
  isAskingNumber: boolean
  onAskNumber: () => void
  onChoose: (person: NewName, said: string) => void
  children: ReactNode
}

function Choices({ voice, jurors, choices, next, isAskingNumber, onAskNumber, onChoose, children }: ChoicesProps) {
  const { person, suggestion } = voice
  const chooseJuror = (jurorNumber: string) => onChoose({ role: 'juror', jurorNumber }, `Juror ${jurorNumber}`)
  const suggested = suggestion?.jurorNumber ?? null
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {suggested !== null && person === null && (
          <Button className="border-2 border-dashed border-accent" onClick={() => chooseJuror(suggested)}>
            {`Juror ${suggested}?`}
          </Button>
        )}
        {choices.slice(0, 3).map((choice) => (
          <ChoiceButton key={choice.key} choice={choice} person={person} onChoose={onChoose} />
        ))}
        {next.map((number, at) => (
          <Button key={number} onClick={() => chooseJuror(number)}>
            {`Juror ${number}`}
            <Key of={jurorKeys[at] ?? ''} />
          </Button>
        ))}
        <Button aria-pressed={person?.role === 'juror'} className={pressedClass} onClick={onAskNumber}>
          Juror…
          <Key of="J" />
        </Button>
        {choices.slice(3).map((choice) => (
          <ChoiceButton key={choice.key} choice={choice} person={person} onChoose={onChoose} />
        ))}
        {children}
      </div>
      {suggestion && suggested !== null && person === null && (
        <p className="text-sm text-ink-3">{`“${suggestion.quote}” was said near this voice.`}</p>
      )}
      {isAskingNumber && (
        <JurorNumber
          jurors={jurors}
          start={person?.jurorNumber ?? suggested ?? ''}
          onChoose={chooseJuror}
          onUnknown={() => onChoose({ role: 'juror' }, 'a juror')}
        />
      )}
    </>
  )
}

const pressedClass = 'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink'

type ChoiceButtonProps = Pick<ChoicesProps, 'onChoose'> & { choice: Choice; person: UnnamedVoice['person'] }

function ChoiceButton({ choice: { key, label, role }, person, onChoose }: ChoiceButtonProps) {
  return (
    <Button aria-pressed={person?.role === role} className={pressedClass} onClick={() => onChoose({ role }, label)}>
      {label}
      <Key of={key.toUpperCase()} />
    </Button>
  )
}

/** These keys work only inside the row, so they are shown only there. Their space is kept so that no click misses. */
function Key({ of }: { of: string }) {
  return (
    <kbd aria-hidden="true" className="invisible -mr-1 text-xs text-ink-3 group-focus-within:visible touch:hidden!">
      {of}
    </kbd>
  )
}

type JurorNumberProps = {
  jurors: readonly JurorSummary[]
  start: string
  onChoose: (jurorNumber: string) => void
  onUnknown: () => void
}

function JurorNumber({ jurors, start, onChoose, onUnknown }: JurorNumberProps) {
  const [number, setNumber] = useState(start)
  const listId = useId()
  const typed = number.trim()
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== '') onChoose(typed)
      }}
    >
      <input
        // The user just opened this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label="Juror number"
        placeholder="Number"
        list={listId}
        maxLength={20}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        className={cx(controlClass, 'w-28')}
      />
      <datalist id={listId}>
        {jurors.map(({ id, jurorNumber, displayName }) => (
          <option key={id} value={jurorNumber}>
            {displayName}
          </option>
        ))}
      </datalist>
      <Button type="submit" variant="primary" disabled={typed === ''}>
        Name juror
      </Button>
      <Button variant="quiet" onClick={onUnknown}>
        Number unknown
      </Button>
    </form>
  )
}

type RepairsProps = Pick<VoiceRowProps, 'voice' | 'others' | 'canSplit' | 'naming'>

function Repairs({ voice, others, canSplit, naming }: RepairsProps) {
  const { label, displayName, excerpts, person } = voice
  const named = <span className="sr-only">{` ${displayName}`}</span>
  return (
    <>
      {others.length > 0 && (
        <Menu
          trigger={<Button variant="quiet">Same as…{named}</Button>}
          items={others.map((each) => ({
            label: each.name,
            onSelect: () => naming.merge(label, each.label, `${displayName} merged with ${each.name}`),
          }))}
        />
      )}
      {canSplit && excerpts.length > 1 && (
        <Menu
          trigger={<Button variant="quiet">Split…{named}</Button>}
          header={<p className="text-sm text-ink-2">Which excerpt is someone else?</p>}
          items={excerpts.map(({ turn, text }) => ({
            label: `“${text.slice(0, 60)}”`,
            onSelect: () => naming.move(turn, null, `${displayName} split`),
          }))}
        />
      )}
      {person && (
        <Button variant="quiet" onClick={() => naming.name(toNamed(voice), null, `${displayName} cleared`)}>
          Clear{named}
        </Button>
      )}
    </>
  )
}
