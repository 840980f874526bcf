import { useState } from 'react'
import { type ExportPolicy, readExportPolicy, saveExportPolicy } from '#contract/exports/policy.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Card, Checkbox, Skeleton, TextField } from '#web/ui/kit.ts'

/** As the contract has it. */
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

/** What is written here lies over what is saved, so what a colleague saves meanwhile comes in beside it. */
function PolicyForm({ saved, isReadOnly }: { saved: ExportPolicy; isReadOnly: boolean }) {
  const [written, setWritten] = useState<Partial<ExportPolicy>>({})
  const [days, setDays] = useState<string | null>(null)
  const save = useCommand(saveExportPolicy)
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const policy = { ...saved, ...written }
  const shownDays = days ?? String(saved.maxExpiryDays)
  const set = (change: Partial<ExportPolicy>) => setWritten({ ...written, ...change })
  // What was changed while the answer was under way stays.
  function handleSaved() {
    const isNewer = ([name, value]: [string, unknown]) => written[name as keyof ExportPolicy] !== value
    setWritten((now) => Object.fromEntries(Object.entries(now).filter(isNewer)))
    setDays((now) => (now === days ? null : now))
    toast({ title: 'Export Policy Saved' })
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
        label="Every export and every link needs a password"
        hint="The file itself is encrypted with it, and the page of a link asks for it."
        checked={policy.passwordRequired}
        disabled={isReadOnly}
        onChange={(event) => set({ passwordRequired: event.target.checked })}
      />
      <Checkbox
        label="Exports may be shared by link"
        hint="Without it every link closes at once, also those that were made before."
        checked={policy.allowLinks}
        disabled={isReadOnly}
        onChange={(event) => set({ allowLinks: event.target.checked })}
      />
      <TextField
        label="Days that exports and links are kept at most"
        type="number"
        inputMode="numeric"
        min={1}
        max={mostDays}
        value={shownDays}
        disabled={isReadOnly}
        error={fields.maxExpiryDays}
        hint="When its time is over, a file is destroyed. From 1 to 365."
        onChange={(event) => setDays(event.target.value)}
      />
      <Checkbox
        label="Exports may be kept without an end"
        hint="Links end all the same."
        checked={policy.allowNever}
        disabled={isReadOnly}
        onChange={(event) => set({ allowNever: event.target.checked })}
      />
      {!isReadOnly && (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save Export Policy
          </Button>
        </div>
      )}
    </form>
  )
}
