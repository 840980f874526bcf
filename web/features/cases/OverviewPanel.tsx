import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { OpenCase } from '#contract/cases/cases.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Card } from '#web/ui/kit.ts'
import { AnalyticsCard } from './AnalyticsCard.tsx'
import { EditCaseDialog } from './EditCaseDialog.tsx'
import { type FieldGroup, fieldGroups } from './faults.ts'
import { FieldValues } from './FieldValues.tsx'
import { DefaultSource } from './ForumFields.tsx'

const groupTitles: Record<FieldGroup, string> = {
  basics: 'Basics',
  forum: 'Forum and method',
  people: 'Parties and people',
  themes: 'Themes',
}

/** All that is known of the case, each group with its own way to edit it. */
export function OverviewPanel({ found, onDeclare }: { found: OpenCase; onDeclare: () => void }) {
  const [edited, setEdited] = useState<FieldGroup | null>(null)
  const mayEdit = (group: FieldGroup) => (group === 'forum' ? found.may.editBudget : found.may.editData)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <AnalyticsCard caseId={found.id} />
      {(Object.keys(groupTitles) as FieldGroup[]).map((group) => (
        <Card
          key={group}
          title={groupTitles[group]}
          actions={
            mayEdit(group) && (
              <Button
                variant="quiet"
                icon={<Pencil className="size-4" />}
                aria-label={`Edit ${groupTitles[group]}`}
                onClick={() => setEdited(group)}
              >
                Edit
              </Button>
            )
          }
        >
          <div className="grid gap-3">
            <FieldValues data={found} fields={fieldGroups[group]} />
            {group === 'forum' && <DefaultSource data={found} />}
          </div>
        </Card>
      ))}
      <RecordingCard found={found} onDeclare={onDeclare} />
      {edited && (
        <EditCaseDialog
          opened={found}
          group={edited}
          title={`Edit ${groupTitles[edited]}`}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

const basisWords = {
  court_record: 'The recording is part of the court record.',
  court_order: 'A court order allows it.',
  own_mock: 'It is our own mock voir dire.',
  other: 'Another reason.',
} as const

function RecordingCard({ found, onDeclare }: { found: OpenCase; onDeclare: () => void }) {
  const permission = found.recordingPermission
  return (
    // The fifth of two columns takes its row.
    <Card
      title="Recording permission"
      className="lg:col-span-2"
      actions={
        found.may.declareRecording && (
          <Button variant="quiet" onClick={onDeclare}>
            {permission ? 'Declare anew' : 'Declare'}
          </Button>
        )
      }
    >
      {permission ? (
        <>
          <p>
            {basisWords[permission.basis]} {permission.note}
          </p>
          <p className="text-sm text-ink-3">
            Declared by {permission.declaredBy}, {formatDateTime(permission.declaredAt)}.
          </p>
        </>
      ) : (
        <p className="text-ink-2">Not declared yet. It is asked for before the first upload.</p>
      )}
    </Card>
  )
}
