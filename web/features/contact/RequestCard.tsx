import { type ContactKind, type ContactRequest, handleContactRequest } from '#contract/operations/contact.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDateTime } from '#web/platform/format.ts'
import { Badge, Button, linkClass } from '#web/ui/kit.ts'

const kindWords: Record<ContactKind, string> = {
  demo: 'Live demo',
  trial: 'Free trial',
  support: 'Support',
  legal: 'Legal inquiry',
}

export function RequestCard({ request }: { request: ContactRequest }) {
  const { id, kind, name, email, firm, subject, message, createdAt, handledAt, handledBy } = request
  const handle = useCommand(handleContactRequest)
  const isHandled = handledAt !== null
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
  return (
    <article className="min-w-0 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={kind === 'legal' ? 'warning' : 'accent'}>{kindWords[kind]}</Badge>
        {isHandled && <Badge tone="success">{`Handled by ${handledBy ?? 'a former member'}`}</Badge>}
        <time dateTime={createdAt} className="tabular ml-auto text-sm text-ink-3">
          {formatDateTime(createdAt)}
        </time>
      </div>
      <h2 className="mt-2 text-lg font-bold wrap-anywhere">{subject}</h2>
      <p className="text-ink-2 wrap-anywhere">
        {firm === '' ? `${name}, ` : `${name}, ${firm}, `}
        <a href={answer} className={linkClass}>
          {email}
        </a>
      </p>
      <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{message}</p>
      {handle.error && (
        <div className="mt-3">
          <Failure of={handle.error} />
        </div>
      )}
      <Button
        className="mt-3"
        busy={handle.isPending}
        onClick={() => handle.mutate({ params: { requestId: id }, input: { handled: !isHandled } })}
      >
        {isHandled ? 'Reopen' : 'Mark as handled'}
      </Button>
    </article>
  )
}
