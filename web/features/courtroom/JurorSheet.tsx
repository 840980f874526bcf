import { useState } from 'react'
import { leans } from '#contract/jurors/jurors.ts'
import { type LiveNoteKind, liveNoteKinds } from '#contract/jurors/live-notes.ts'
import type { SelectionState } from '#contract/strikes/selection.ts'
import type { BoardJuror } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { Button, Dialog, TextField } from '#web/ui/kit.ts'
import { type Choice, choiceWords, type Details } from './choices.ts'
import { ChoiceButtons, type MayDo } from './ChoiceButtons.tsx'
import { ConfirmChoice } from './ConfirmChoice.tsx'

type JurorSheetProps = {
  juror: BoardJuror
  /** The live strike of this juror, if there is one. */
  strike: Strike | undefined
  /** How the selection stands, with what waits on this device. */
  state: SelectionState | null
  may: MayDo
  noneLeft: { us: boolean; them: boolean }
  onClose: () => void
  onConfirm: (choice: Choice, details: Details) => void
  onNote: (kind: LiveNoteKind, text: string) => void
  onRate: (lean: (typeof leans)[number]) => void
}

/** One tap opens this; a second, after number, seat and quote, does it. */
export function JurorSheet({ juror, state, may, onClose, onConfirm, onNote, onRate, ...rest }: JurorSheetProps) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const name = `Juror ${juror.number}${juror.seat === null ? '' : `, seat ${juror.seat}`}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={choice ? `${choiceWords(choice)}: ${name}?` : name}
      description={choice ? 'Look at the number and the words before you confirm.' : (juror.name ?? undefined)}
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
          {juror.quote && (
            <blockquote className="border-l-2 border-line-strong pl-3 break-words">“{juror.quote}”</blockquote>
          )}
          <ChoiceButtons juror={juror} state={state} may={may} onChoose={setChoice} {...rest} />
          {!may.exercise && !may.draft && !may.rule && (
            <p className="text-ink-2">You may look at this board and record nothing on it.</p>
          )}
          {may.seeWorkProduct && <Written onNote={onNote} onRate={onRate} />}
        </div>
      )}
    </Dialog>
  )
}

const noteWords: Record<LiveNoteKind, string> = { answer: 'Answer', note: 'Note', tag: 'Tag' }
const leanWords = { '-2': 'Bad', '-1': 'Rather bad', '0': 'Neutral', '1': 'Rather good', '2': 'Good' } as const

const signed = (lean: number): string => (lean > 0 ? `+${lean}` : lean < 0 ? `−${-lean}` : '0')

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
        <legend className="mb-1 text-sm font-medium">
          My rating, from experience and attitude alone (−2 bad, +2 good)
        </legend>
        <div className="grid grid-cols-5 gap-1">
          {leans.map((lean) => (
            <Button
              key={lean}
              aria-label={`${signed(lean)}, ${leanWords[lean]}`}
              title={leanWords[lean]}
              className="min-h-11"
              onClick={() => onRate(lean)}
            >
              {signed(lean)}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  )
}
