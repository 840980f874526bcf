import { useQuery } from '@tanstack/react-query'
import { readTranscript } from '#contract/videos.ts'
import { readAllTurns } from '#web/platform/turns.ts'

export function useTurns(videoId: string, enabled: boolean) {
  return useQuery({
    queryKey: [readTranscript.touches, readTranscript.path, videoId] as const,
    queryFn: ({ signal }) => readAllTurns(videoId, signal),
    enabled,
  })
}
