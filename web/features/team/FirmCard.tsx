import { forums } from '#contract/jurisdictions.data.ts'
import { changeFirm, type FirmSettings, readFirm, retentionLimits } from '#contract/team.ts'
import { useState } from 'react'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError, sentenceOf } from '#web/platform/apiError.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((each) => each !== 'UTC')]

export function FirmCard() {
  const firm = useRead(readFirm, nothingElse)
  return (
    <Card title="Firm">
      <Loaded query={firm} skeleton={<Skeleton className="h-40" />}>
        {(settings) => <FirmForm settings={settings} />}
      </Loaded>
    </Card>
  )
}

function FirmForm({ settings }: { settings: FirmSettings }) {
  const [data, setData] = useState(settings)
  const change = useCommand(changeFirm)
  const fields = change.error instanceof ApiError ? change.error.fields : {}
  const set = (patch: Partial<FirmSettings>) => setData((old) => ({ ...old, ...patch }))
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ params: {}, input: data }, { onSuccess: () => toast({ title: 'Firm Updated' }) })
      }}
    >
      {change.error && Object.keys(fields).length === 0 && (
        <div className="sm:col-span-2">
          <Notice tone="danger" alert>
            {sentenceOf(change.error)}
          </Notice>
        </div>
      )}
      <TextField
        label="Name of the firm"
        value={data.name}
        error={fields.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Select
        label="Time zone"
        value={data.timeZone}
        error={fields.timeZone}
        options={timeZones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        onChange={(event) => set({ timeZone: event.target.value })}
      />
      <Select
        label="Usual forum"
        required={false}
        hint="What a new case starts with."
        value={data.defaultForumId ?? ''}
        placeholder="None"
        options={forums.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => set({ defaultForumId: event.target.value || null })}
      />
      <TextField
        label="Days that an archived case is kept"
        type="number"
        min={retentionLimits.minDays}
        max={retentionLimits.maxDays}
        hint="Counted from its closing. Then it is deleted with its videos."
        value={Number.isNaN(data.retentionDays) ? '' : data.retentionDays}
        error={fields.retentionDays}
        onChange={(event) => set({ retentionDays: event.target.valueAsNumber })}
      />
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" variant="primary" busy={change.isPending}>
          Save the firm
        </Button>
      </div>
    </form>
  )
}
