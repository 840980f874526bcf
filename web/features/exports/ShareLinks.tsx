import { Ellipsis, Trash2 } from 'lucide-react'
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
  IconButton,
  Menu,
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
import { expiryChoices, firstExpiry } from './builder/plan.ts'
import { useSend } from './useSend.ts'

export function LinkList({ item }: { item: Export }) {
  const [shown, setShown] = useState<ShareLink | null>(null)
  const revoke = useCommand(revokeShareLink)
  const close = (link: ShareLink) =>
    revoke.mutate(
      { params: { exportId: item.id, linkId: link.id }, input: {} },
      {
        onSuccess: () => toast({ title: 'Link revoked', description: `${describeLink(link)} no longer works.` }),
        onError: (error) =>
          toast({ title: 'Couldn’t revoke link', description: describeError(error), variant: 'destructive' }),
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
                {link.hasEmailCode && <Badge tone="success">Email code</Badge>}
              </p>
              <p className="tabular text-sm break-words text-ink-2">{describeFacts(link)}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button aria-label={`View access to ${describeLink(link)}`} onClick={() => setShown(link)}>
                View access
              </Button>
              {item.status === 'ready' && link.mayRevoke && mayReopen(link) && (
                <Menu
                  trigger={
                    <IconButton
                      label={`Actions for ${describeLink(link)}`}
                      icon={<Ellipsis className="size-4" />}
                      disabled={revoke.isPending && revoke.variables.params.linkId === link.id}
                    />
                  }
                  items={[
                    {
                      label: 'Revoke link',
                      icon: <Trash2 className="size-4" />,
                      danger: true,
                      onSelect: () => close(link),
                    },
                  ]}
                />
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

const mayReopen = ({ state }: ShareLink): boolean => state === 'open' || state === 'locked' || state === 'unavailable'

function describeFacts(link: ShareLink): string {
  const { downloads, maxDownloads, expiresAt, lastOpenedAt, createdBy } = link
  return [
    maxDownloads === null ? `Downloads: ${downloads}` : `${downloads} of ${maxDownloads} downloads`,
    ...(mayReopen(link) ? [`expires ${formatDateTime(expiresAt)}`] : []),
    lastOpenedAt === null ? 'never opened' : `last opened ${formatAgo(lastOpenedAt)}`,
    createdBy,
  ].join(' · ')
}

type AccessDialogProps = { exportId: string; link: ShareLink; name: string; onClose: () => void }

function AccessDialog({ exportId, link, name, onClose }: AccessDialogProps) {
  const accesses = useRead(listShareAccesses, { params: { exportId, linkId: link.id }, input: {} })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={name} description="Access log, newest first">
      <Loaded query={accesses} skeleton={<Skeleton className="h-24" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Not opened yet" />
          ) : (
            <ul aria-label="Access log" className="grid gap-2">
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

export function ShareDialog({ item, policy, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<{ link: ShareLink; url: string } | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={made ? 'Link created' : `Share “${item.title}”`}
      description={
        made
          ? `This address won’t be shown again.${made.link.hasPassword ? ' Send the password separately.' : ''}`
          : 'Anyone with the address (and the password, if you set one) can download the file without an account.'
      }
    >
      {made ? (
        <>
          <CopyText label="Copy address" text={made.url} />
          <p className="mt-2 text-sm text-ink-2">{`Expires ${formatDateTime(made.link.expiresAt)}`}</p>
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
        label="Label"
        required={false}
        maxLength={120}
        value={label}
        hint="For example, who it’s for. Only your team sees it."
        error={faults.fields.label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TextField
        label="Recipients"
        required={false}
        value={recipients}
        hint={
          emailCode
            ? 'Email addresses. Codes are sent only to these.'
            : 'Email addresses, for your records. No email is sent.'
        }
        error={faults.fields.recipients}
        onChange={(event) => setRecipients(event.target.value)}
      />
      <ReadNotice of={mail} what="Email settings" />
      {mail.data?.canMail && (
        <Checkbox
          label="Require a code sent by email"
          hint={`To open the link, a recipient enters their email address and a six-digit code that works for ${shareLimits.codeMinutes} minutes.`}
          checked={emailCode}
          onChange={(event) => setEmailCode(event.target.checked)}
        />
      )}
      <PasswordField
        label="Link password"
        value={password}
        required={policy.passwordRequired}
        hint={`Required once per browser session. ${shareLimits.wrongPasswords} wrong attempts lock the link for ${shareLimits.lockMinutes} minutes.`}
        error={faults.fields.password}
        onChange={setPassword}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label="Link expires after"
          value={expiry}
          options={expiryChoices(policy, { never: false })}
          hint="The link can’t outlast the file."
          error={faults.fields.expiresInHours}
          onChange={(event) => setExpiry(event.target.value)}
        />
        <TextField
          label="Download limit"
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
          Create link
        </Button>
      </DialogActions>
    </form>
  )
}

const linkWords: Record<LinkState, string> = {
  open: 'Open',
  locked: 'Locked after failed attempts',
  expired: 'Expired',
  revoked: 'Revoked',
  used_up: 'No downloads left',
  unavailable: 'Unavailable',
}
const linkTones: Record<LinkState, Tone> = {
  open: 'success',
  locked: 'warning',
  expired: 'neutral',
  revoked: 'danger',
  used_up: 'neutral',
  unavailable: 'warning',
}

const accessWords: Record<(typeof accessKinds)[number], string> = {
  page_opened: 'Opened the page',
  password_wrong: 'Wrong password',
  password_right: 'Correct password',
  code_sent: 'Code sent',
  code_refused: 'Code requested for an address not on the recipient list',
  code_wrong: 'Wrong code',
  code_right: 'Correct code',
  locked: 'Locked after failed attempts',
  downloaded: 'Downloaded',
  refused_used_up: 'Refused: no downloads left',
}
