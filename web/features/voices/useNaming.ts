import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { nameVoice, undoVoices, type VoiceNaming } from '#contract/speakers/naming.ts'
import { nameStretches } from '#contract/speakers/proposals.ts'
import { mergeVoices, nameTurns } from '#contract/speakers/voices.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { invalidateNouns } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'

export type NewName = { role: SpeakerRole; jurorNumber?: string }
type Act = { send: (version: number) => Promise<{ version: number }>; said: string | null }

/**
 * Runs one change at a time, each with the version returned by the previous one, because key presses can come faster
 * than responses.
 */
export function useNaming(videoId: string, { version, grouping }: Pick<VoiceNaming, 'version' | 'grouping'>) {
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
    onSuccess: (answer, { said }) => {
      if (said !== null)
        toast({
          title: said,
          action: { label: 'Undo', altText: `Undo: ${said}`, onAction: () => change.mutate(undo(answer)) },
        })
      return invalidateNouns(cache, nameVoice.touches)
    },
    onError: (error) => {
      toast({ title: 'Couldn’t save voice', description: describeError(error), variant: 'destructive' })
      if (error instanceof ApiError && error.status === 409) void invalidateNouns(cache, nameVoice.touches)
    },
  })
  const undo = (made: { version: number }): Act => ({
    send: () => call(undoVoices, { params, input: { version: made.version } }),
    said: null,
  })
  return {
    isBusy: change.isPending,
    name({ label, turns }: { label: string; turns: readonly number[] }, person: NewName | null, said: string) {
      change.mutate({
        send: (now) => call(nameVoice, { params, input: { version: now, label, turns: [...turns], person } }),
        said,
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
export type Naming = ReturnType<typeof useNaming>
