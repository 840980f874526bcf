import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CaseData } from '#contract/cases/data.ts'
import type { OpenCase } from '#contract/cases/cases.ts'
import { Button, Card, focusFault, Notice } from '#web/ui/kit.ts'
import { BasicsFields } from './BasicsFields.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FaultSummary } from './FaultSummary.tsx'
import { type Faults, findFaults, fieldGroups } from './faults.ts'
import { ForumFields } from './ForumFields.tsx'
import { MembersPanel } from './MembersPanel.tsx'
import { PeopleFields } from './PeopleFields.tsx'
import { StepList } from './StepList.tsx'
import { stepGroups, type StepName, stepNames, stepWords } from './steps.ts'
import { useCaseEditor } from './useCaseEditor.ts'

/** A pause in typing after which the draft is stored. */
const autosaveMs = 800

type DraftStepperProps = { opened: OpenCase; step: StepName; onStep: (step: StepName) => void; onDone: () => void }

export function DraftStepper({ opened, step, onStep, onDone }: DraftStepperProps) {
  const editor = useCaseEditor(opened)
  const { data, change, changed, serverFaults, failure, conflict, isSaving } = editor
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const group = stepGroups[step]
  const found: Faults = group ? findFaults(data, fieldGroups[group]) : {}
  const faults: Faults = { ...(tried ? found : {}), ...serverFaults }
  const next = stepNames[stepNames.indexOf(step) + 1]
  const isChanged = changed.length > 0

  const mayAutosave = isChanged && !isSaving && !conflict && !failure
  const autosave = useEffectEvent((entered: CaseData) => void editor.save(entered))
  useEffect(() => {
    if (!mayAutosave) return
    const timer = setTimeout(() => autosave(data), autosaveMs)
    return () => clearTimeout(timer)
  }, [data, mayAutosave])

  async function goTo(to: StepName) {
    setTried(true)
    if (Object.keys(found).length > 0) return focusFault(form.current)
    if (!(await editor.save())) return
    setTried(false)
    onStep(to)
  }

  /** What was typed last is stored first: the pause after which it is saved by itself may not be over. */
  async function keep() {
    if (await editor.save()) return onDone()
    setTried(true)
    focusFault(form.current)
  }

  const fields = { data, faults, onChange: change }
  return (
    <>
      <StepList current={step} onStep={(to) => void goTo(to)} />
      <Card
        // Parties are the first of three lists: the card of all three is called otherwise than the first.
        title={step === 'people' ? 'Parties and people' : stepWords[step]}
        actions={
          <p aria-live="polite" className="text-sm text-ink-3">
            {saveWords(isSaving, isChanged, Object.keys(found).length > 0 || failure !== null)}
          </p>
        }
      >
        <form
          ref={form}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (next) void goTo(next)
          }}
        >
          <FaultSummary faults={faults} />
          {failure && Object.keys(serverFaults).length === 0 && (
            <Notice tone="danger" alert>
              {failure}
            </Notice>
          )}
          {step === 'basics' && <BasicsFields {...fields} />}
          {step === 'forum' && <ForumFields {...fields} />}
          {step === 'people' && <PeopleFields {...fields} />}
          {step === 'confirm' && <ConfirmStep found={editor.base} onStep={onStep} onDone={onDone} />}
          {step !== 'team' && step !== 'confirm' && <Buttons next={next} busy={isSaving} onKeep={() => void keep()} />}
        </form>
        {step === 'team' && (
          // Its dialogs hold forms of their own, which may not stand inside this one.
          <div className="grid gap-4">
            <MembersPanel caseId={opened.id} mayManage={editor.base.may.manageMembers} />
            <Buttons next={next} busy={isSaving} onKeep={() => void keep()} onNext={() => next && void goTo(next)} />
          </div>
        )}
      </Card>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onClose={editor.closeConflict}
          onResolve={(fieldsKept) => void editor.resolve(fieldsKept)}
        />
      )}
    </>
  )
}

function saveWords(isSaving: boolean, isChanged: boolean, isFaulty: boolean): string {
  if (isSaving) return 'Saving…'
  if (isChanged) return isFaulty ? 'Not saved: a field needs you.' : 'Not saved yet.'
  return 'Draft saved.'
}

type ButtonsProps = { next: StepName | undefined; busy: boolean; onKeep: () => void; onNext?: () => void }

function Buttons({ next, busy, onKeep, onNext }: ButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onKeep}>Keep as draft</Button>
      {next && (
        <Button type={onNext ? 'button' : 'submit'} onClick={onNext} variant="primary" busy={busy}>
          Next: {stepWords[next]}
        </Button>
      )}
    </div>
  )
}
