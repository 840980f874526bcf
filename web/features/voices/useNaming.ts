import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { nameVoice, undoVoices, type UnnamedVoice, type VoiceNaming } from '#contract/speakers/naming.ts'
import { nameStretches } from '#contract/speakers/proposals.ts'
import { mergeVoices, nameTurns } from '#contract/speakers/voices.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { invalidateNouns } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'

export type NewName = { role: SpeakerRole; jurorNumber?: string }
type Patch = (voices: UnnamedVoice[]) => UnnamedVoice[]
type Named = { label: string; turns: readonly number[]; before?: UnnamedVoice['person'] }
type Answer = { version: number; shown?: VoiceNaming }
type Act = { send: (version: number) => Promise<Answer>; said: string | null; patch?: Patch; undo?: Patch }

const setPerson =
  (label: string, person: UnnamedVoice['person']): Patch =>
  (voices) =>
    voices.map((each) => (each.label === label ? { ...each, person } : each))

const toShown = (shown: VoiceNaming): Answer => ({ version: shown.version, shown })

/**
 * Runs one change at a time, each with the version returned by the previous one, because key presses can come faster
 * than responses.
 */
export function useNaming(videoId: string, { version, grouping }: Pick<VoiceNaming, 'version' | 'grouping'>) {
  const { show, start, finish } = useShown()
  const cache = useQueryClient()
  const known = useRef(version)
  const params = { videoId }
  const groupingNow = grouping ?? undefined
  const change = useMutation({
    scope: { id: `voices ${videoId}` },
    mutationFn: async ({ send }: Act) => {
      const answer = await send(Math.max(known.current, version))
      known.current = answer.version
      return answer
    },
    onMutate: start,
    onSettled: (answer, _error, act) => finish(act, answer?.shown),
    onSuccess: (answer, { said, undo: patch }) => {
      if (said !== null)
        toast({
          title: said,
          action: { label: 'Undo', altText: `Undo: ${said}`, onAction: () => change.mutate(undo(answer, patch)) },
        })
      return invalidateNouns(cache, nameVoice.touches)
    },
    onError: (error) => {
      toast({ title: 'Couldn’t save voice', description: describeError(error), variant: 'destructive' })
      if (error instanceof ApiError && error.status === 409) void invalidateNouns(cache, nameVoice.touches)
    },
  })
  const undo = (made: { version: number }, patch: Patch | undefined): Act => ({
    send: async () => toShown(await call(undoVoices, { params, input: { version: made.version } })),
    said: null,
    ...(patch && { patch }),
  })
  return {
    isBusy: change.isPending,
    show,
    name({ label, turns, before = null }: Named, person: NewName | null, said: string) {
      const named = person && { role: person.role, jurorId: null, jurorNumber: person.jurorNumber ?? null, by: '' }
      change.mutate({
        send: async (now) =>
          toShown(await call(nameVoice, { params, input: { version: now, label, turns: [...turns], person } })),
        said,
        patch: setPerson(label, named),
        undo: setPerson(label, before),
      })
    },
    async nameStretches(names: z.input<typeof nameStretches.input>['names'], said: string) {
      if (grouping === null) return
      await change.mutateAsync({
        send: (now) => call(nameStretches, { params, input: { version: now, grouping, names } }),
        said,
      })
    },
    /** If `label` is null, creates a new voice. */
    move(turn: number, label: string | null, said: string) {
      const shown = label === null ? {} : { grouping: groupingNow }
      change.mutate({
        send: (now) => call(nameTurns, { params, input: { version: now, ...shown, turns: [turn], label } }),
        said,
      })
    },
    merge(from: string, into: string, said: string) {
      change.mutate({
        send: (now) => call(mergeVoices, { params, input: { version: now, grouping: groupingNow, from, into } }),
        said,
      })
    },
  }
}
/** Shows each change at once and keeps it until a read includes it, because an older read may arrive later. */
function useShown() {
  const [answered, setAnswered] = useState<VoiceNaming>()
  const [pending, setPending] = useState<readonly Act[]>([])
  return {
    show: (read: VoiceNaming): VoiceNaming => {
      const newest = answered && answered.version > read.version ? answered : read
      return { ...newest, voices: pending.reduce((voices, { patch }) => patch?.(voices) ?? voices, newest.voices) }
    },
    start: (act: Act) => setPending((acts) => [...acts, act]),
    finish: (act: Act, answer: VoiceNaming | undefined) => {
      setPending((acts) => acts.filter((each) => each !== act))
      if (answer) setAnswered(answer)
    },
  }
}

export type Naming = ReturnType<typeof useNaming>
