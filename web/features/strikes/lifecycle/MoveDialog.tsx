import { createContext, useContext, useId, useState } from 'react'
import type { SelectionState } from '#contract/strikes/selection.ts'
import { type Strike, type MoveInput, moveStrike } from '#contract/strikes/strikes.ts'
import { remedyWords, rulingsByKind, strikeLimits, strikeRemedies } from '#contract/strikes/data.ts'
import { moveMeanings, peremptoryRulings, takeBackMoves } from '#contract/strikes/meanings.ts'
import { findMove, type MoveNeed, moveNeeds, type StrikeMove, type StrikeMoveName } from '#contract/strikes/moves.ts'
import { getGround } from '#law/grounds/grounds.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { newId } from '#web/platform/newId.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Checkbox, Dialog, DialogActions, Notice, Select, TextArea } from '#web/ui/kit.ts'
import { OrderNotice } from '../selection/OrderNotice.tsx'
import { CheckPanel } from '../evidence/CheckPanel.tsx'
import { rulingLabels, describeErrors } from '../strikeLabels.ts'
import { useStrikeNotice } from './useStrikeForm.ts'

type MoveRequest = { strike: Strike; move: StrikeMoveName }
const RequestMoveContext = createContext<(asked: MoveRequest) => void>(() => {})

type MovesProps = {
  state: SelectionState | null
  onEdit: (strike: Strike) => void
  onPreserve: (strike: Strike) => void
  children: React.ReactNode
}

export function Moves({ state, onEdit, onPreserve, children }: MovesProps) {
  const [asked, setAsked] = useState<MoveRequest | null>(null)
  const undo = useUndo()
  const describeStrike = useStrikeNotice()
  const close = () => setAsked(null)
  return (
    <RequestMoveContext value={setAsked}>
      {children}
      {asked && (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          title={`${findMove(asked.move).label}: juror ${asked.strike.jurorNumber}`}
          description={`${asked.strike.label}. ${moveMeanings[asked.move]}`}
        >
          <MoveForm
            key={`${asked.strike.id}-${asked.move}`}
            strike={asked.strike}
            move={findMove(asked.move)}
            state={state}
            onClose={close}
            onEdit={(strike) => {
              close()
              onEdit(strike)
            }}
            onDone={(strike) => {
              close()
              // A strike approved after the fact can be undone too, but undoing it would void the strike.
              if (isExercise(asked.move) && strike.moves.includes('undo')) undo(strike)
              else if (asked.move === 'submit') {
                const { undo: onAction, ...notice } = describeStrike(strike)
                toast({ ...notice, action: { label: 'Undo', altText: `Undo: ${notice.title}`, onAction } })
              } else toast({ title: 'Strike updated', description: `${nameStrike(strike)}.` })
              if (asked.move === 'rule' && strike.preservation) onPreserve(strike)
            }}
          />
        </Dialog>
      )}
    </RequestMoveContext>
  )
}

const isExercise = (move: StrikeMoveName): boolean => move === 'exercise' || move === 'exercise_unapproved'

const decisions: readonly StrikeMoveName[] = ['approve', 'approve_afterwards', 'request_changes', 'reject']

export function GroundAndRationale({ strike }: { strike: Pick<Strike, 'groundCode' | 'rationale'> }) {
  const ground = getGround(strike.groundCode)
  return (
    <>
      {ground && (
        <p className="break-words">
          {ground.label}
          <span className="text-sm text-ink-3">
            {[ground.source, ground.verified ? '' : 'check with the court'].map((each) => each && ` · ${each}`)}
          </span>
        </p>
      )}
      {strike.rationale && <p className="break-words whitespace-pre-line">{strike.rationale}</p>}
    </>
  )
}

export function DecisionButtons({ strike }: { strike: Strike }) {
  const moves = strike.moves.filter((move) => decisions.includes(move))
  return (
    <div className="flex flex-wrap gap-2">
      <MoveButtons strike={strike} moves={moves} />
      <MoveMeanings strike={{ id: strike.id, moves }} />
    </div>
  )
}

type MoveButtonsProps = { strike: Strike; moves?: readonly StrikeMoveName[] }

