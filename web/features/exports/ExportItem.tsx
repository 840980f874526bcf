import { Download, Ellipsis, Info, Link2, RotateCw, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { cancelExport, type Export, type ExportStatus, revokeExport, rerunExport } from '#contract/exports/exports.ts'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import { exportSpecs } from '#contract/exports/templates.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatAgo, formatBytes, formatCount, formatDate, formatPercent, formatTimeLeft } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import {
  Badge,
  Button,
  buttonClass,
  IconButton,
  Menu,
  ProgressBar,
  StatusBadge,
  type StatusKind,
  Dialog,
  DialogActions,
  TextField,
  Notice,
  Select,
} from '#web/ui/kit.ts'
import { CopyText } from './CopyText.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { FilmField, useFilmLink } from './builder/FilmField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { LinkList, ShareDialog } from './ShareLinks.tsx'
import { expiryChoices, firstExpiry, toHours } from './builder/plan.ts'
import { useSend } from './useSend.ts'

const hashChars = 12

type Asking = 'share' | 'rerun' | 'revoke' | 'details' | null

export function ExportItem({ item, policy }: { item: Export; policy: ExportPolicy }) {
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  return (
    <li id={item.id} className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-bold break-words">{item.title}</h3>
          <p className="tabular text-sm break-words text-ink-2">{describeFacts(item)}</p>
        </div>
        <StatusBadge kind={statusKinds[item.status]}>{statusWords[item.status]}</StatusBadge>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex flex-wrap gap-1">
          <Badge>{exportSpecs[item.type].word}</Badge>
          {item.hasPassword && <Badge tone="success">Password</Badge>}
          {item.options.includePrivileged && <Badge tone="warning">Privileged</Badge>}
          {item.options.includeSuggestions && (
            <Badge tone="info" dashed>
              Includes suggestions
            </Badge>
          )}
          {item.film !== null && <Badge tone="info">Links to video</Badge>}
          {!item.options.redactNames && <Badge tone="warning">Includes juror names</Badge>}
        </p>
        {item.sha256 !== null && (
          <p className="flex items-center gap-1 text-sm text-ink-3">
            SHA-256
            <CopyText
              label={`Copy SHA-256 of ${item.filename}`}
              text={item.sha256}
              shown={`${item.sha256.slice(0, hashChars)}…`}
            />
          </p>
        )}
      </div>
      {item.status === 'running' && <Progress item={item} />}
      {item.failure !== null && <p className="text-danger-fg">{item.failure}</p>}
      <Actions item={item} onAsk={setAsking} />
      {item.links.length > 0 && <LinkList item={item} />}
      {asking === 'share' && <ShareDialog item={item} policy={policy} onClose={close} />}
      {asking === 'rerun' && <RerunDialog item={item} policy={policy} onClose={close} />}
      {asking === 'revoke' && <RevokeDialog item={item} onClose={close} />}
      {asking === 'details' && <DetailsDialog item={item} onClose={close} />}
    </li>
  )
}

function describeFacts(item: Export): string {
  return [
    ...(item.sizeBytes === null ? [] : [formatBytes(item.sizeBytes)]),
    `${item.createdBy}, ${formatAgo(item.createdAt)}`,
    ...(item.status === 'ready'
      ? [
          item.downloads === 1 ? '1 download' : `${formatCount(item.downloads)} downloads`,
          item.expiresAt === null ? 'no expiration' : `expires ${formatDate(item.expiresAt)}`,
        ]
      : []),
  ].join(' · ')
}

