import { useEffect, useRef, useState } from 'react'
import type { Severity } from '#contract/findings/findings.ts'
import {
  type DismissReason,
  dismissReasons,
  type Highlight,
  type HighlightStatus,
} from '#contract/highlights/highlights.ts'
import { type DecisionNotice, useDecisions } from '#web/features/highlights/index.ts'
import { useReel } from '#web/features/reel/index.ts'
import { readSetting, toast, writeSetting } from '#web/platform/index.ts'
import { extendTrail, findNext, type PendingDecision, showDecision, startTrail, stepBack } from './queue.ts'

const reasonSetting = 'triage.dismissReason'

const readReason = (): DismissReason =>
  dismissReasons.find((each) => each === readSetting(reasonSetting)) ?? 'not_relevant'

const end = 'end'

type Pending = PendingDecision & { sent: DecisionNotice }

export function useTriage(sessionId: string, all: readonly Highlight[]) {
  const [pending, setPending] = useState<ReadonlyMap<string, Pending>>(new Map())
  const [trail, setTrail] = useState(startTrail)
  const [notice, setNotice] = useState<DecisionNotice | null>(null)
  const [reason, setReason] = useState(readReason)
  const reel = useReel(sessionId)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const goTo = (id: string) => setTrail((before) => extendTrail(before, id))
  const decisions = useDecisions(sessionId, (saved, { sent, answered }) => {
    const versions = new Map(answered.map(({ id, version }) => [id, version]))
    setPending(
      (before) =>
        new Map(
          [...before].flatMap(([id, each]) => {
            if (each.sent !== sent) return [[id, each]]
            const savedAs = versions.get(id)
            return savedAs === undefined ? [] : [[id, { ...each, savedAs }]]
          }),
        ),
    )
    if (saved.undo) return
    setNotice((shown) => (saved.failure || shown === null ? saved : shown))
    if (saved.failure && !isShown.current) {
      toast({ title: saved.title, description: saved.failure, variant: 'destructive' })
    }
    if (saved.failure && saved.items[0]) goTo(saved.items[0].id)
  })
  const items = all.filter(({ source }) => source === 'ai').map((each) => showDecision(each, pending.get(each.id)))
  const current = items.find(({ id }) => id === trail.ids[trail.at]) ?? findNext(items, null)

  function open({ id }: { id: string }) {
    setTrail((before) => extendTrail(before, ...(current ? [current.id] : []), id))
  }
  function decide(
    status: HighlightStatus,
    send: (items: readonly Highlight[]) => DecisionNotice,
    decided: Highlight | null = current,
    describe: (sent: DecisionNotice) => DecisionNotice = (sent) => sent,
  ) {
    if (!decided) return
    const sent = send([decided])
    setPending((before) => new Map([...before, [decided.id, { status, sent, savedAs: null }]]))
    setNotice(describe(sent))
    if (decided.id === current?.id) open(findNext(items, decided.id) ?? { id: end })
  }
  return {
    items,
    left: items.filter(({ status }) => status === 'suggested').length,
    current,
    notice,
    reason,
    isInReel: current !== null && reel.has(current.id),
    hasBack: trail.at > 0,
    open,
    confirm: () => decide('confirmed', decisions.confirm),
    dismiss: (as: DismissReason = reason) => {
      setReason(as)
      writeSetting(reasonSetting, as)
      decide('dismissed', (chosen) => decisions.dismiss(chosen, as))
    },
    grade: (severity: Severity) => {
      if (current && current.severity !== severity) setNotice(decisions.update(current, { severity }))
    },
    toggleReel: () => {
      if (!current || !reel.isKnown) return
      const [add, remove] = [() => reel.add(current), () => reel.remove(current.id)]
      const isIn = reel.has(current.id)
      if (isIn) remove()
      else add()
      setNotice({
        title: isIn ? 'Removed from reel' : 'Added to reel',
        items: [current],
        undo: isIn ? add : remove,
      })
    },
    next: () => {
      const next = current && findNext(items, current.id)
      if (next) open(next)
    },
    previous: () => setTrail(stepBack),
    undo: () => {
      if (!notice?.undo) return
      notice.undo()
      setNotice(null)
      if (notice.items[0]) goTo(notice.items[0].id)
    },
    /** By now, another finding may be current, such as one whose save failed. */
    finishStrike: (struck: Highlight, { title, undo }: Pick<DecisionNotice, 'title'> & { undo: () => void }) => {
      const seen = items.find(({ id }) => id === struck.id) ?? struck
      if (seen.status !== 'suggested') return setNotice({ title, items: [seen], undo })
      // A quote used as the basis for a strike counts as confirmed.
      decide('confirmed', decisions.confirm, seen, ({ items: chosen, undo: undoConfirm }) => ({
        title,
        items: chosen,
        undo: () => {
          undo()
          undoConfirm?.()
        },
      }))
    },
  }
}
