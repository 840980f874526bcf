import { type CaseData, caseWarnings, missingFields } from '#contract/cases/data.ts'
import { moveCase, type OpenCase } from '#contract/cases/cases.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, linkClass, Notice } from '#web/ui/kit.ts'
import { FieldValues } from './FieldValues.tsx'
import { fieldGroups } from './faults.ts'
import { stepGroups, type StepName, stepNames, stepWords } from './steps.ts'
import { today } from './caseWords.ts'

type ConfirmStepProps = { found: OpenCase; onStep: (step: StepName) => void; onDone: () => void }

const findStep = (field: string): StepName =>
  stepNames.find((step) => {
    const group = stepGroups[step]
    return group !== undefined && (fieldGroups[group] as readonly string[]).includes(field)
  }) ?? 'basics'

/** All that was entered, what is missing, and the step out of draft. */
export function ConfirmStep({ found, onStep, onDone }: ConfirmStepProps) {
  const move = useCommand(moveCase)
  const missing = Object.entries(missingFields(found))
  const warnings = caseWarnings(found, today())
  const shown = [...fieldGroups.basics, ...fieldGroups.forum, ...fieldGroups.people] satisfies (keyof CaseData)[]
  return (
    <div className="grid gap-4">
      {missing.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">Before the case can become active:</p>
          <ul className="mt-1 list-disc pl-5">
            {missing.map(([field, message]) => (
              <li key={field}>
                {message}{' '}
                <button
                  type="button"
                  className={`${linkClass} touch:block touch:min-h-11`}
                  onClick={() => onStep(findStep(field))}
                >
                  Go to {stepWords[findStep(field)]}
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
        <Button onClick={onDone}>Keep as draft</Button>
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
          Create active case
        </Button>
      </div>
    </div>
  )
}
