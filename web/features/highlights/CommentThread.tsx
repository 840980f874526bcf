/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a <select> can't follow the text cursor; the text area handles the keys */
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { listCaseMembers } from '#contract/cases/members.ts'
import {
  createHighlightComment,
  type HighlightComment,
  listHighlightComments,
} from '#contract/highlights/highlights.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useRead } from '#web/platform/api.ts'
import { useCommandForm } from '#web/platform/form.tsx'
import { formatDateTime } from '#web/platform/format.ts'
import { Button, Skeleton, cx, ReadNotice, TextArea } from '#web/ui/kit.ts'

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
        hint="Type @ to mention someone on this case."
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

const none: readonly string[] = []

function MentionArea({ caseId, ...props }: ComponentProps<typeof TextArea> & { caseId: string }) {
  const listId = useId()
  const [mention, setMention] = useState<Mention | null>(null)
  // Start of the mention whose list was closed. That list stays closed until the next "@".
  const [settled, setSettled] = useState<number | null>(null)
  const [selected, setSelected] = useState(0)
  const members = useRead(listCaseMembers, { params: { caseId }, input: {} }, { enabled: mention !== null })
  const isOpen = mention !== null && mention.from !== settled
  const names = isOpen
    ? matchNames(
        (members.data ?? []).filter((each) => !each.isExpired).map(({ name }) => name),
        mention.typed,
      )
    : none
  const current = Math.min(selected, Math.max(0, names.length - 1))
  const optionId = (index: number) => `${listId}-${index}`

  function follow({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null
    if (found?.typed !== mention?.typed) setSelected(0)
    if (!found) setSettled(null)
    setMention(found)
  }

  function take(area: HTMLTextAreaElement, name: string) {
    if (!mention) return
    setSettled(mention.from)
    area.setRangeText(`@${name} `, mention.from, area.selectionStart, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (names.length === 0 || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setSelected((current + step + names.length) % names.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(event.currentTarget, names[current]!)
    else if (event.key === 'Escape') setSettled(mention?.from ?? null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="grid gap-1">
      <TextArea
        {...props}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={names.length > 0 ? listId : undefined}
        aria-activedescendant={names.length > 0 ? optionId(current) : undefined}
        autoComplete="off"
        onSelect={(event) => follow(event.currentTarget)}
        onKeyDown={handleKeyDown}
        onBlur={(event) => {
          setMention(null)
          props.onBlur?.(event)
        }}
      />
      {isOpen && <ReadNotice of={members} what="Case members" />}
      {names.length > 0 && (
        <div
          role="listbox"
          id={listId}
          aria-label="Case members"
          className="max-h-48 overflow-y-auto rounded-control border border-line-strong bg-surface p-1"
        >
          {names.map((name, index) => (
            <div
              key={name}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                const area = document.activeElement
                if (area instanceof HTMLTextAreaElement) take(area, name)
              }}
              className={cx(
                'flex min-h-8 cursor-pointer items-center rounded-control px-2 text-sm break-words touch:min-h-11',
                index === current ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              {name}
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen &&
          names.length > 0 &&
          `${names.length} case members. Use the arrow keys to move through the list and Enter to select.`}
      </p>
    </div>
  )
}

type Mention = {
  from: number
  typed: string
}

const longest = 60
const most = 8

/** Returns the "@" mention before the caret, or null. An "@" inside a word, such as an email address, doesn't count. */
export function mentionAt(text: string, caret: number): Mention | null {
  const before = text.slice(Math.max(0, caret - longest - 1), caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || before.includes('\n', at)) return null
  const from = caret - before.length + at
  if (/[\p{L}\p{N}]/u.test(text[from - 1] ?? '')) return null
  return { from, typed: before.slice(at + 1) }
}

export function matchNames(names: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase()
  const rank = (name: string): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    return lower.split(/[\s,]+/).some((word) => wanted !== '' && word.startsWith(wanted)) ? 1 : 2
  }
  return [...new Set(names)]
    .map((name) => ({ name, rank: rank(name) }))
    .filter((each) => each.rank < 2)
    .toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name)
}
