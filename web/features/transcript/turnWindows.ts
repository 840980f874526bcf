import { type QueryClient, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { readTranscriptOutline, type TranscriptOutline, turnsPerWindow } from '#contract/videos/player.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { readTranscript } from '#contract/videos/videos.ts'
import { read, useRead } from '#web/platform/api.ts'
import { readSync } from '#web/platform/call.ts'
import { indexAt } from '#web/platform/page/playback.ts'

export const useOutline = (videoId: string, enabled: boolean) =>
  useRead(readTranscriptOutline, { params: { videoId }, input: {} }, { enabled })

const toArgs = (videoId: string, window: number) => ({
  params: { videoId },
  input: { from: window * turnsPerWindow, limit: turnsPerWindow },
})

/**
 * Requests the start of the transcript before it's known whether there is one, which saves two round trips. If there is
 * none, drops the responses, because they become wrong when the analysis finishes.
 */
export function useEarlyTranscript(videoId: string, hasResults: boolean | null): void {
  const cache = useQueryClient()
  useEffect(() => {
    const outline = read(readTranscriptOutline, { params: { videoId }, input: {} })
    const first = read(readTranscript, toArgs(videoId, 0))
    if (hasResults === null) {
      void cache.prefetchQuery(outline)
      void cache.prefetchQuery(first)
    } else if (!hasResults) {
      cache.removeQueries({ queryKey: outline.queryKey, exact: true })
      cache.removeQueries({ queryKey: first.queryKey, exact: true })
    }
  }, [cache, videoId, hasResults])
}

type LoadedWindows = ReadonlyMap<number, readonly Turn[]>
type TurnWindows = {
  loaded: LoadedWindows
  failed: UseQueryResult<Turn[]> | null
}

/** On a tall screen, the shown turns can span three windows. */
export function useTurnWindows(videoId: string, shown: readonly [number, number], near: number): TurnWindows {
  const between = (shown[0] + shown[1]) >> 1
  const windows = [shown[0], between, shown[1], near]
  const first = useRead(readTranscript, toArgs(videoId, shown[0]))
  const middle = useRead(readTranscript, toArgs(videoId, between))
  const last = useRead(readTranscript, toArgs(videoId, shown[1]))
  const nearest = useRead(readTranscript, toArgs(videoId, near))
  const all = [first, middle, last, nearest]
  const failed = all.find(({ data, error }) => data === undefined && error !== null)
  return {
    loaded: new Map(all.flatMap(({ data }, at) => (data ? [[windows[at]!, data] as const] : []))),
    failed: failed ?? null,
  }
}

const turnsBefore = 12

/** Reads a turn and the turns shortly before it. `isSettled` is also true after a failed read. */
export function useTurnsUpTo(videoId: string, turn: number | null): { turns: readonly Turn[]; isSettled: boolean } {
  const enabled = turn !== null
  const window = (index: number) => Math.floor(Math.max(0, index) / turnsPerWindow)
  const first = useRead(readTranscript, toArgs(videoId, window((turn ?? 0) - turnsBefore)), { enabled })
  const last = useRead(readTranscript, toArgs(videoId, window(turn ?? 0)), { enabled })
  const all = [...(first.data ?? []), ...(first.data === last.data ? [] : (last.data ?? []))]
  const isSettled = (read: UseQueryResult) => read.data !== undefined || read.error !== null
  return {
    turns: turn === null ? [] : all.filter(({ index }) => index <= turn && index >= turn - turnsBefore),
    isSettled: !enabled || (isSettled(first) && isSettled(last)),
  }
}

export const turnAt = (loaded: LoadedWindows, index: number): Turn | undefined =>
  loaded.get(Math.floor(index / turnsPerWindow))?.find((turn) => turn.index === index)

export async function fetchTurn(cache: QueryClient, videoId: string, index: number): Promise<Turn | undefined> {
  const turns = await cache.fetchQuery(read(readTranscript, toArgs(videoId, Math.floor(index / turnsPerWindow))))
  return turns.find((turn) => turn.index === index)
}

export async function fetchTurnSaid(
  cache: QueryClient,
  videoId: string,
  outline: TranscriptOutline,
  seconds: number,
): Promise<Turn | undefined> {
  const starts = windowStarts(outline)
  const window = Math.max(0, indexAt(starts, seconds))
  const turns = (await cache.fetchQuery(read(readTranscript, toArgs(videoId, window)))).filter(
    (turn) => turn.role !== 'note',
  )
  return turns.findLast((turn) => turn.startMs !== null && turn.startMs <= seconds * 1000) ?? turns[0]
}

/** Returns each window's start in seconds, in ascending order. A window without a time gets the previous start. */
function windowStarts({ starts }: TranscriptOutline): Float64Array {
  const seconds = new Float64Array(starts.length)
  for (const [window, startMs] of starts.entries())
    seconds[window] = startMs === null ? (seconds[window - 1] ?? 0) : Math.max(seconds[window - 1] ?? 0, startMs / 1000)
  return seconds
}

/**
 * Returns each turn's start in seconds, in ascending order. The starts of turns that aren't loaded are interpolated.
 */
export function listStarts(outline: TranscriptOutline, loaded: LoadedWindows): Float64Array {
  const starts = new Float64Array(outline.turns)
  const windows = windowStarts(outline)
  for (const [window, from] of windows.entries()) {
    const first = window * turnsPerWindow
    const count = Math.min(turnsPerWindow, outline.turns - first)
    const step = ((windows[window + 1] ?? from) - from) / count
    for (let at = 0; at < count; at++) starts[first + at] = from + at * step
    for (const turn of loaded.get(window) ?? []) {
      if (turn.index >= outline.turns) continue
      starts[turn.index] = turn.startMs === null ? (starts[turn.index - 1] ?? 0) : turn.startMs / 1000
    }
  }
  return starts
}

const mostTurns = 2000

export function usePrintedTurns(videoId: string, count: number): readonly Turn[] | null {
  const [turns, setTurns] = useState<readonly Turn[] | null>(null)
  useEffect(() => {
    const begin = () => flushSync(() => setTurns(readTurns(videoId, count)))
    const end = () => setTurns(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [videoId, count])
  return turns
}

function readTurns(videoId: string, count: number): Turn[] {
  // Offline, the cache contains only responses to requests for exactly `turnsPerWindow` turns.
  const limit = navigator.onLine ? mostTurns : turnsPerWindow
  const turns: Turn[] = []
  for (let from = 0; from < count; from += limit) {
    turns.push(...(readSync(readTranscript, { params: { videoId }, input: { from, limit } }) ?? []))
  }
  return turns
}
