import { X, Undo2 } from 'lucide-react'
import { useState, useRef } from 'react'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { SelectionSide } from '#contract/strikes/selection.ts'
import {
  listSelectionSteps,
  recordSelectionStep,
  type SelectionStep,
  undoSelectionStep,
} from '#contract/strikes/steps.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { newId } from '#web/platform/newId.ts'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button, Card, IconButton, Notice, ReadNotice, Select } from '#web/ui/kit.ts'
import { getSelectionState, projectSeats, type HypotheticalStrike } from './selection.ts'
import { isOut } from '../strikeLabels.ts'

export function WhatIf({ selection }: { selection: NonNullable<StrikeBoard['selection']> }) {
  const [supposed, setSupposed] = useState<readonly HypotheticalStrike[]>([])
  const [side, setSide] = useState<HypotheticalStrike['side']>('us')
  const state = getSelectionState(selection)
  const { seats, refused } = projectSeats(selection, supposed)
  const taken = new Set(supposed.map(({ jurorId }) => jurorId))
  const findNumber = (id: string) => state.numbers.get(id) ?? ''
  const choices = state.order.filter((id) => !state.out.has(id) && !taken.has(id))
  return (
    <Card title="What if" className="print:hidden">
      <div className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Who strikes"
            value={side}
            options={[
              { value: 'us', label: 'We strike' },
              { value: 'them', label: 'They strike' },
            ]}
            onChange={(event) => setSide(event.target.value === 'them' ? 'them' : 'us')}
          />
          <Select
            label="Juror"
            value=""
            placeholder="Choose a juror"
            options={choices.map((id) => ({ value: id, label: `Juror ${findNumber(id)}` }))}
            onChange={(event) =>
              event.target.value !== '' && setSupposed([...supposed, { side, jurorId: event.target.value }])
            }
          />
        </div>
        {supposed.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="Hypothetical strikes">
            {supposed.map((each) => (
              <li key={each.jurorId} className="flex items-center gap-1">
                <Badge tone={each.side === 'us' ? 'accent' : 'warning'}>
                  {`${each.side === 'us' ? 'We' : 'They'} strike ${findNumber(each.jurorId)}`}
                </Badge>
                <IconButton
                  label={`Remove ${findNumber(each.jurorId)}`}
                  icon={<X className="size-4" />}
                  onClick={() => setSupposed(supposed.filter((other) => other !== each))}
                />
              </li>
            ))}
            <li>
              <Button variant="quiet" onClick={() => setSupposed([])}>
                Clear
              </Button>
            </li>
          </ul>
        )}
        {refused.map((sentence) => (
          <Notice key={sentence} tone="warning">
            {sentence}
          </Notice>
        ))}
        <ol
          className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]"
          aria-label="Projected jury"
        >
          {seats.map(({ seat, number, isChanged }) => (
            <li key={seat} className="tabular grid grid-cols-[5.5rem_minmax(0,1fr)]">
              <span className="text-ink-2">{seat}</span>
              <span className={isChanged ? 'font-bold text-accent-ink' : ''}>
                {number === null ? 'Open' : `Juror ${number}`}
                {isChanged && <span className="sr-only"> (changed)</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

type Step = { kind: 'passed'; side: SelectionSide } | { kind: 'drawn' | 'moved_last'; jurorId: string }

export function StepsCard({ board }: { board: StrikeBoard }) {
  const params = { sessionId: board.session.id }
  const steps = useRead(listSelectionSteps, { params, input: {} })
  const record = useCommand(recordSelectionStep)
  const undo = useCommand(undoSelectionStep)
  const numbers = new Map(board.jurors.map(({ id, number }) => [id, number]))
  const onError = (error: unknown) =>
    void toast({ title: 'Couldn’t record change', description: describeError(error), variant: 'destructive' })
  const unanswered = useRef<{ act: string; eventId: string } | null>(null)
  // Reuses the event ID after a lost response. Otherwise, the server could count one pass twice and end the round.
  function send(step: Step) {
    const act = JSON.stringify(step)
    const before = unanswered.current
    const isAgain = before?.act === act && !steps.data?.some(({ id }) => id === before.eventId)
    const eventId = isAgain ? before.eventId : newId()
    unanswered.current = { act, eventId }
    record.mutate(
      { params, input: { ...step, eventId, at: new Date().toISOString() } },
      { onSuccess: () => (unanswered.current = null), onError },
    )
  }
  const choices = board.jurors
    .filter((each) => !isOut(each))
    .map(({ id, number }) => ({ value: id, label: `Juror ${number}` }))
  const mayRecord = board.may.draft && board.readOnly === null
  const isDrawn = board.selection?.setup.replacements === 'drawn'
  if (!mayRecord && steps.data?.length === 0) return null
  return (
    <Card title="Passes and draws" className={steps.data?.length === 0 ? 'print:hidden' : ''}>
      <div className="grid gap-3">
        {mayRecord && (
          <div className="flex flex-wrap items-end gap-3 print:hidden">
            {(['us', 'them'] as const).map((side) => (
              <Button key={side} busy={record.isPending} onClick={() => send({ kind: 'passed', side })}>
                {side === 'us' ? 'We pass' : 'They pass'}
              </Button>
            ))}
            {(isDrawn ? (['drawn', 'moved_last'] as const) : (['moved_last'] as const)).map((kind) => (
              <Select
                key={kind}
                label={kind === 'drawn' ? 'Juror drawn' : 'Juror moved to the end'}
                value=""
                placeholder="Choose a juror"
                options={choices}
                onChange={(event) => event.target.value !== '' && send({ kind, jurorId: event.target.value })}
              />
            ))}
          </div>
        )}
        <ReadNotice of={steps} what="Passes and draws" />
        {steps.data && steps.data.length > 0 && (
          <ol className="grid gap-1" aria-label="Passes and draws">
            {steps.data.map((step) => (
              <li key={step.id} className="flex flex-wrap items-center gap-2 text-sm">
                <span className={step.undone ? 'line-through' : 'font-medium'}>{describeStep(step, numbers)}</span>
                <span className="text-ink-3">{`${step.by}, ${formatDateTime(step.at)}`}</span>
                {mayRecord && !step.undone && (
                  <IconButton
                    label={`Undo: ${describeStep(step, numbers)}`}
                    icon={<Undo2 className="size-4" />}
                    onClick={() => undo.mutate({ params: { stepId: step.id }, input: {} }, { onError })}
                  />
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Card>
  )
}

function describeStep({ kind, side, jurorId }: SelectionStep, numbers: ReadonlyMap<string, string>): string {
  if (kind === 'passed') return side === 'us' ? 'We passed' : 'They passed'
  const number = numbers.get(jurorId ?? '') ?? ''
  return kind === 'drawn' ? `The court drew juror ${number}` : `The court moved juror ${number} to the end`
}