export function MoveButtons({ strike, moves = strike.moves }: MoveButtonsProps) {
  const ask = useContext(RequestMoveContext)
  return moves.map((move) => (
    <Button
      key={move}
      variant={isNextStep(strike, move) ? 'primary' : 'secondary'}
      aria-describedby={`${strike.id}-${move}`}
      onClick={() => ask({ strike, move })}
    >
      {findMove(move).label}
    </Button>
  ))
}

const isNextStep = ({ ruling }: Strike, move: StrikeMoveName): boolean =>
  move === 'rule' ? ruling === 'pending' || ruling === 'reserved' : ['submit', 'approve', 'exercise'].includes(move)

export function MoveMeanings({ strike: { id, moves } }: { strike: Pick<Strike, 'id' | 'moves'> }) {
  const isShown = (name: StrikeMoveName) => takeBackMoves.includes(name)
  return (
    <div className="grid gap-1" hidden={!moves.some(isShown)}>
      {moves.map((name) => (
        <p key={name} id={`${id}-${name}`} hidden={!isShown(name)} className="text-sm text-ink-2">
          <span className="font-medium">{`${findMove(name).label}:`}</span> {moveMeanings[name]}
        </p>
      ))}
    </div>
  )
}

const nameStrike = ({ label, jurorNumber }: Strike): string => `${label}, juror ${jurorNumber}`

function useUndo(): (strike: Strike) => void {
  const command = useCommand(moveStrike)
  return (strike) => {
    const name = nameStrike(strike)
    const undo = () =>
      command.mutate(
        {
          params: { strikeId: strike.id },
          input: { eventId: newId(), at: new Date().toISOString(), version: strike.version, move: 'undo' },
        },
        {
          onSuccess: () => void toast({ title: 'Strike undone', description: name }),
          onError: (error) =>
            void toast({ title: 'Couldn’t undo', description: describeError(error), variant: 'destructive' }),
        },
      )
    toast({
      title: 'Strike exercised',
      description: name,
      action: { label: 'Undo', altText: `Undo ${name}`, onAction: undo },
    })
  }
}

type MoveFields = Pick<
  MoveInput,
  'reason' | 'acknowledgement' | 'judgeWords' | 'remedyRestored' | 'courtAllowed' | 'ruling' | 'remedy'
>
type FieldProps = {
  strike: Strike
  move: StrikeMove
  input: MoveFields
  onChange: (patch: Partial<MoveFields>) => void
}
type FormProps = Pick<FieldProps, 'strike' | 'move'> & {
  state: SelectionState | null
  onClose: () => void
  onEdit: (strike: Strike) => void
  onDone: (strike: Strike) => void
}

