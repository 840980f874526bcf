import { type FormEvent, useState } from 'react'
import { exportSpecs } from '#contract/exports/templates.ts'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import { type Export, rerunExport } from '#contract/exports/exports.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, Notice, Select } from '#web/ui/kit.ts'
import { expiryChoices, firstExpiry, toHours } from './plan.ts'
import { FilmField, useFilmLink } from './FilmField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useSend } from './useSend.ts'

type RerunDialogProps = { item: Export; policy: ExportPolicy; onClose: () => void }

export function RerunDialog({ item, policy, onClose }: RerunDialogProps) {
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState(() => firstExpiry(policy))
  const film = useFilmLink(policy, item)
  const { send, faults, busy } = useSend(rerunExport, ['password', 'expiresInHours', 'filmLink'], () => {
    onClose()
    toast({ title: 'Making Export', description: item.title })
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const input = { ...(password !== '' && { password }), expiresInHours: toHours(expiry) }
    film.withAddress(rerunExport.input.safeParse(input).success, (filmLink) =>
      send({ params: { exportId: item.id }, input: { ...input, filmLink: filmLink ?? null } }),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make “${item.title}” again?`}
      description="With the same choices, from what the case holds now. The earlier file stays as it is."
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {film.opens && (
          <div className="grid gap-2">
            {item.film !== null && (
              <p>{`The timecodes of the earlier file open “${item.film.title}”. Its link was not kept: choose again.`}</p>
            )}
            <FilmField policy={policy} state={film} error={faults.fields.filmLink} />
          </div>
        )}
        <PasswordField
          value={password}
          required={item.hasPassword || policy.passwordRequired}
          hint={`${item.hasPassword ? 'The earlier one was not kept. ' : ''}${exportSpecs[item.type].lock}`}
          error={faults.fields.password}
          onChange={setPassword}
        />
        <Select
          label="Delete the file after"
          value={expiry}
          options={expiryChoices(policy, { never: true })}
          error={faults.fields.expiresInHours}
          onChange={(event) => setExpiry(event.target.value)}
        />
        {faults.other !== null && (
          <Notice tone="danger" alert>
            {faults.other}
          </Notice>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy || film.busy}>
            Make again
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
