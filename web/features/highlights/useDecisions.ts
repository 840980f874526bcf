import { type InfiniteData, type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  decideHighlights,
  type DismissReason,
  type Highlight,
  type HighlightStatus,
  listHighlights,
  updateHighlight,
} from '#contract/highlights/highlights.ts'
import { type Reel, readReel } from '#contract/highlights/reels.ts'
import { dismissReasonWords, severityWords } from '#contract/highlights/words.ts'
import { invalidateNouns } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'

type Items = readonly Highlight[]
type Change = Partial<Pick<Highlight, 'severity' | 'pinned' | 'tags'>> & { start?: number; end?: number }

export type DecisionNotice = {
  title: string
  items: Items
  failure?: string
  /** Absent after a failure or an undo. It can be called before the decision is saved. */
  undo?: () => void
}

export type Decisions = {
  confirm: (items: Items) => DecisionNotice
  dismiss: (items: Items, reason: DismissReason) => DecisionNotice
  reopen: (items: Items) => DecisionNotice
  update: (highlight: Highlight, change: Change) => DecisionNotice
  busy: boolean
}

type Latest = (seen: Highlight) => Highlight
type Step = {
  notice: DecisionNotice
  run: (latest: Latest) => Promise<Items>
  /** Set when the step runs because an earlier step may still change these highlights. */
  before?: Items
}

/** `sent` is the notice that the decision returned. `answered` is empty after a failure. */
type Outcome = { sent: DecisionNotice; answered: Items }

/**
 * Key presses can come faster than responses, so requests run one at a time, and each uses the version returned by the
 * one before. Highlights are refetched after a conflict. An undo waits for its decision in the same way.
 */
export function useDecisions(
  sessionId: string,
  notify: (notice: DecisionNotice, outcome: Outcome) => void = showToast,
): Decisions {
  const cache = useQueryClient()
  const known = useRef<ReadonlyMap<string, Highlight>>(new Map())
  const { mutate, isPending } = useMutation({
    scope: { id: `decisions ${sessionId}` },
    mutationFn: async (step: Step) => {
      const latest: Latest = (seen) => chooseNewer(seen, known.current.get(seen.id))
      const before = step.notice.items.map(latest)
      const answered = await step.run(latest)
      step.before = before
      known.current = new Map([...known.current, ...answered.map((each) => [each.id, each] as const)])
      return answered
    },
    onSuccess: async (answered, { notice }) => {
      await showAnswered(cache, sessionId, answered)
      notify(notice, { sent: notice, answered })
    },
    onError: (error, { notice }) => {
      const failed = { title: 'Couldn’t save highlight', items: notice.items, failure: describeError(error) }
      notify(failed, { sent: notice, answered: [] })
      // Some of the change may have been saved because a response can be lost and an undo can take several requests.
      void invalidateNouns(cache, ['highlights'])
    },
  })
  function act(title: string, items: Items, run: Step['run']): DecisionNotice {
    const undo = () =>
      mutate({
        notice: { title: 'Change undone', items },
        run: (latest) => (step.before ? restore(sessionId, step.before, latest) : Promise.resolve([])),
      })
    const step: Step = { notice: { title, items, undo }, run }
    if (items.length > 0) mutate(step)
    return step.notice
  }
  const send = (title: string, decision: Decision, items: Items, reason?: DismissReason) =>
    act(title, items, (latest) => decide(sessionId, decision, items.map(latest), reason))
  return {
    confirm: (items) => {
      const title = items.length === 1 ? 'Highlight confirmed' : `${items.length} highlights confirmed`
      return send(title, 'confirm', items)
    },
    dismiss: (items, reason) => {
      const why = dismissReasonWords[reason]
      const title = items.length === 1 ? `Highlight Dismissed: ${why}` : `${items.length} Highlights Dismissed: ${why}`
      return send(title, 'dismiss', items, reason)
    },
    reopen: (items) => {
      const title =
        items.length === 1 ? 'Highlight returned to suggestions' : `${items.length} highlights returned to suggestions`
      return send(title, 'reopen', items)
    },
    update: (seen, change) =>
      act(describeChange(change), [seen], async (latest) => [await sendChange(latest(seen), change, seen.tags)]),
    busy: isPending,
  }
}

type Decision = 'confirm' | 'dismiss' | 'reopen'

const decide = (sessionId: string, decision: Decision, items: Items, reason?: DismissReason | null): Promise<Items> =>
  call(
    decideHighlights,
    {
      params: { sessionId },
      input: { decision, items: items.map(({ id, version }) => ({ id, version })), ...(reason && { reason }) },
    },
    { isShown: true },
  )

function sendChange({ id, version, tags }: Highlight, change: Change, seenTags: readonly string[]): Promise<Highlight> {
  const input = { version, ...change, ...(change.tags && { tags: mergeTags(tags, seenTags, change.tags) }) }
  return call(updateHighlight, { params: { highlightId: id }, input }, { isShown: true })
}

