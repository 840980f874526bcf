import { listShareAccesses, type ShareLink } from '#contract/exports/share.ts'
import { useRead } from '#web/platform/api.ts'
import { describeBrowser, formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Dialog, EmptyState, Skeleton } from '#web/ui/kit.ts'
import { accessWords } from './exportWords.ts'

type AccessDialogProps = { exportId: string; link: ShareLink; name: string; onClose: () => void }

export function AccessDialog({ exportId, link, name, onClose }: AccessDialogProps) {
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
