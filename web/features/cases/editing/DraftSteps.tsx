import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, useEffectEvent } from 'react'
import { readFirm } from '#contract/account/team.ts'
import { createCase, listCases, type OpenCase, moveCase } from '#contract/cases/cases.ts'
import { type CaseData, caseWarnings, findMissingFields } from '#contract/cases/data.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useAccount } from '#web/platform/session.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, focusFault, linkClass, Notice, ReadNotice, cx } from '#web/ui/kit.ts'
import { BasicsFields } from './BasicsFields.tsx'
import {
  emptyCase,
  type Faults,
  findFaults,
  fieldGroups,
  stepGroups,
  type StepName,
  stepNames,
  stepLabels,
} from './caseFields.ts'
import { ConflictDialog, FaultSummary, FieldValues, groupFields } from './EditCaseDialog.tsx'
import { chooseForum } from './fillBudget.ts'
import { MembersPanel } from '../MembersPanel.tsx'
import { useCaseEditor } from './useCaseEditor.ts'
import { today } from '../caseLabels.ts'

const draftSetting = (userId: string): string => `cases.newCase.${userId}`

function readStoredDraft(setting: string): CaseData {
  try {
    const stored: unknown = JSON.parse(readSetting(setting) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return emptyCase
    const draft = { ...emptyCase, ...stored }
    // A draft stored by an older version may contain values that are no longer valid.
    return Object.keys(findFaults(draft, ['ourSide', 'caseType', 'confidentiality', 'tags'])).length > 0
      ? emptyCase
      : draft
  } catch {
    return emptyCase
  }
}

export function StartCase({ onCreated }: { onCreated: (caseId: string) => void }) {
  const setting = draftSetting(useAccount().userId)
  const [data, setData] = useState(() => readStoredDraft(setting))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [duplicate, setDuplicate] = useState<{ id: string; title: string } | null>(null)
  const firm = useRead(readFirm, nothingElse)
  const create = useCommand(createCase)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    writeSetting(setting, data === emptyCase ? null : JSON.stringify(data))
  }, [setting, data])

  async function submit() {
    const found = findFaults(data, fieldGroups.basics)
    setFaults(found)
    setFailure(null)
    setDuplicate(null)
    if (Object.keys(found).length > 0) return focusFault(form.current)
    const basics = Object.fromEntries(fieldGroups.basics.map((field) => [field, data[field]]))
    const forum = firm.data?.defaultForumId ? chooseForum(data, firm.data.defaultForumId) : {}
    try {
      const input = { ...basics, ...forum, title: data.title, caseNumber: data.caseNumber }
      const created = await create.mutateAsync({ params: {}, input })
      writeSetting(setting, null)
      onCreated(created.id)
    } catch (error) {
      setFailure(describeError(error))
      if (!(error instanceof ApiError)) return
      setFaults(error.fields)
      focusFault(form.current)
      if (error.status === 409) setDuplicate(await findCaseByNumber(data.caseNumber))
    }
  }

  return (
    <>
      <StepList current="basics" />
      <Card title="Basics">
        <form
          ref={form}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          {failure && Object.keys(faults).length === 0 && (
            <Notice tone="danger" alert>
              {failure}
            </Notice>
          )}
          <FaultSummary faults={faults} />
          {duplicate && (
            <p>
              <Link to="/cases/$caseId" params={{ caseId: duplicate.id }} className={linkClass}>
                Open {duplicate.title}
              </Link>
            </p>
          )}
          <BasicsFields data={data} faults={faults} onChange={(patch) => setData((old) => ({ ...old, ...patch }))} />
          <ReadNotice of={firm} what="Your firm’s default forum" />
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={create.isPending} disabled={!firm.data}>
              Next: Forum and method
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}

async function findCaseByNumber(caseNumber: string): Promise<{ id: string; title: string } | null> {
  const key = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()
  const found = await call(listCases, { params: {}, input: { q: caseNumber.trim(), limit: 20 } }).catch(() => [])
  return found.find((each) => key(each.caseNumber) === key(caseNumber)) ?? null
}

const autosaveMs = 800

type DraftStepperProps = { opened: OpenCase; step: StepName; onStep: (step: StepName) => void; onDone: () => void }