function describeChange({ severity, pinned, tags }: Change): string {
  if (severity) return `Severity: ${severityWords[severity]}`
  if (tags) return 'Tags saved'
  if (pinned === undefined) return 'Highlight saved'
  return pinned ? 'Highlight pinned' : 'Highlight unpinned'
}

async function restore(sessionId: string, before: Items, latest: Latest): Promise<Items> {
  const restored = new Map(before.map((each) => [each.id, latest(each)]))
  const keep = (answered: Items) => answered.forEach((each) => restored.set(each.id, each))
  for (const each of before) {
    const now = restored.get(each.id)!
    const change = findChanges(each, now)
    if (Object.keys(change).length > 0) keep([await sendChange(now, change, now.tags)])
  }
  for (const { decision, reason, items } of groupByDecision(before)) {
    const current = items.map(({ id }) => restored.get(id)!)
    keep(await decide(sessionId, decision, current, reason))
  }
  return [...restored.values()]
}

export function findChanges(before: Highlight, now: Highlight): Change {
  const { severity, pinned, tags, start, end } = before
  return {
    ...(severity !== now.severity && { severity }),
    ...(pinned !== now.pinned && { pinned }),
    ...(tags.join() !== now.tags.join() && { tags: [...tags] }),
    ...(start !== null && end !== null && (start !== now.start || end !== now.end) && { start, end }),
  }
}

const decisionsBack: Record<HighlightStatus, Decision> = {
  suggested: 'reopen',
  dismissed: 'dismiss',
  confirmed: 'confirm',
  edited: 'confirm',
}

/** Groups highlights by the decision that restores their current status. An edited highlight counts as confirmed. */
export function groupByDecision(before: Items) {
  const groups = new Map<string, { decision: Decision; reason: DismissReason | null; items: Highlight[] }>()
  for (const each of before) {
    const decision = decisionsBack[each.status]
    const key = `${decision} ${each.dismissReason ?? ''}`
    const group = groups.get(key) ?? { decision, reason: each.dismissReason, items: [] }
    group.items.push(each)
    groups.set(key, group)
  }
  return [...groups.values()]
}

type Pages = InfiniteData<{ items: Highlight[] }>

/**
 * Writes the response to the cache because refetching a list of thousands takes dozens of requests. Refetches only
 * counts, filtered lists, and lists that were about to be refetched anyway.
 */
async function showAnswered(cache: QueryClient, sessionId: string, answered: Items): Promise<void> {
  const byId = new Map(answered.map((each) => [each.id, each]))
  const current = new Set<Query>()
  for (const query of cache.getQueryCache().findAll({ predicate: isListOf(sessionId) })) {
    const isLoadingMore = query.state.fetchStatus !== 'idle' && query.state.fetchMeta?.fetchMore !== undefined
    const isOutdated = query.state.isInvalidated || (query.state.fetchStatus !== 'idle' && !isLoadingMore)
    // A page that was requested before the change would overwrite it. `useHighlights` requests that page again.
    if (isLoadingMore) await cache.cancelQueries({ queryKey: query.queryKey, exact: true })
    cache.setQueryData<Pages>(
      query.queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, items: page.items.map((each) => byId.get(each.id) ?? each) })),
        },
    )
    if (!isOutdated && !isFiltered(query)) current.add(query)
  }
  const isWithoutThem = ({ queryKey: [, path], state }: Query) =>
    path === readReel.path && (state.data as Reel | undefined)?.highlights.every(({ id }) => !byId.has(id)) === true
  void invalidateNouns(cache, ['highlights'], (query) => current.has(query) || isWithoutThem(query))
}

const isListOf =
  (sessionId: string) =>
  ({ queryKey: [, path, session] }: Query) =>
    path === listHighlights.path && session === sessionId

const isFiltered = ({ queryKey: [, , , filters] }: Query): boolean =>
  Object.values(filters as object).some((value) => value !== undefined)

function showToast({ title, failure, undo }: DecisionNotice): void {
  toast({
    title,
    ...(failure && { description: failure, variant: 'destructive' }),
    ...(undo && { action: { label: 'Undo', altText: `Undo: ${title}`, onAction: undo } }),
  })
}

const chooseNewer = (seen: Highlight, answered: Highlight | undefined): Highlight =>
  answered && answered.version > seen.version ? answered : seen

/** Applies the user's tag changes to the current tags, so tags added by others are kept. */
export function mergeTags(now: readonly string[], seen: readonly string[], wanted: readonly string[]): string[] {
  const kept = now.filter((tag) => wanted.includes(tag) || !seen.includes(tag))
  return [...kept, ...wanted.filter((tag) => !seen.includes(tag) && !kept.includes(tag))]
}
