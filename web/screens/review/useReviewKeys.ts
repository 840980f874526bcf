import { useNavigate } from '@tanstack/react-router'
import { severities } from '#contract/findings/findings.ts'
import { severityWords } from '#contract/highlights/words.ts'
import { useShortcuts } from '#web/platform/index.ts'
import type { Review } from './useReview.ts'

const skipSeconds = 10
const fastest = 2

export function useReviewKeys({
  session,
  player,
  may,
  selected,
  decisions,
  marks,
  transcript,
  ...review
}: Review): void {
  const { corrections, correct, find } = transcript
  const navigate = useNavigate()
  function playFaster() {
    const video = player.element()
    if (!video) return
    if (video.paused) {
      video.playbackRate = 1
      player.toggle()
    } else video.playbackRate = Math.min(fastest, video.playbackRate + 0.5)
  }
  useShortcuts('page', [
    { keys: 'j', label: 'Back 10 seconds', run: () => player.skip(-skipSeconds) },
    { keys: 'k', label: 'Pause', run: () => player.element()?.pause() },
    { keys: 'l', label: 'Play, or play faster', run: playFaster },
    { keys: 'r', label: 'Repeat the marked clip or highlight', run: review.repeat },
    { keys: 'ArrowDown', label: 'Next highlight', run: () => review.step(1) },
    { keys: 'ArrowUp', label: 'Previous highlight', run: () => review.step(-1) },
    { keys: '/', label: 'Find in transcript', run: find.open },
    {
      keys: 'h',
      label: 'Session highlights',
      run: () => void navigate({ to: '/sessions/$sessionId/highlights', params: { sessionId: session.id } }),
    },
    ...(may.review
      ? [
          { keys: 'i', label: 'Mark clip start', run: marks.markStart },
          { keys: 'o', label: 'Mark clip end', run: marks.markEnd },
          { keys: 'w', label: 'Correct the current words', run: correct },
          { keys: 'Control+z', label: 'Undo my last correction', run: corrections.undo },
          { keys: 'Control+Shift+Z', label: 'Redo my correction', run: corrections.redo },
          { keys: 'Enter', label: 'Confirm highlight', run: () => selected && decisions.confirm([selected]) },
          { keys: 'x', label: 'Dismiss highlight', run: () => selected && review.dismiss([selected]) },
          ...severities.map((severity, index) => ({
            keys: String(index + 1),
            label: `Severity: ${severityWords[severity]}`,
            run: () => {
              if (selected && selected.severity !== severity) decisions.update(selected, { severity })
            },
          })),
        ]
      : []),
  ])
}