function Progress({ item }: { item: Export }) {
  const { progress } = item
  const left = progress?.secondsLeft ?? null
  return (
    <div className="grid gap-1">
      <ProgressBar label={`Exporting ${item.title}`} value={progress && progress.fraction * 100} />
      <p className="tabular text-sm text-ink-2">
        {[
          progress?.step,
          progress && formatPercent(progress.fraction),
          left !== null && `about ${formatTimeLeft(left)} left`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
    </div>
  )
}

function Actions({ item, onAsk }: { item: Export; onAsk: (what: Asking) => void }) {
  const cancel = useCommand(cancelExport)
  const { may } = item
  const stop = () =>
    cancel.mutate(
      { params: { exportId: item.id }, input: {} },
      {
        onError: (error) =>
          toast({ title: 'Couldn’t cancel export', description: describeError(error), variant: 'destructive' }),
      },
    )
  const rerun = { label: 'Export again', icon: <RotateCw className="size-4" />, onSelect: () => onAsk('rerun') }
  const isMain = may.download || may.cancel
  return (
    <div className="flex flex-wrap items-center gap-2">
      {may.download && (
        <a href={`/api/exports/${item.id}/file`} download={item.filename} className={buttonClass()}>
          <Download className="size-4" aria-hidden="true" /> Download
        </a>
      )}
      {may.cancel && (
        <Button busy={cancel.isPending} onClick={stop}>
          Cancel
        </Button>
      )}
      {may.rerun && !isMain && (
        <Button icon={rerun.icon} onClick={rerun.onSelect}>
          {rerun.label}
        </Button>
      )}
      {may.share && (
        <Button variant="quiet" icon={<Link2 className="size-4" />} onClick={() => onAsk('share')}>
          Create link
        </Button>
      )}
      <span className="ml-auto">
        <Menu
          trigger={<IconButton label={`Actions for ${item.title}`} icon={<Ellipsis className="size-4" />} />}
          items={[
            ...(may.rerun && isMain ? [rerun] : []),
            { label: 'Details', icon: <Info className="size-4" />, onSelect: () => onAsk('details') },
            ...(may.revoke
              ? [
                  {
                    label: 'Revoke and delete',
                    icon: <Trash2 className="size-4" />,
                    danger: true,
                    separated: true,
                    onSelect: () => onAsk('revoke'),
                  },
                ]
              : []),
          ]}
        />
      </span>
    </div>
  )
}

const reasonChars = 500

function RevokeDialog({ item, onClose }: { item: Export; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const revoke = useCommand(revokeExport)
  const run = () =>
    revoke.mutate(
      { params: { exportId: item.id }, input: { reason } },
      {
        onSuccess: () => {
          onClose()
          toast({ title: 'Export revoked', description: `${item.title} and its links no longer work.` })
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${item.title}”?`}
      description="The file is destroyed and all links to it stop working immediately. This can’t be undone. Copies already downloaded aren’t affected."
    >
      <TextField
        label="Reason"
        required={false}
        maxLength={reasonChars}
        value={reason}
        hint="Saved in the case activity log."
        onChange={(event) => setReason(event.target.value)}
      />
      {revoke.error && (
        <div className="mt-3">
          <Failure of={revoke.error} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Keep export</Button>
        <Button variant="danger" busy={revoke.isPending} onClick={run}>
          Revoke and delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const statusWords: Record<ExportStatus, string> = {
  queued: 'Queued',
  running: 'Exporting',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Canceled',
  expired: 'Expired',
  revoked: 'Revoked',
}
const statusKinds: Record<ExportStatus, StatusKind> = {
  queued: 'waiting',
  running: 'busy',
  ready: 'done',
  failed: 'failed',
  cancelled: 'waiting',
  expired: 'waiting',
  revoked: 'failed',
}

type RerunDialogProps = { item: Export; policy: ExportPolicy; onClose: () => void }

function RerunDialog({ item, policy, onClose }: RerunDialogProps) {
  const [password, setPassword] = useState('')
  const [expiry, setExpiry] = useState(() => firstExpiry(policy))
  const film = useFilmLink(policy, item, true)
  const { send, faults, busy } = useSend(rerunExport, ['password', 'expiresInHours', 'filmLink'], () => {
    onClose()
    toast({ title: 'Export started', description: item.title })
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
      title={`Export “${item.title}” again?`}
      description="Uses the same options with the case’s current data. The earlier file isn’t changed."
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {film.opens && (
          <div className="grid gap-2">
            {item.film !== null && (
              <p>{`The link to “${item.film.title}” wasn’t saved with the earlier file. Choose a link again.`}</p>
            )}
            <FilmField policy={policy} state={film} error={faults.fields.filmLink} />
          </div>
        )}
        <PasswordField
          value={password}
          required={item.hasPassword || policy.passwordRequired}
          hint={`${item.hasPassword ? 'The earlier password wasn’t stored. ' : ''}${exportSpecs[item.type].lock}`}
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
            Export again
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
