import { useQueryClient } from '@tanstack/react-query'
import type { Said } from '#contract/highlights/chains.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { SessionVideo } from '#contract/sessions/session-videos.ts'
import { describeSpeaker } from '#web/features/highlights/index.ts'
import { writeCitation, formatPageLine } from '#web/features/review/index.ts'
import { fetchTurn } from '#web/features/transcript/index.ts'
import { toast } from '#web/platform/index.ts'

type Words = Pick<Said, 'text' | 'start' | 'page' | 'line'> & { videoId: string; name: string | null }

export function useCitation(videos: readonly SessionVideo[]) {
  const cache = useQueryClient()
  const makeFilename = (videoId: string) => videos.find((each) => each.videoId === videoId)?.filename ?? ''

  async function copyHighlight(highlight: Highlight): Promise<void> {
    const { videoId, turn: index } = highlight
    const turn = index === null ? undefined : await fetchTurn(cache, videoId, index).catch(() => undefined)
    const pageLine = turn ? formatPageLine(turn, highlight) : null
    await copy(
      writeCitation(highlight, { name: describeSpeaker(highlight), pageLine, filename: makeFilename(videoId) }),
    )
  }
  function copyWords({ videoId, name, text: quote, start, page, line }: Words): Promise<void> {
    const pageLine = page === null ? null : `${page}:${line ?? 1}`
    return copy(writeCitation({ quote, start }, { name, pageLine, filename: makeFilename(videoId) }))
  }
  return { copyHighlight, copyWords }
}

const copy = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => void toast({ title: 'Citation copied', description: text }),
    () => void toast({ title: 'Couldn’t copy citation', description: text, variant: 'destructive' }),
  )
