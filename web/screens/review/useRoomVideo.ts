import { readPlayer } from '#contract/videos/player.ts'
import { readVoiceNaming } from '#contract/speakers/naming.ts'
import { useRead, useWaitFor } from '#web/platform/index.ts'

const pollMs = 15_000

export function useRoomVideo(videoId: string | undefined) {
  const args = { params: { videoId: videoId ?? '' }, input: {} }
  const enabled = videoId !== undefined
  const video = useRead(readPlayer, args, { enabled, pollMs })
  return useWaitFor(video, useRead(readVoiceNaming, args, { enabled }))
}
