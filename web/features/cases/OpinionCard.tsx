import type { OpenCase } from '#contract/cases/cases.ts'
import { readCaseOpinion, switchCaseOpinion } from '#contract/findings/opinions.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Card, Checkbox, ReadNotice } from '#web/ui/kit.ts'

export function OpinionCard({ found }: { found: OpenCase }) {
  const params = { caseId: found.id }
  const opinion = useRead(readCaseOpinion, { params, input: {} })
  const change = useCommand(switchCaseOpinion)
  const isFixed = !found.may.askOpinion || change.isPending
  if (!opinion.data) return <ReadNotice of={opinion} what="Second opinion" />
  const { enabled, agreedOnly, service } = opinion.data
  if (service === null && !enabled && !agreedOnly) return null
  return (
    <Card title="Second opinion" className="lg:col-span-2">
      <div className="grid gap-4">
        <Failure of={change.error} />
        {(service !== null || enabled) && (
          <Checkbox
            label="Check findings with a language model"
            hint={`${service ? `Sends answers that have findings, and their questions, to ${service.model} at ${service.host}. ` : ''}It can explain findings or lower their severity. Applies to future analyses.`}
            checked={enabled}
            disabled={isFixed}
            onChange={(event) => change.mutate({ params, input: { enabled: event.target.checked } })}
          />
        )}
        {(service !== null || agreedOnly) && (
          <Checkbox
            label="Hide findings the second opinion disagrees with"
            hint="Hides other suggestions on the highlights page. Highlights that people marked or confirmed stay visible."
            checked={agreedOnly}
            disabled={isFixed}
            onChange={(event) => change.mutate({ params, input: { agreedOnly: event.target.checked } })}
          />
        )}
      </div>
    </Card>
  )
}
