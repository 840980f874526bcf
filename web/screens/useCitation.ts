import { useCallback } from 'react'
import type { Highlight } from '#contract/highlights.ts'
import type { SessionVideo } from '#contract/session-videos.ts'
import type { Turn } from '#contract/transcript.ts'
import type { VideoDetail } from '#contract/videos.ts'
import { speakerOf } from '#web/features/highlights/labels.ts'
import { citationOf, pageLineOf } from '#web/features/review/citation.ts'
import { toast } from '#web/platform/toast.ts'

/** Copies the words of a highlight with their place: page and line only of the video whose transcript is shown. */
export function useCitation(
  turns: readonly Turn[] | undefined,
  videos: readonly SessionVideo[],
  video: VideoDetail,
): (highlight: Highlight) => void {
  return useCallback(
    (highlight) => {
      const turn = turns?.find((each) => each.index === highlight.turn)
      const filename = videos.find((each) => each.videoId === highlight.videoId)?.filename ?? video.filename
      const pageLine = turn && highlight.videoId === video.id ? pageLineOf(turn, highlight.quote) : null
      const text = citationOf(highlight, { name: speakerOf(highlight), pageLine, filename })
      navigator.clipboard.writeText(text).then(
        () => toast({ title: 'Citation Copied', description: text }),
        () => toast({ title: 'Not Copied', description: text, variant: 'destructive' }),
      )
    },
    [turns, videos, video.id, video.filename],
  )
}