function MoveForm({ strike, move, state, onClose, onEdit, onDone }: FormProps) {
  const command = useCommand(moveStrike)
  const [input, setInput] = useState<MoveFields>({
    courtAllowed: '',
    reason: '',
    acknowledgement: '',
    judgeWords: '',
    remedyRestored: false,
    // There is no default, so a quick click can't record a ruling that the court never made.
    ruling: undefined,
    remedy: null,
  })
  const [lacksRuling, setLacksRuling] = useState(false)
  const fields = { strike, move, input, onChange: (patch: Partial<MoveFields>) => setInput({ ...input, ...patch }) }
  const needs = (need: MoveNeed) => move.needs.includes(need)

  function send() {
    const { ruling, remedy, ...words } = input
    const lacks = needs('ruling') && ruling === undefined
    setLacksRuling(lacks)
    if (lacks) return
    command.mutate(
      {
        params: { strikeId: strike.id },
        input: {
          eventId: newId(),
          at: new Date().toISOString(),
          version: strike.version,
          move: move.name,
          ...words,
          ...(ruling && { ruling, remedy: ruling === 'disallowed' ? remedy : null }),
        },
      },
      { onSuccess: onDone },
    )
  }
  const faults = command.error instanceof ApiError ? command.error.fields : {}
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {command.error && !isAtField(faults, fields) && (
        <Notice tone="danger" alert>
          <p>{describeErrors(command.error)}</p>
          {strike.editable && Object.keys(faults).length > 0 && (
            <Button className="mt-2" onClick={() => onEdit(strike)}>
              Edit strike
            </Button>
          )}
        </Notice>
      )}
      {decisions.includes(move.name) && <GroundAndRationale strike={strike} />}
      <Conditions strike={strike} move={move} />
      {needs('order') && (
        <OrderNotice
          state={state}
          strike={strike}
          value={input.courtAllowed}
          onChange={(courtAllowed) => fields.onChange({ courtAllowed })}
        />
      )}
      {needsAcknowledgement(fields) && <Acknowledgement {...fields} fault={faults.acknowledgement} />}
      {needs('ruling') && <RulingFields {...fields} lacksRuling={lacksRuling} fault={faults.remedy} />}
      {needsReason(move) && (
        <TextArea
          label={needs('comment') ? 'Comment' : 'Reason'}
          value={input.reason}
          onChange={(event) => fields.onChange({ reason: event.target.value })}
          error={faults.reason}
          required
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant={move.name === 'void' || move.name === 'reject' ? 'danger' : 'primary'}
          busy={command.isPending}
        >
          {move.label}
        </Button>
      </DialogActions>
    </form>
  )
}

const needsReason = ({ needs }: StrikeMove): boolean => needs.includes('reason') || needs.includes('comment')
const needsAcknowledgement = ({ strike, move }: Pick<FieldProps, 'strike' | 'move'>): boolean =>
  move.needs.includes('acknowledgement') && strike.check !== null && strike.check.level !== 'ok'

const isAtField = (faults: ApiError['fields'], fields: FieldProps): boolean =>
  (needsReason(fields.move) && faults.reason !== undefined) ||
  (needsAcknowledgement(fields) && faults.acknowledgement !== undefined) ||
  (fields.input.ruling === 'disallowed' && faults.remedy !== undefined)

const formNeeds = new Set<MoveNeed>(['comment', 'reason', 'acknowledgement', 'ruling', 'order'])

function Conditions({ strike, move }: Pick<FieldProps, 'strike' | 'move'>) {
  const id = useId()
  const requirements = move.needs.filter(
    (need) => !formNeeds.has(need) && (need !== 'budget' || strike.kind === 'peremptory'),
  )
  if (requirements.length === 0) return null
  return (
    <div className="text-sm text-ink-2">
      <p id={id}>Requirements:</p>
      <ul aria-labelledby={id} className="list-disc pl-5">
        {requirements.map((need) => (
          <li key={need}>{moveNeeds[need]}</li>
        ))}
      </ul>
    </div>
  )
}

type Fault = { fault: string | undefined }

function Acknowledgement({ strike: { check }, input, onChange, fault }: FieldProps & Fault) {
  if (!check) return null
  const isTrait = check.level === 'protected_trait'
  return (
    <>
      <CheckPanel check={check} />
      <TextArea
        label={isTrait ? 'Lead’s reason' : 'Acknowledgment'}
        hint={
          isTrait
            ? `At least ${strikeLimits.traitReason} characters. Saved with the strike.`
            : `At least ${strikeLimits.acknowledgement} characters. Explain what you weighed.`
        }
        value={input.acknowledgement}
        onChange={(event) => onChange({ acknowledgement: event.target.value })}
        error={fault}
        required
      />
    </>
  )
}

function RulingFields({ strike, input, onChange, lacksRuling, fault }: FieldProps & Fault & { lacksRuling: boolean }) {
  const { ruling, remedy } = input
  const rulings = rulingsByKind[strike.kind]
  return (
    <>
      <Select
        label="Ruling"
        value={ruling ?? ''}
        placeholder="Choose a ruling"
        error={lacksRuling && ruling === undefined ? 'Choose a ruling.' : undefined}
        hint={strike.kind === 'peremptory' && peremptoryRulings}
        options={rulings.map((value) => ({ value, label: rulingLabels[value] }))}
        onChange={(event) => onChange({ ruling: rulings.find((each) => each === event.target.value) })}
        required
      />
      {ruling === 'disallowed' && (
        <>
          <Select
            label="Remedy"
            value={remedy ?? ''}
            placeholder="Choose a remedy"
            error={fault}
            required
            options={strikeRemedies.map((value) => ({ value, label: remedyWords[value] }))}
            onChange={(event) =>
              onChange({ remedy: strikeRemedies.find((each) => each === event.target.value) ?? null })
            }
          />
          <Checkbox
            label="The court restored the challenge"
            checked={input.remedyRestored}
            onChange={(event) => onChange({ remedyRestored: event.target.checked })}
          />
        </>
      )}
      <TextArea
        label="Judge’s words"
        required={false}
        value={input.judgeWords}
        onChange={(event) => onChange({ judgeWords: event.target.value })}
      />
    </>
  )
}
