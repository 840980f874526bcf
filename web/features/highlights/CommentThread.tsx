import {
  createHighlightComment,
  type HighlightComment,
  listHighlightComments,
} from '#contract/highlights/highlights.ts'
import { useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useCommandForm } from '#web/platform/form.tsx'
import { formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, Skeleton } from '#web/ui/kit.ts'
import { MentionArea } from './MentionArea.tsx'

type CommentThreadProps = { highlightId: string; caseId: string; mayComment: boolean }

export function CommentThread({ highlightId, caseId, mayComment }: CommentThreadProps) {
  const comments = useRead(listHighlightComments, { params: { highlightId }, input: {} })
  return (
    <div className="mt-2 grid gap-2 border-t border-line pt-2">
      <Loaded query={comments} skeleton={<Skeleton className="h-8" />}>
        {(list) => <Comments list={list} />}
      </Loaded>
      {mayComment && <CommentForm highlightId={highlightId} caseId={caseId} />}
    </div>
  )
}

function Comments({ list }: { list: readonly HighlightComment[] }) {
  if (list.length === 0) return <p className="text-sm text-ink-3">No comments yet.</p>
  return (
    <ul className="grid gap-2">
      {list.map(({ id, text, by, at }) => (
        <li key={id} className="text-sm">
          <p className="text-ink-3">{`${by} · ${formatDateTime(at)}`}</p>
          <p className="break-words whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ul>
  )
}

function CommentForm({ highlightId, caseId }: { highlightId: string; caseId: string }) {
  const form = useCommandForm(createHighlightComment, {
    defaults: { text: '' },
    params: { highlightId },
    onDone: () => form.reset(),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="grid gap-2">
      <MentionArea
        {...form.field('text')}
        caseId={caseId}
        label="Comment"
        hint="@ names somebody of the case."
        rows={2}
      />
      <Failure of={form.failure} />
      <div>
        <Button type="submit" busy={form.busy}>
          Add comment
        </Button>
      </div>
    </form>
  )
}
