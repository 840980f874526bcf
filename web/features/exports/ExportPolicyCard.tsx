import { useState } from 'react'
import { type ExportPolicy, readExportPolicy, saveExportPolicy } from '#contract/exports/policy.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Checkbox, Skeleton, TextField } from '#web/ui/kit.ts'

const mostDays = 365

export function ExportPolicyCard({ isReadOnly }: { isReadOnly: boolean }) {
  const policy = useRead(readExportPolicy, nothingElse)
  return (
    <Card title="Exports and links">
      <Loaded query={policy} skeleton={<Skeleton className="h-48" />}>
        {(saved) => <PolicyForm saved={saved} isReadOnly={isReadOnly} />}
      </Loaded>
    </Card>
  )
}

/** Holds only the user's edits, so the other fields show changes saved by colleagues. */
function PolicyForm({ saved, isReadOnly }: { saved: ExportPolicy; isReadOnly: boolean }) {
  const [written, setWritten] = useState<Partial<ExportPolicy>>({})
  const [days, setDays] = useState<string | null>(null)
  const save = useCommand(saveExportPolicy)
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const policy = { ...saved, ...written }
  const shownDays = days ?? String(saved.maxExpiryDays)
  const set = (change: Partial<ExportPolicy>) => setWritten({ ...written, ...change })
  function handleSaved() {
    const isNewer = ([name, value]: [string, unknown]) => written[name as keyof ExportPolicy] !== value
    setWritten((now) => Object.fromEntries(Object.entries(now).filter(isNewer)))
    setDays((now) => (now === days ? null : now))
    toast({ title: 'Export policy saved' })
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: {}, input: { ...policy, maxExpiryDays: Number(shownDays) } }, { onSuccess: handleSaved })
      }}
    >
      {Object.keys(fields).length === 0 && <Failure of={save.error} />}
      <Checkbox
        label="Require a password for every export and link"
        hint="The password encrypts the file and is required to open a link. Links without one stop working."
        checked={policy.passwordRequired}
        disabled={isReadOnly}
        onChange={(event) => set({ passwordRequired: event.target.checked })}
      />
      <Checkbox
        label="Allow sharing exports by link"
        hint="Turning this off immediately disables all links, including existing ones."
        checked={policy.allowLinks}
        disabled={isReadOnly}
        onChange={(event) => set({ allowLinks: event.target.checked })}
      />
      <TextField
        label="Keep exports and links for up to (days)"
        type="number"
        inputMode="numeric"
        min={1}
        max={mostDays}
        value={shownDays}
        disabled={isReadOnly}
        error={fields.maxExpiryDays}
        hint="Files are destroyed when they expire. Enter 1 to 365."
        onChange={(event) => setDays(event.target.value)}
      />
      <Checkbox
        label="Allow exports that never expire"
        hint="Links always expire."
        checked={policy.allowNever}
        disabled={isReadOnly}
        onChange={(event) => set({ allowNever: event.target.checked })}
      />
      {!isReadOnly && (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save export policy
          </Button>
        </div>
      )}
    </form>
  )
}
