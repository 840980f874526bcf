import type { ComponentProps } from 'react'
import { addEndpoint, editEndpoint, type EndpointRecord, monitorMethods } from '#contract/operations/operations.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, Dialog, DialogActions, Select, TextField } from '#web/ui/kit.ts'

type EndpointDialogProps = {
  /** The registered address to change; null to add one. */
  endpoint: EndpointRecord | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function EndpointDialog({ endpoint, open, onOpenChange }: EndpointDialogProps) {
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={endpoint ? 'Edit Endpoint' : 'Add Endpoint'}
      description="An address of this machine, or of a host the operator has allowed, that is asked once a minute."
    >
      {endpoint ? <EditForm endpoint={endpoint} onDone={close} /> : <AddForm onDone={close} />}
    </Dialog>
  )
}

function AddForm({ onDone }: { onDone: () => void }) {
  const form = useCommandForm(addEndpoint, { defaults: { url: '', method: 'GET' }, onDone })
  return (
    <CommandForm form={form}>
      <Fields url={form.field('url')} method={form.field('method')} />
      <Actions busy={form.busy} label={form.busy ? 'Adding...' : 'Add Endpoint'} onCancel={onDone} />
    </CommandForm>
  )
}

function EditForm({ endpoint, onDone }: { endpoint: EndpointRecord; onDone: () => void }) {
  const form = useCommandForm(editEndpoint, {
    params: { id: endpoint.id },
    defaults: {
      url: endpoint.url ?? '',
      method: monitorMethods.find((each) => each === endpoint.method) ?? 'GET',
      version: endpoint.version ?? 0,
    },
    onDone,
  })
  return (
    <CommandForm form={form}>
      <Fields url={form.field('url')} method={form.field('method')} />
      <Actions busy={form.busy} label={form.busy ? 'Saving…' : 'Save'} onCancel={onDone} />
    </CommandForm>
  )
}

type FieldsProps = {
  url: Pick<ComponentProps<typeof TextField>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'error'>
  method: Pick<ComponentProps<typeof Select>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'error'>
}

function Fields({ url, method }: FieldsProps) {
  return (
    <>
      <TextField {...url} label="Address" type="url" placeholder="http://127.0.0.1:8080/health" required />
      <Select
        {...method}
        label="Method"
        hint="Only methods that change nothing."
        options={monitorMethods.map((value) => ({ value, label: value }))}
      />
    </>
  )
}

function Actions({ busy, label, onCancel }: { busy: boolean; label: string; onCancel: () => void }) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </DialogActions>
  )
}
