import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck, CircleHelp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { moveCase, type OpenCase } from '#contract/cases/cases.ts'
import { findMissingFields } from '#contract/cases/data.ts'
import { listCaseMembers } from '#contract/cases/members.ts'
import { listJurors } from '#contract/jurors/jurors.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { readSetting, writeSetting } from '#web/platform/storage.ts'
import { toast } from '#web/platform/toast.ts'
import { aloneLinkClass, Button, Card, ReadNotice } from '#web/ui/kit.ts'
import { type FieldGroup, fieldGroups } from './editing/caseFields.ts'

type SetupCardProps = { found: OpenCase; onEdit: (group: FieldGroup) => void; onDeclare: () => void }

export function SetupCard(props: SetupCardProps) {
  const { status } = props.found
  return status === 'draft' || status === 'active' ? <Checklist {...props} /> : null
}

const listClass = 'grid gap-x-8 gap-y-1 md:grid-cols-2'
const rowClass = 'flex min-h-9 items-center gap-2 touch:min-h-11'

type Step = { label: string; isDone: boolean | null; act: ReactNode }

function Checklist(props: SetupCardProps) {
  const { found } = props
  const params = { caseId: found.id }
  const members = useRead(listCaseMembers, { params, input: {} })
  const jurors = useRead(listJurors, { params, input: {} })
  const sessions = useRead(listSessions, { params, input: {} })
  const [isSolo, setSolo] = useState(() => readSetting(getSoloKey(found.id)) === 'yes')
  const steps = listSteps(
    {
      ...props,
      isSolo,
      onSolo: () => {
        writeSetting(getSoloKey(found.id), 'yes')
        setSolo(true)
      },
    },
    { members: members.data, jurors: jurors.data, sessions: sessions.data },
  )
  const missing = Object.entries(findMissingFields(found))
  const isDraft = found.status === 'draft'
  if (!isDraft && steps.every(({ isDone }) => isDone === true)) return null
  return (
    <Card title="Set up this case" className="lg:col-span-2">
      {isDraft && <Activation {...props} missing={missing} />}
      <ul aria-label="Setup" className={listClass}>
        {steps.map(({ label, isDone, act }) => (
          <li key={label} className={rowClass}>
            <StepMark isDone={isDone} />
            <span className={isDone ? 'text-ink-3' : ''}>{label}</span>
            {isDone !== true && <span className="ml-auto flex items-center gap-2">{act}</span>}
          </li>
        ))}
      </ul>
      <ReadNotice of={members} what="The team" />
      <ReadNotice of={jurors} what="Jurors" />
      <ReadNotice of={sessions} what="Sessions" />
    </Card>
  )
}

function StepMark({ isDone }: Pick<Step, 'isDone'>) {
  const Icon = isDone === null ? CircleHelp : isDone ? CircleCheck : Circle
  const word = isDone === null ? 'Unknown:' : isDone ? 'Done:' : 'To do:'
  return (
    <>
      <Icon className={isDone ? 'size-5 shrink-0 text-success-fg' : 'size-5 shrink-0 text-ink-3'} aria-hidden="true" />
      <span className="sr-only">{word}</span>
    </>
  )
}

const hasMoreThan = (count: number, list: readonly unknown[] | undefined): boolean | null =>
  list === undefined ? null : list.length > count

type Lists = Record<'members' | 'jurors' | 'sessions', readonly unknown[] | undefined>

const getSoloKey = (caseId: string): string => `setup.solo.${caseId}`

type StepsProps = SetupCardProps & { isSolo: boolean; onSolo: () => void }

function listSteps(
  { found, onEdit, onDeclare, isSolo, onSolo }: StepsProps,
  { members, jurors, sessions }: Lists,
): Step[] {
  const { may } = found
  const params = { caseId: found.id }
  const edit = (group: FieldGroup, label: string) => (
    <Button variant="quiet" onClick={() => onEdit(group)}>
      {label}
    </Button>
  )
  const tab = (name: string, label: string) => (
    <Link to="/cases/$caseId" params={params} search={{ tab: name }} className={aloneLinkClass}>
      {label}
    </Link>
  )
  return [
    {
      label: 'Voir dire or trial date',
      isDone: Boolean(found.voirDireDate ?? found.trialDate),
      act: may.editData && edit('basics', 'Set a date'),
    },
    {
      label: 'Selection method',
      isDone: found.selectionMethod !== null,
      act: may.editData && edit('forum', 'Choose a method'),
    },
    {
      label: 'Peremptory challenges',
      isDone: found.strikeBudget !== null,
      act: may.editBudget && edit('forum', 'Set challenges'),
    },
    ...(found.timeZone === null && found.courtZone === 'UTC'
      ? [{ label: 'Court time zone', isDone: false, act: may.editData && edit('basics', 'Set the time zone') }]
      : []),
    {
      label: 'Team',
      isDone: isSolo || hasMoreThan(1, members),
      act: may.manageMembers && (
        <>
          {tab('team', 'Add members')}
          <Button variant="quiet" onClick={onSolo}>
            I work alone
          </Button>
        </>
      ),
    },
    { label: 'Jurors', isDone: hasMoreThan(0, jurors), act: may.manageJurors && tab('jurors', 'Import jurors') },
    {
      label: 'First session',
      isDone: hasMoreThan(0, sessions),
      act: may.manageSessions && (
        <Link to="/cases/$caseId/new-session" params={params} className={aloneLinkClass}>
          Add session
        </Link>
      ),
    },
    {
      label: 'Recording permission',
      isDone: found.recordingPermission !== null,
      act: may.declareRecording && (
        <Button variant="quiet" onClick={onDeclare}>
          Confirm permission
        </Button>
      ),
    },
  ]
}

const findGroup = (field: string): FieldGroup =>
  (Object.keys(fieldGroups) as FieldGroup[]).find((group) =>
    (fieldGroups[group] as readonly string[]).includes(field),
  ) ?? 'basics'

type ActivationProps = SetupCardProps & { missing: readonly (readonly [string, string])[] }

function Activation({ found, onEdit, missing }: ActivationProps) {
  const move = useCommand(moveCase)
  if (missing.length === 0) {
    return (
      <div className="mb-3 grid justify-items-start gap-2">
        <Failure of={move.error} />
        {found.may.moveStatus && (
          <Button
            variant="primary"
            busy={move.isPending}
            onClick={() =>
              move.mutate(
                { params: { caseId: found.id }, input: { to: 'active' } },
                { onSuccess: () => toast({ title: 'Case activated' }) },
              )
            }
          >
            Activate case
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="mb-3">
      <p className="font-medium">Before you can activate the case:</p>
      <ul aria-label="Missing details" className={listClass}>
        {missing.map(([field, message]) => (
          <li key={field} className={rowClass}>
            <span>{message}</span>
            {found.may[findGroup(field) === 'forum' ? 'editBudget' : 'editData'] && (
              <span className="ml-auto">
                <Button variant="quiet" aria-label={`Edit: ${message}`} onClick={() => onEdit(findGroup(field))}>
                  Edit
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
