import { type FormEvent, useState } from 'react'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import type { Export } from '#contract/exports/exports.ts'
import { readNotificationSettings } from '#contract/operations/notifications.ts'
import { createShareLink, type ShareLink, shareLimits } from '#contract/exports/share.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Checkbox, Dialog, DialogActions, Notice, ReadNotice, Select, TextField } from '#web/ui/kit.ts'
import { CopyText } from './CopyText.tsx'
import { expiryChoices, firstExpiry } from './expiry.ts'
import { PasswordField } from './PasswordField.tsx'
import { useSend } from './useSend.ts'

type ShareDialogProps = { item: Export; policy: ExportPolicy; onClose: () => void }

/** Makes a link and shows its address: it exists in plain text only here, until the dialog closes. */
export function ShareDialog({ item, policy, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<{ link: ShareLink; url: string } | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={made ? 'Link made' : `Share “${item.title}”`}
      description={
        made
          ? `This address is shown once and cannot be read again.${made.link.hasPassword ? ' Send the password another way.' : ''}`
          : 'Whoever has the address, and the password if there is one, can download the file without an account.'
      }
    >
      {made ? (
        <>
          <CopyText label="Copy the address" text={made.url} />
          <p className="mt-2 text-sm text-ink-2">{`Works until ${formatDateTime(made.link.expiresAt)}.`}</p>
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      ) : (
        <LinkForm item={item} policy={policy} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  )
}

const shownFields = ['label', 'recipients', 'password', 'expiresInHours', 'maxDownloads']

type LinkFormProps = ShareDialogProps & { onMade: (made: { link: ShareLink; url: string }) => void }

function LinkForm({ item, policy, onMade, onClose }: LinkFormProps) {
  const [label, setLabel] = useState('')
  const [recipients, setRecipients] = useState('')
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState(() => firstExpiry(policy))
  const [most, setMost] = useState('')
  const [emailCode, setEmailCode] = useState(false)
  const mail = useRead(readNotificationSettings, nothingElse)
  const { send, faults, busy } = useSend(createShareLink, shownFields, onMade)
  function submit(event: FormEvent) {
    event.preventDefault()
    send({
      params: { exportId: item.id },
      input: {
        label,
        recipients: recipients.split(/[\s,;]+/).filter(Boolean),
        ...(password !== '' && { password }),
        emailCode,
        expiresInHours: Number(expiry),
        maxDownloads: most === '' ? null : Number(most),
      },
    })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="For whom"
        required={false}
        maxLength={120}
        value={label}
        hint="In your own words; only your team sees it."
        error={faults.fields.label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextField
        label="Recipients"
        required={false}
        value={recipients}
        hint={
          emailCode
            ? 'E-mail addresses. A code can be sent to these and to no other.'
            : 'E-mail addresses, for the record. Nothing is sent to them.'
        }
        error={faults.fields.recipients}
        onChange={(event) => setRecipients(event.target.value)}
      />
      <ReadNotice of={mail} what="E-mail settings" />
      {mail.data?.canMail && (
        <Checkbox
          label="Ask for a code by e-mail"
          hint={`Who opens the link enters one of the recipients’ addresses, and gets six digits there that work for ${shareLimits.codeMinutes} minutes.`}
          checked={emailCode}
          onChange={(event) => setEmailCode(event.target.checked)}
        />
      )}
      <PasswordField
        label="Password of the link"
        value={password}
        required={policy.passwordRequired}
        hint={`Asked in every new browser session; ${shareLimits.wrongPasswords} wrong ones lock the link for ${shareLimits.lockMinutes} minutes.`}
        error={faults.fields.password}
        onChange={setPassword}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Link ends after"
          value={expiry}
          options={expiryChoices(policy, { never: false })}
          hint="And never later than the file."
          error={faults.fields.expiresInHours}
          onChange={(event) => setExpiry(event.target.value)}
        />
        <TextField
          label="Downloads at most"
          required={false}
          type="number"
          inputMode="numeric"
          min={1}
          max={shareLimits.maxDownloads}
          value={most}
          error={faults.fields.maxDownloads}
          onChange={(event) => setMost(event.target.value)}
        />
      </div>
      {faults.other !== null && (
        <Notice tone="danger" alert>
          {faults.other}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Make the link
        </Button>
      </DialogActions>
    </form>
  )
}
