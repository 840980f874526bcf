import { forums } from '#law/forums/forums.data.ts'
import { changeFirm, type FirmSettings, readFirm, retentionLimits } from '#contract/account/team.ts'
import { useState } from 'react'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useAccount } from '#web/platform/session.ts'
import { timeZones } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Select, Skeleton, TextField } from '#web/ui/kit.ts'

export function FirmCard() {
  const { role } = useAccount()
  const firm = useRead(readFirm, nothingElse)
  return (
    <Card title="Firm">
      <Loaded query={firm} skeleton={<Skeleton className="h-40" />}>
        {(settings) => <FirmForm settings={settings} isReadOnly={role !== 'administrator'} />}
      </Loaded>
    </Card>
  )
}

type Shown = Pick<FirmSettings, 'name' | 'timeZone' | 'defaultForumId' | 'retentionDays'>

function FirmForm({ settings, isReadOnly }: { settings: Shown; isReadOnly: boolean }) {
  const { name, timeZone, defaultForumId, retentionDays } = settings
  const [data, setData] = useState<Shown>({ name, timeZone, defaultForumId, retentionDays })
  const change = useCommand(changeFirm)
  const fields = change.error instanceof ApiError ? change.error.fields : {}
  const set = (patch: Partial<Shown>) => setData((old) => ({ ...old, ...patch }))
  return (
    <form
      noValidate
      className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ params: {}, input: data }, { onSuccess: () => toast({ title: 'Firm updated' }) })
      }}
    >
      {change.error && Object.keys(fields).length === 0 && (
        <div className="sm:col-span-2">
          <Failure of={change.error} />
        </div>
      )}
      <TextField
        label="Firm name"
        value={data.name}
        disabled={isReadOnly}
        error={fields.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Select
        label="Time zone"
        value={data.timeZone}
        disabled={isReadOnly}
        error={fields.timeZone}
        options={timeZones}
        onChange={(event) => set({ timeZone: event.target.value })}
      />
      <Select
        label="Default forum"
        required={false}
        hint="Preselected for new cases."
        value={data.defaultForumId ?? ''}
        disabled={isReadOnly}
        placeholder="None"
        options={forums.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => set({ defaultForumId: event.target.value || null })}
      />
      <TextField
        label="Keep archived cases for (days)"
        type="number"
        disabled={isReadOnly}
        min={retentionLimits.minDays}
        max={retentionLimits.maxDays}
        hint="Counted from the day a case closes, and at least 7 days from archiving. Then the case and its videos are deleted."
        value={Number.isNaN(data.retentionDays) ? '' : data.retentionDays}
        error={fields.retentionDays}
        onChange={(event) => set({ retentionDays: event.target.valueAsNumber })}
      />
      {!isReadOnly && (
        <div className="flex justify-end sm:col-span-2">
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save firm
          </Button>
        </div>
      )}
    </form>
  )
}
