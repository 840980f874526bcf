import { useState } from 'react'
import { leans } from '#contract/jurors.ts'
import { type LiveNoteKind, liveNoteKinds } from '#contract/live-notes.ts'
import type { BoardJuror } from '#contract/strikes.board.ts'
import type { Strike } from '#contract/strikes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export type Choice =
  | { kind: 'said'; madeBy: 'us' | 'opposing' | 'court'; strikeKind: 'cause' | 'peremptory' }
  | { kind: 'exercise'; strike: Strike }
  | { kind: 'rule'; strike: Strike; ruling: 'granted' | 'denied' | 'disallowed' }

type JurorSheetProps = {
  juror: BoardJuror
  /** The live strike of this juror, if there is one. */
  strike: Strike | undefined
  may: { exercise: boolean; rule: boolean; draft: boolean; seeWorkProduct: boolean }
  noneLeft: { us: boolean; them: boolean }
  onClose: () => void
  onConfirm: (choice: Choice) => void
  onNote: (kind: LiveNoteKind, text: string) => void
  onRate: (lean: (typeof leans)[number]) => void
}

/** One tap opens this; a second, after number, seat and quote, does it. */
export function JurorSheet({ juror, strike, may, noneLeft, onClose, onConfirm, onNote, onRate }: JurorSheetProps) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const name = `Juror ${juror.number}${juror.seat === null ? '' : `, seat ${juror.seat}`}`
  const quote = juror.quote && <blockquote className="border-l-2 border-line-strong pl-3">“{juror.quote}”</blockquote>
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={choice ? `${choiceWords(choice)}: ${name}?` : name}
      description={choice ? 'Look at the number and the words before you confirm.' : (juror.name ?? undefined)}
    >
      {choice ? (
        <div className="grid gap-4">
          <p className="tabular text-center text-3xl font-bold">{juror.number}</p>
          <p className="text-center text-xl">{juror.seat === null ? 'Without a seat' : `Seat ${juror.seat}`}</p>
          {quote || <p className="text-center text-ink-2">No confirmed words of this juror.</p>}
          <div className="grid gap-2 sm:grid-cols-2">
            <Large onClick={() => setChoice(null)}>Back</Large>
            <Large variant="primary" onClick={() => onConfirm(choice)}>{`Yes, juror ${juror.number}`}</Large>
          </div>
        </div>
      ) : (
        <div className="grid gap-4">
          {quote}
          <Choices strike={strike} may={may} noneLeft={noneLeft} onChoose={setChoice} />
          {may.seeWorkProduct && <Written onNote={onNote} onRate={onRate} />}
        </div>
      )}
    </Dialog>
  )
}

const sides = { us: 'We', opposing: 'They', court: 'The court' } as const

function choiceWords(choice: Choice): string {
  if (choice.kind === 'rule') return `Record “${choice.ruling}”`
  if (choice.kind === 'exercise') return `Exercise ${choice.strike.label}`
  if (choice.madeBy === 'court') return 'Excused by the court for cause'
  return `${sides[choice.madeBy]} ${choice.strikeKind === 'cause' ? 'challenge for cause' : 'strike'}`
}

function Large(props: React.ComponentProps<typeof Button>) {
  return <Button {...props} wide className="min-h-14 text-lg" />
}

type ChoicesProps = Pick<JurorSheetProps, 'strike' | 'may' | 'noneLeft'> & { onChoose: (choice: Choice) => void }

function Choices({ strike, may, noneLeft, onChoose }: ChoicesProps) {
  if (strike && strike.exercisedAt !== null) {
    const rulings = strike.kind === 'cause' ? (['granted', 'denied'] as const) : (['granted', 'disallowed'] as const)
    return (
      <div className="grid gap-2">
        <p className="font-medium">{strike.label}</p>
        {may.rule &&
          rulings.map((ruling) => (
            <Large key={ruling} onClick={() => onChoose({ kind: 'rule', strike, ruling })}>
              {`Ruling: ${ruling}`}
            </Large>
          ))}
      </div>
    )
  }
  const said = (madeBy: 'us' | 'opposing' | 'court', strikeKind: 'cause' | 'peremptory') => () =>
    onChoose({ kind: 'said', madeBy, strikeKind })
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {strike?.state === 'approved' && may.exercise && (
        <Large variant="primary" onClick={() => onChoose({ kind: 'exercise', strike })}>
          {`Exercise ${strike.label}`}
        </Large>
      )}
      {!strike && may.exercise && (
        <>
          <Large variant="primary" disabled={noneLeft.us} onClick={said('us', 'peremptory')}>
            {noneLeft.us ? 'No peremptory challenges remain' : 'We strike'}
          </Large>
          <Large onClick={said('us', 'cause')}>We challenge for cause</Large>
        </>
      )}
      {may.draft && (
        <>
          <Large disabled={noneLeft.them} onClick={said('opposing', 'peremptory')}>
            {noneLeft.them ? 'They have none left' : 'They strike'}
          </Large>
          <Large onClick={said('opposing', 'cause')}>They challenge for cause</Large>
          <Large onClick={said('court', 'cause')}>The court excuses</Large>
        </>
      )}
    </div>
  )
}

const noteWords: Record<LiveNoteKind, string> = { answer: 'Answer', note: 'Note', tag: 'Tag' }
const leanWords = { '-2': 'Bad', '-1': 'Rather bad', '0': 'Neutral', '1': 'Rather good', '2': 'Good' } as const

function Written({ onNote, onRate }: Pick<JurorSheetProps, 'onNote' | 'onRate'>) {
  const [text, setText] = useState('')
  const write = (kind: LiveNoteKind) => {
    if (text.trim() === '') return
    onNote(kind, text.trim())
    setText('')
  }
  return (
    <>
      <div className="grid gap-2">
        <TextField label="Write down" value={text} onChange={(event) => setText(event.target.value)} />
        <div className="grid grid-cols-3 gap-2">
          {liveNoteKinds.map((kind) => (
            <Button key={kind} className="min-h-11" disabled={text.trim() === ''} onClick={() => write(kind)}>
              {noteWords[kind]}
            </Button>
          ))}
        </div>
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">My rating, from experience and attitude alone</legend>
        <div className="grid grid-cols-5 gap-1">
          {leans.map((lean) => (
            <Button
              key={lean}
              aria-label={leanWords[lean]}
              title={leanWords[lean]}
              className="min-h-11"
              onClick={() => onRate(lean)}
            >
              {lean > 0 ? `+${lean}` : lean < 0 ? `−${-lean}` : '0'}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  )
}
