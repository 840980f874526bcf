import { Hand, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { jurorEventRules, leans, type Rating } from '#contract/jurors/jurors.ts'
import type { LiveNoteKind } from '#contract/jurors/live-notes.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import { remedyWords, rulingsByKind, strikeRemedies } from '#contract/strikes/data.ts'
import { peremptoryRulings } from '#contract/strikes/meanings.ts'
import type { SelectionState } from '#contract/strikes/selection.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { remaining } from '#law/selection/budget.ts'
import { Button, cx, Dialog, TextField, Checkbox, Notice, Select } from '#web/ui/kit.ts'
import {
  type Choice,
  describeChoice,
  type Details,
  findDefendants,
  findChoiceProblems,
  getDefaultDefendant,
} from './choices.ts'
import type { SavedOnCard } from './useBoardActs.ts'
import { LargeButton, LeaveField } from './CourtControls.tsx'

type MayDo = { exercise: boolean; rule: boolean; draft: boolean; seeWorkProduct: boolean }

type JurorSheetProps = {
  juror: BoardJuror
  strike: Strike | undefined
  state: SelectionState | null
  may: MayDo
  noneLeft: { us: boolean; them: boolean }
  brief: ReactNode
  onClose: () => void
  onConfirm: (choice: Choice, details: Details) => void
  onNote: (kind: LiveNoteKind, text: string) => void
  myLean: Rating['lean'] | null | undefined
  onRate: (lean: Rating['lean']) => void
  saved: SavedOnCard | null
  onSavedGone: () => void
  onPresence: (status: 'no_show' | 'reinstated') => void
}

export function JurorSheet(props: JurorSheetProps) {
  const {
    juror,
    state,
    may,
    brief,
    myLean,
    saved,
    onSavedGone,
    onClose,
    onConfirm,
    onNote,
    onRate,
    onPresence,
    ...rest
  } = props
  const [choice, setChoice] = useState<Choice | null>(null)
  const name = `Juror ${juror.number}${juror.seat === null ? '' : `, seat ${juror.seat}`}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={choice ? `${describeChoice(choice)}: ${name}?` : name}
      description={
        choice
          ? 'Check the juror number and quote before you confirm.'
          : [juror.name, juror.occupation].filter(Boolean).join(' · ') || undefined
      }
    >
      {choice ? (
        <ConfirmChoice
          juror={juror}
          choice={choice}
          state={state}
          onBack={() => setChoice(null)}
          onConfirm={(details) => onConfirm(choice, details)}
        />
      ) : (
        <div className="grid gap-4">
          <ChoiceButtons juror={juror} state={state} may={may} onChoose={setChoice} {...rest} />
          {!may.exercise && !may.draft && !may.rule && (
            <p className="text-ink-2">You have view-only access to this board.</p>
          )}
          {saved?.jurorId === juror.id && (
            <div className="flex items-center justify-between gap-3">
              <output className="min-w-0 break-words text-ink-2">{saved.words}</output>
              <Button
                className="min-h-11"
                onClick={() => {
                  saved.undo()
                  onSavedGone()
                }}
              >
                Undo
              </Button>
            </div>
          )}
          {may.seeWorkProduct && <NotesAndRating myLean={myLean} onNote={onNote} onRate={onRate} />}
          {may.rule && <Presence status={juror.status} onPresence={onPresence} />}
          {brief}
        </div>
      )}
    </Dialog>
  )
}

function Presence({ status, onPresence }: Pick<JurorSheetProps, 'onPresence'> & Pick<BoardJuror, 'status'>) {
  const move = status === 'no_show' ? 'reinstated' : 'no_show'
  if (!jurorEventRules[move].from.includes(status)) return null
  return (
    <Button wide className="min-h-11" icon={<UserX className="size-4" />} onClick={() => onPresence(move)}>
      {move === 'no_show' ? 'No-show' : 'Present after all'}
    </Button>
  )
}

const writtenNotes = { answer: 'Answer', note: 'Note', tag: 'Tag' } as const satisfies Partial<
  Record<LiveNoteKind, string>
>
const writtenKinds = ['answer', 'note', 'tag'] as const
const leanLabels = {
  '-2': 'Strongly against us',
  '-1': 'Leans against us',
  '0': 'Neutral',
  '1': 'Leans toward us',
  '2': 'Strongly for us',
} as const

const formatLean = (lean: number): string => (lean > 0 ? `+${lean}` : lean < 0 ? `−${-lean}` : '0')

function NotesAndRating({ myLean, onNote, onRate }: Pick<JurorSheetProps, 'myLean' | 'onNote' | 'onRate'>) {
  const [text, setText] = useState('')
  const write = (kind: LiveNoteKind) => {
    if (text.trim() === '') return
    onNote(kind, text.trim())
    setText('')
  }
  return (
    <>
      <div className="grid gap-2">
        <TextField label="Add a note" value={text} onChange={(event) => setText(event.target.value)} />
        <div className="grid grid-cols-3 gap-2">
          {writtenKinds.map((kind) => (
            <Button key={kind} className="min-h-11" disabled={text.trim() === ''} onClick={() => write(kind)}>
              {writtenNotes[kind]}
            </Button>
          ))}
        </div>
        <Button
          wide
          className="min-h-11"
          icon={<Hand className="size-4" />}
          onClick={() => {
            onNote('hand', text.trim() || 'Raised hand')
            setText('')
          }}
        >
          Raised hand
        </Button>
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">
          My rating, based only on experience and attitude (−2 bad, +2 good)
        </legend>
        <div className="grid grid-cols-5 gap-1">
          {leans.map((lean) => (
            <Button
              key={lean}
              aria-label={`${formatLean(lean)}, ${leanLabels[lean]}`}
              aria-pressed={lean === myLean}
              title={leanLabels[lean]}
              className={cx('min-h-11', lean === myLean && 'border-accent! bg-accent-soft! text-accent-ink!')}
              onClick={() => onRate(lean)}
            >
              {formatLean(lean)}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  )
}

type ChoiceButtonsProps = Pick<JurorSheetProps, 'juror' | 'strike' | 'state' | 'may' | 'noneLeft'> & {
  onChoose: (choice: Choice) => void
}

function ChoiceButtons({ juror, strike, state, may, noneLeft, onChoose }: ChoiceButtonsProps) {
  if (strike && strike.exercisedAt !== null) {
    return <Rulings strike={strike} mayRule={may.rule} onChoose={onChoose} />
  }
  const isDrawable =
    state?.setup.replacements === 'drawn' && !state.drawn.includes(juror.id) && !state.out.has(juror.id)
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {strike && <p className="font-medium sm:col-span-2">{strike.label}</p>}
      {may.draft && isDrawable && (
        <LargeButton variant="primary" onClick={() => onChoose({ kind: 'step', step: 'drawn' })}>
          The court drew this juror
        </LargeButton>
      )}
      {may.exercise && <OurChoices strike={strike} isSpent={noneLeft.us} onChoose={onChoose} />}
      {may.draft && <OpposingChoices hasOrder={state !== null} isSpent={noneLeft.them} onChoose={onChoose} />}
    </div>
  )
}

type ChooseProps = Pick<ChoiceButtonsProps, 'onChoose'>

function Rulings({ strike, mayRule, onChoose }: ChooseProps & { strike: Strike; mayRule: boolean }) {
  return (
    <div className="grid gap-2">
      <p className="font-medium">{strike.label}</p>
      {mayRule && strike.kind === 'peremptory' && <p className="text-sm text-ink-2">{peremptoryRulings}</p>}
      {mayRule &&
        rulingsByKind[strike.kind].map((ruling) => (
          <LargeButton key={ruling} onClick={() => onChoose({ kind: 'rule', strike, ruling })}>
            {`Ruling: ${ruling}`}
          </LargeButton>
        ))}
    </div>
  )
}

const toCallChoice = (madeBy: 'us' | 'opposing' | 'court', strikeKind: 'cause' | 'peremptory'): Choice => ({
  kind: 'said',
  madeBy,
  strikeKind,
})

function OurChoices({ strike, isSpent, onChoose }: ChooseProps & { strike: Strike | undefined; isSpent: boolean }) {
  if (strike) return <PreparedStrike strike={strike} isSpent={isSpent} onChoose={onChoose} />
  return (
    <>
      <LargeButton variant="primary" disabled={isSpent} onClick={() => onChoose(toCallChoice('us', 'peremptory'))}>
        {isSpent ? 'We have no peremptories left' : 'We strike'}
      </LargeButton>
      <LargeButton onClick={() => onChoose(toCallChoice('us', 'cause'))}>We challenge for cause</LargeButton>
    </>
  )
}

function OpposingChoices({ hasOrder, isSpent, onChoose }: ChooseProps & { hasOrder: boolean; isSpent: boolean }) {
  return (
    <>
      <LargeButton disabled={isSpent} onClick={() => onChoose(toCallChoice('opposing', 'peremptory'))}>
        {isSpent ? 'They have no peremptories left' : 'They strike'}
      </LargeButton>
      <LargeButton onClick={() => onChoose(toCallChoice('opposing', 'cause'))}>They challenge for cause</LargeButton>
      <LargeButton onClick={() => onChoose(toCallChoice('court', 'cause'))}>The court strikes for cause</LargeButton>
      {hasOrder && (
        <LargeButton onClick={() => onChoose({ kind: 'step', step: 'moved_last' })}>
          The court moved them to the end
        </LargeButton>
      )}
    </>
  )
}

function PreparedStrike({ strike, isSpent, onChoose }: ChooseProps & { strike: Strike; isSpent: boolean }) {
  const isOver = isSpent && strike.kind === 'peremptory'
  const move = strike.state === 'approved' ? 'exercise' : strike.state === 'draft' ? 'exercise_unapproved' : null
  if (move === null) {
    return <p className="self-center">Approve it in the strike log before exercising it.</p>
  }
  return (
    <LargeButton variant="primary" disabled={isOver} onClick={() => onChoose({ kind: 'exercise', strike, move })}>
      {isOver
        ? 'No peremptory challenges remain'
        : move === 'exercise'
          ? `Exercise ${strike.label}`
          : 'Exercise now, approve later'}
    </LargeButton>
  )
}

type ConfirmChoiceProps = {
  juror: BoardJuror
  choice: Choice
  state: SelectionState | null
  onBack: () => void
  onConfirm: (details: Details) => void
}

function ConfirmChoice({ juror, choice, state, onBack, onConfirm }: ConfirmChoiceProps) {
  const [details, setDetails] = useState<Details>(() => ({
    defendant: getDefaultDefendant(choice, state),
    courtAllowed: '',
    judgeWords: '',
    remedy: null,
    remedyRestored: false,
  }))
  const change = (patch: Partial<Details>) => setDetails({ ...details, ...patch })
  const { sentences, needsLeave } = findChoiceProblems(choice, juror.id, state, details.defendant)
  const isDisallowed = choice.kind === 'rule' && choice.ruling === 'disallowed'
  const isReady = (!needsLeave || details.courtAllowed.trim() !== '') && (!isDisallowed || details.remedy !== null)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm({ ...details, courtAllowed: needsLeave ? details.courtAllowed.trim() : '' })
      }}
    >
      <p className="tabular text-center text-3xl font-bold">{juror.number}</p>
      <p className="text-center text-xl">{juror.seat === null ? 'Not seated' : `Seat ${juror.seat}`}</p>
      {juror.quote ? (
        <blockquote className="border-l-2 border-line-strong pl-3 break-words">“{juror.quote}”</blockquote>
      ) : (
        <p className="text-center text-ink-2">No confirmed quotes from this juror.</p>
      )}
      <DefendantChoice
        choice={choice}
        state={state}
        value={details.defendant}
        onChange={(defendant) => change({ defendant })}
      />
      {sentences.length > 0 && (
        <Notice tone="warning">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {needsLeave && <LeaveField value={details.courtAllowed} onChange={(courtAllowed) => change({ courtAllowed })} />}
      {isDisallowed && (
        <>
          <Select
            label="Remedy"
            value={details.remedy ?? ''}
            placeholder="Choose a remedy"
            options={strikeRemedies.map((value) => ({ value, label: remedyWords[value] }))}
            onChange={(event) => change({ remedy: strikeRemedies.find((each) => each === event.target.value) ?? null })}
            required
          />
          <Checkbox
            label="The court restored the challenge"
            checked={details.remedyRestored}
            onChange={(event) => change({ remedyRestored: event.target.checked })}
          />
        </>
      )}
      {choice.kind === 'rule' && (
        <TextField
          label="Judge’s words"
          value={details.judgeWords}
          onChange={(event) => change({ judgeWords: event.target.value })}
        />
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <LargeButton onClick={onBack}>Back</LargeButton>
        <LargeButton type="submit" variant="primary" disabled={!isReady}>
          {`Yes, juror ${juror.number}`}
        </LargeButton>
      </div>
    </form>
  )
}

type DefendantChoiceProps = Pick<ConfirmChoiceProps, 'choice' | 'state'> & {
  value: string | null
  onChange: (value: string | null) => void
}

function DefendantChoice({ choice, state, value, onChange }: DefendantChoiceProps) {
  const side = findDefendants(choice, state)
  if (!state || side === null) return null
  const { joint, defendants } = remaining(state, side)
  return (
    <Select
      label="Used by"
      value={value ?? ''}
      options={[
        { value: '', label: `All defendants jointly, ${joint ?? 0} left` },
        ...defendants.map(({ defendant, left }) => ({ value: defendant, label: `${defendant} alone, ${left} left` })),
      ]}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
