import { useState, type FormEvent } from 'react'
import type { Export } from '#contract/exports/exports.ts'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import {
  revokeShareLink,
  type ShareLink,
  listShareAccesses,
  createShareLink,
  shareLimits,
  type accessKinds,
  type LinkState,
} from '#contract/exports/share.ts'
import { readNotificationSettings } from '#contract/operations/notifications.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useCommand, useRead, nothingElse } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatAgo, formatDateTime, describeBrowser } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import {
  Badge,
  Button,
  Dialog,
  EmptyState,
  Skeleton,
  Checkbox,
  DialogActions,
  Notice,
  ReadNotice,
  Select,
  TextField,
  type Tone,
} from '#web/ui/kit.ts'
import { CopyText } from './CopyText.tsx'
import { PasswordField } from './PasswordField.tsx'
import { expiryChoices, firstExpiry } from './plan.ts'
import { useSend } from './useSend.ts'

export function LinkList({ item }: { item: Export }) {
  const [shown, setShown] = useState<ShareLink | null>(null)
  const revoke = useCommand(revokeShareLink)
  const close = (link: ShareLink) =>
    revoke.mutate(
      { params: { exportId: item.id, linkId: link.id }, input: {} },
      {
        onSuccess: () => toast({ title: 'Link Revoked', description: `${describeLink(link)} opens nothing any more.` }),
        onError: (error) => toast({ title: 'Not Revoked', description: describeError(error), variant: 'destructive' }),
      },
    )
  return (
    <>
      <ul aria-label={`Links to ${item.title}`} className="grid gap-4 border-t border-line pt-3">
        {item.links.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center justify-between gap-2">
            <div className="min-w-0 flex-1 basis-72">
              <p className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 font-medium wrap-anywhere">{describeLink(link)}</span>
                <Badge tone={linkTones[link.state]}>{linkWords[link.state]}</Badge>
                {link.hasPassword && <Badge tone="success">Password</Badge>}
                {link.hasEmailCode && <Badge tone="success">Code by e-mail</Badge>}
              </p>
              <p className="tabular text-sm break-words text-ink-2">{describeFacts(link)}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button aria-label={`Who opened ${describeLink(link)}`} onClick={() => setShown(link)}>
                Who opened it
              </Button>
              {item.may.revoke && (link.state === 'open' || link.state === 'locked') && (
                <Button
                  aria-label={`Revoke ${describeLink(link)}`}
                  busy={revoke.isPending && revoke.variables.params.linkId === link.id}
                  onClick={() => close(link)}
                >
                  Revoke
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {shown && (
        <AccessDialog exportId={item.id} link={shown} name={describeLink(shown)} onClose={() => setShown(null)} />
      )}
    </>
  )
}

const describeLink = ({ label, recipients }: ShareLink): string =>
  label !== '' ? `Link for ${label}` : recipients.length > 0 ? `Link for ${recipients.join(', ')}` : 'Link'

function describeFacts({ downloads, maxDownloads, expiresAt, state, lastOpenedAt, createdBy }: ShareLink): string {
  return [
    maxDownloads === null ? `${downloads} downloaded` : `${downloads} of ${maxDownloads} downloads`,
    ...(state === 'open' || state === 'locked' ? [`ends ${formatDateTime(expiresAt)}`] : []),
    lastOpenedAt === null ? 'never opened' : `last opened ${formatAgo(lastOpenedAt)}`,
    createdBy,
  ].join(' · ')
}

type AccessDialogProps = { exportId: string; link: ShareLink; name: string; onClose: () => void }

function AccessDialog({ exportId, link, name, onClose }: AccessDialogProps) {
  const accesses = useRead(listShareAccesses, { params: { exportId, linkId: link.id }, input: {} })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={name} description="Who opened it, newest first.">
      <Loaded query={accesses} skeleton={<Skeleton className="h-24" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Nobody has opened it yet" />
          ) : (
            <ul aria-label="Openings" className="grid gap-2">
              {list.map((each) => (
                <li key={`${each.at} ${each.kind}`} className="border-b border-line pb-2">
                  <p className="font-medium">{accessWords[each.kind]}</p>
                  <p className="tabular text-sm break-words text-ink-2">
                    {[formatDateTime(each.at), each.recipient, each.ip, describeBrowser(each.browser)]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

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

const linkWords: Record<LinkState, string> = {
  open: 'Open',
  locked: 'Locked after wrong tries',
  expired: 'Expired',
  revoked: 'Revoked',
  used_up: 'No downloads left',
}
const linkTones: Record<LinkState, Tone> = {
  open: 'success',
  locked: 'warning',
  expired: 'neutral',
  revoked: 'danger',
  used_up: 'neutral',
}

const accessWords: Record<(typeof accessKinds)[number], string> = {
  page_opened: 'Opened the page',
  password_wrong: 'Wrong password',
  password_right: 'Right password',
  code_sent: 'Code sent',
  code_refused: 'Code asked for by an address that is not a recipient',
  code_wrong: 'Wrong code',
  code_right: 'Right code',
  locked: 'Locked after wrong tries',
  downloaded: 'Downloaded',
  refused_used_up: 'Refused: no downloads left',
}