export function DraftStepper({ opened, step, onStep, onDone }: DraftStepperProps) {
  const editor = useCaseEditor(opened)
  const { data, changed, serverFaults, failure, conflict, isSaving } = editor
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const group = stepGroups[step]
  const found: Faults = group ? findFaults(data, fieldGroups[group]) : {}
  const faults: Faults = { ...(tried ? found : {}), ...serverFaults }
  const next = stepNames[stepNames.indexOf(step) + 1]
  const isChanged = changed.length > 0

  useAutosave(data, changed.length > 0 && !isSaving && !conflict && !failure, (entered) => void editor.save(entered))

  async function goTo(to: StepName) {
    setTried(true)
    if (Object.keys(found).length > 0) return focusFault(form.current)
    if (!(await editor.save())) return
    setTried(false)
    onStep(to)
  }

  async function saveAndClose() {
    if (await editor.save()) return onDone()
    setTried(true)
    focusFault(form.current)
  }

  const Fields = group && groupFields[group]
  return (
    <>
      <StepList current={step} onStep={(to) => void goTo(to)} />
      <Card
        title={step === 'people' ? 'Parties and people' : stepLabels[step]}
        actions={
          <p aria-live="polite" className="text-sm text-ink-3">
            {describeSaveState(isSaving, isChanged, Object.keys(found).length > 0 || failure !== null)}
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
          {Fields && (
            <>
              <Fields data={data} faults={faults} onChange={editor.change} />
              <Buttons next={next} busy={isSaving} onKeep={() => void saveAndClose()} />
            </>
          )}
          {step === 'confirm' && <ConfirmStep found={editor.base} onStep={onStep} onDone={onDone} />}
        </form>
        {step === 'team' && (
          // Rendered outside the form because its dialogs contain forms.
          <div className="grid gap-4">
            <MembersPanel caseId={opened.id} mayManage={editor.base.may.manageMembers} />
            <Buttons
              next={next}
              busy={isSaving}
              onKeep={() => void saveAndClose()}
              onNext={() => next && void goTo(next)}
            />
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

function useAutosave(data: CaseData, isDue: boolean, save: (entered: CaseData) => void) {
  const autosave = useEffectEvent(save)
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => autosave(data), autosaveMs)
    return () => clearTimeout(timer)
  }, [data, isDue])
}

function describeSaveState(isSaving: boolean, isChanged: boolean, isFaulty: boolean): string {
  if (isSaving) return 'Saving…'
  if (isChanged) return isFaulty ? 'Not saved. Check the fields below.' : 'Unsaved changes'
  return 'Draft saved.'
}

type ButtonsProps = { next: StepName | undefined; busy: boolean; onKeep: () => void; onNext?: () => void }

function Buttons({ next, busy, onKeep, onNext }: ButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onKeep}>Save draft</Button>
      {next && (
        <Button type={onNext ? 'button' : 'submit'} onClick={onNext} variant="primary" busy={busy}>
          Next: {stepLabels[next]}
        </Button>
      )}
    </div>
  )
}

type ConfirmStepProps = { found: OpenCase; onStep: (step: StepName) => void; onDone: () => void }

const findStep = (field: string): StepName =>
  stepNames.find((step) => {
    const group = stepGroups[step]
    return group !== undefined && (fieldGroups[group] as readonly string[]).includes(field)
  }) ?? 'basics'

function ConfirmStep({ found, onStep, onDone }: ConfirmStepProps) {
  const move = useCommand(moveCase)
  const missing = Object.entries(findMissingFields(found))
  const warnings = caseWarnings(found, today())
  const shown = [...fieldGroups.basics, ...fieldGroups.forum, ...fieldGroups.people] satisfies (keyof CaseData)[]
  return (
    <div className="grid gap-4">
      {missing.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">Before you can activate the case:</p>
          <ul className="mt-1 list-disc pl-5">
            {missing.map(([field, message]) => (
              <li key={field}>
                {message}{' '}
                <button
                  type="button"
                  className={`${linkClass} touch:block touch:min-h-11`}
                  onClick={() => onStep(findStep(field))}
                >
                  Go to {stepLabels[findStep(field)]}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {warnings.length > 0 && <Notice tone="warning">{warnings.join(' ')}</Notice>}
      <FieldValues data={found} fields={shown} />
      <Failure of={move.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Save draft</Button>
        <Button
          variant="primary"
          disabled={missing.length > 0}
          busy={move.isPending}
          onClick={() =>
            move.mutate(
              { params: { caseId: found.id }, input: { to: 'active' } },
              {
                onSuccess: () => {
                  toast({ title: 'Case Created', description: `${found.title} (${found.caseNumber})` })
                  onDone()
                },
              },
            )
          }
        >
          Create case
        </Button>
      </div>
    </div>
  )
}

type StepListProps = { current: StepName; onStep?: ((step: StepName) => void) | undefined }

function StepList({ current, onStep }: StepListProps) {
  return (
    <nav aria-label="Steps" className="mb-4">
      <ol className="flex flex-wrap gap-1">
        {stepNames.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === current ? 'step' : undefined}
              disabled={!onStep && name !== current}
              onClick={() => onStep?.(name)}
              className={cx(
                'flex min-h-9 items-center gap-2 rounded-control px-3 touch:min-h-11',
                name === current ? 'bg-accent-soft font-bold text-accent-ink' : 'text-ink-2 hover:enabled:bg-hover',
                'disabled:cursor-not-allowed',
              )}
            >
              <span className="tabular">{index + 1}.</span>
              {stepLabels[name]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
