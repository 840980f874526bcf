import { useState } from 'react'
import type { Export } from '#contract/exports/exports.ts'
import { revokeShareLink, type ShareLink } from '#contract/exports/share.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatAgo, formatDateTime } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button } from '#web/ui/kit.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { linkTones, linkWords } from './exportWords.ts'

/** The links to one export: how each stands, who used it, and its end. */
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
